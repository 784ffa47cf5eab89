/** Conversations about an address in words: it is used only after the person has said which place is meant. */
import { assertEquals, assertMatch } from "@std/assert";
import { overMcp } from "../mcp/_mcp.ts";
import { addressTown } from "../streets/_address_town.ts";
import { mapOf } from "../streets/_map_files.ts";
import { type TestApp, testApp } from "../support/test_app.ts";

/** What the person says in turn, and what the answer to the assistant must be like. */
interface Turn {
  readonly says: string;
  /** The labels that the assistant reads out. */
  readonly labels: readonly RegExp[];
  readonly detalle: RegExp;
}

const ONE = /^Léale la etiqueta a la persona/;

const CONVERSATIONS: Readonly<Record<string, readonly Turn[]>> = {
  "one that means more than five places, until the colonia is said": [
    {
      says: "Calle 1 por 2",
      labels: [],
      detalle: /^Se entendió Calle 1 y Calle 2, .*más de 5.* colonia/,
    },
    { says: "Calle 1 por 2, fracc. Altabrisa", labels: [], detalle: /pero no «fracc\. Altabrisa»/ },
    {
      says: "Calle 1 por 2, colonia México",
      labels: [/^Calle 1 y Calle 2, México, Mérida$/],
      detalle: ONE,
    },
  ],
  "a misspelt one, which is asked about and not assumed": [
    {
      says: "Calle Colom por 59",
      labels: [],
      detalle: /«Calle Colom».*¿Quiso decir Calle Colón\?/,
    },
    { says: "Calle Colón por 59", labels: [/^Calle Colón y Calle 59/], detalle: ONE },
  ],
};

const { locate } = await mapOf(addressTown());

for (const [protocol, over] of [["HTTP", (app: TestApp) => app], ["MCP", overMcp]] as const) {
  for (const [what, turns] of Object.entries(CONVERSATIONS)) {
    Deno.test(`over ${protocol}: ${what}`, async () => {
      await using app = await testApp({ deps: () => ({ locate }) });
      for (const { says: texto, labels, detalle } of turns) {
        const { body } = await over(app).get(`/api/ubicacion?${new URLSearchParams({ texto })}`);
        assertEquals(body.candidatos.length, labels.length, texto);
        labels.forEach((label, i) => assertMatch(body.candidatos[i].etiqueta, label));
        assertMatch(body.detalle, detalle);
      }
    });
  }
}
