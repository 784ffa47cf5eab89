/** Calls every operation, and meets a refusal of each kind, with the client that orval made. */
import * as api from "./orval_client.ts";

async function having<T extends { readonly status: number }>(status: number, call: Promise<T>): Promise<T> {
  const answer = await call;
  if (answer.status !== status) throw new Error(`${answer.status}, not ${status}`);
  return answer;
}

await having(200, api.info({ lang: "en" }));
const menu = (await having(200, api.menu())).data as api.MenuResponse;
const id = menu.secciones[0]!.platillos[0]!.presentaciones[0]!.id;
const listed = (await having(200, api.getAvailableReservationTimes({ dias: 14 })))
  .data as api.GetAvailableReservationTimesResponse;
const { dia, horas_reservables } = listed.dias.find((each) => each.horas_reservables.length > 0)!;
await having(200, api.contacto({ motivo: "duda" }));
await having(200, api.ubicacion({ texto: "58 por 59" }));
await having(200, api.envio({ lat: "20.9745", lng: "-89.6212" }));
const entrega = { modo: "recoger" } as const;
await having(200, api.pedidoBorrador({ lineas: [{ id, cantidad: 1 }], entrega }));
const guest = { personas: 2, nombre: "Guadalupe Pech", telefono: "9991234567" };
const body = { ...guest, dia, hora: horas_reservables.at(-1)! };
await having(200, api.createRestaurantReservation(body));

await having(400, api.info({ lang: "fr" as "en" }));
await having(400, api.getAvailableReservationTimes({ dia: "hoy" }));
await having(400, api.envio({ lat: "999", lng: "1" }));
await having(400, api.ubicacion({ texto: " " }));
await having(422, api.pedidoBorrador({ lineas: [{ id: "none", cantidad: 1 }], entrega }));
await having(422, api.createRestaurantReservation({ ...body, dia: "2020-01-01" }));
