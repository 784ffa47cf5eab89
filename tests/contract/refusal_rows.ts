/** Each refusal that any deployment can be made to give, by the first way there of the table of refusals. */
import { WAYS } from "../operations/_every_way.ts";
import type { Asked } from "../operations/_ways.ts";
import { type Api, assertRefused } from "./api.ts";
import type { Suite } from "./suite.ts";

export function refusalRows({ row }: Suite): void {
  for (const [key, ways] of Object.entries(WAYS)) {
    const way = ways.find(({ app, prepare, here }) => !app && !prepare && !here);
    if (!way) continue;
    const [, status, motivo, error] = key.split(" ");
    row(`refused: ${key}`, async (api) => {
      const expected = { status: Number(status), motivo: motivo!, error: error! };
      assertRefused(await way.ask(asked(api)), { ...expected, campo: way.campo ?? null });
    });
  }
}

/** The deployment, asked as the test application is. */
function asked({ request, post }: Api): Asked {
  return { get: (path, init) => request(init?.method ?? "GET", path, init), post };
}
