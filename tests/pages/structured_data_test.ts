import { assert, assertEquals } from "@std/assert";
import { sampleRestaurant } from "../../src/restaurant/load.ts";
import { testApp } from "../support/test_app.ts";

/** Checked by a process of its own: as a package of this program it would bring a megabyte of types into every check. */
const TYPES = 'import type { Menu, Restaurant, WithContext } from "npm:schema-dts@2.1.0";';

Deno.test("structured data is of schema.org's vocabulary, as the types of schema-dts know it", async () => {
  await using app = await testApp({ restaurant: sampleRestaurant() });
  const sent = async (path: string) =>
    /<script type="application\/ld\+json">(.*?)<\/script>/s.exec((await app.get(path)).text)![1]!;
  const [home, menu] = [await sent("/"), await sent("/carta")];
  const folder = await Deno.makeTempDir();
  try {
    const check = async (statements: readonly string[]) => {
      await Deno.writeTextFile(`${folder}/data.ts`, [TYPES, ...statements].join("\n"));
      const args = ["check", "--no-config", "--no-lock", "data.ts"];
      const { success, stderr } = await new Deno.Command(Deno.execPath(), { args, cwd: folder })
        .output();
      return { success, said: new TextDecoder().decode(stderr) };
    };
    const good = await check([
      `export const home: WithContext<Restaurant> = ${home};`,
      `export const menu: WithContext<Menu> = ${menu};`,
    ]);
    assert(good.success, good.said);
    const mistakes = [
      home.replace('"acceptsReservations"', '"acceptsReservation"'),
      home.replace('"urlTemplate"', '"urlTemplates"'),
      home.replace('"ReserveAction"', '"ReservationAction"'),
      menu.replace('"hasMenuItem"', '"menuItems"'),
    ];
    const bad = await check(mistakes.map((data, nth) => {
      const type = nth === 3 ? "Menu" : "Restaurant";
      return `// @ts-expect-error a word that is not in the vocabulary\nexport const bad${nth}: WithContext<${type}> = ${data};`;
    }));
    assertEquals([bad.success, bad.said.includes("error")], [true, false], bad.said);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
