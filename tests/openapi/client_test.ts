import { assert } from "@std/assert";
import { describeApi } from "../../src/app.ts";
import { testInFolder } from "../support/temp_folder.ts";

/** Run in a separate process: as an import it would add a compiler to the project's packages. */
const GENERATOR = `
import openapiTS, { astToString } from "npm:openapi-typescript@7.13.0";
const document = JSON.parse(await Deno.readTextFile("openapi.json"));
await Deno.writeTextFile("api.d.ts", astToString(await openapiTS(document)));
`;

/** Client code that uses the generated types. */
const CONSUMER = `
import type { components, operations } from "./api.d.ts";

type Reservation = operations["createRestaurantReservation"];
type Answers = Reservation["responses"];

export const request: Reservation["requestBody"]["content"]["application/json"] = {
  dia: "2026-11-27",
  hora: "20:30",
  personas: 4,
  nombre: "Guadalupe Pech",
  telefono: "9990000000",
  comentarios: null,
};

export function confirmation(answer: Answers[200]["content"]["application/json"]): string {
  return \`\${answer.folio}: \${answer.status} on \${answer.reservation.date}\`;
}

export function correction(error: Answers[422]["content"]["application/json"]): string {
  const { motivo } = error;
  return \`\${motivo}: correct \${error.campo ?? "the body"}: \${error.detalle}\`;
}

export function price(quote: components["schemas"]["EnvioResponse"]): number | null {
  const isPriced: boolean = quote.ok && quote.cotizado;
  return isPriced ? quote.costo : null;
}

export function lastTimes(answer: components["schemas"]["GetAvailableReservationTimesResponse"]) {
  return answer.dias.map(({ dia, local, horas_reservables }) => {
    const closes: string | undefined = local?.cierra;
    return { dia, closes, last: horas_reservables.at(-1) };
  });
}

export const lines: components["schemas"]["PedidoBorradorRequest"] = {
  lineas: [{ id: "cochinita-m", cantidad: 2 }],
  entrega: { modo: "recoger" },
};
`;

/** Mistakes that the types must reject. */
const MISTAKES = `
import type { components, operations } from "./api.d.ts";

// @ts-expect-error hora is missing
export const request: components["schemas"]["CreateRestaurantReservationRequest"] = {
  dia: "2026-11-27",
  personas: 4,
  nombre: "Guadalupe Pech",
  telefono: "9990000000",
};

export function price(quote: components["schemas"]["EnvioResponse"]): number {
  // @ts-expect-error there may be no price
  return quote.costo;
}

// @ts-expect-error there is no such language
export const query: operations["menu"]["parameters"]["query"] = { lang: "fr" };
`;

testInFolder("a TypeScript client generated from the document type-checks", async (folder) => {
  const files = {
    "openapi.json": JSON.stringify(describeApi("https://mesa.example")),
    "generate.ts": GENERATOR,
    "consumer.ts": CONSUMER,
    "mistakes.ts": MISTAKES,
  };
  for (const [name, text] of Object.entries(files)) {
    await Deno.writeTextFile(`${folder}/${name}`, text);
  }
  await deno(folder, ["run", "--allow-all", "--no-config", "--no-lock", "generate.ts"]);
  await deno(folder, ["check", "--no-config", "--no-lock", "consumer.ts", "mistakes.ts"]);
});

async function deno(cwd: string, args: readonly string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd,
    env: { NO_COLOR: "1" },
  }).output();
  assert(success, new TextDecoder().decode(stderr));
}
