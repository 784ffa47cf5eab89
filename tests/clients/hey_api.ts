/** Calls every operation, and meets a refusal of each kind, with the client that hey-api made. */
import { client } from "./hey/client.gen.ts";
import {
  contacto,
  createRestaurantReservation,
  envio,
  getAvailableReservationTimes,
  info,
  menu,
  pedidoBorrador,
  ubicacion,
} from "./hey/index.ts";

declare const process: { readonly env: Record<string, string> };
client.setConfig({ baseUrl: process.env.BASE_URL! });

interface Answered<T> {
  readonly data?: T;
  readonly error?: { readonly motivo: string };
}

async function answered<T>(call: Promise<Answered<T>>): Promise<T> {
  const { data, error } = await call;
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

async function refused(motivo: string, call: Promise<Answered<unknown>>): Promise<void> {
  const { error } = await call;
  if (error?.motivo !== motivo) throw new Error(`${motivo}: ${JSON.stringify(error)}`);
}

await answered(info({ query: { lang: "en" } }));
const { secciones } = await answered(menu());
const id = secciones[0]!.platillos[0]!.presentaciones[0]!.id;
const { dias } = await answered(getAvailableReservationTimes({ query: { dias: 14 } }));
const { dia, horas_reservables } = dias.find((each) => each.horas_reservables.length > 0)!;
await answered(contacto({ query: { motivo: "duda" } }));
await answered(ubicacion({ query: { texto: "58 por 59" } }));
await answered(envio({ query: { lat: "20.9745", lng: "-89.6212" } }));
const entrega = { modo: "recoger" } as const;
await answered(pedidoBorrador({ body: { lineas: [{ id, cantidad: 1 }], entrega } }));
const guest = { personas: 2, nombre: "Guadalupe Pech", telefono: "9991234567" };
const body = { ...guest, dia, hora: horas_reservables.at(-1)! };
const { status } = await answered(createRestaurantReservation({ body }));
if (status !== "confirmed") throw new Error(status);

await refused("lang", info({ query: { lang: "fr" as "en" } }));
await refused("dia", getAvailableReservationTimes({ query: { dia: "hoy" } }));
await refused("coordenadas", envio({ query: { lat: "999", lng: "1" } }));
await refused("texto", ubicacion({ query: { texto: " " } }));
await refused("lineas", pedidoBorrador({ body: { lineas: [{ id: "none", cantidad: 1 }], entrega } }));
await refused("datos", createRestaurantReservation({ body: { ...body, dia: "2020-01-01" } }));
