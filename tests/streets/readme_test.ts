/** The README of the streets shows their use, as of a package. */
import { assertEquals, assertMatch } from "@std/assert";
import { fileURLToPath } from "node:url";
import { type OsmElement, pbfFile } from "../support/osm_files.ts";
import { testInFolder } from "../support/temp_folder.ts";

const PART = new URL("../../src/streets/", import.meta.url);
const CONFIG = fileURLToPath(new URL("../../deno.json", import.meta.url));

/** Corners of Calle 60, which runs north, and of Calle 59: node 2 is the one that both share. */
const CORNERS = [[0, 0], [0.0045, 0], [0.009, 0], [0.0045, -0.005], [0.0045, 0.005]];
const TOWN: readonly OsmElement[] = [
  ...CORNERS.map(([north, east], i): OsmElement => ({
    type: "node",
    id: i + 1,
    lat: 209_670_000 + Math.round(north! * 1e7),
    lng: -896_237_000 + Math.round(east! * 1e7),
  })),
  { type: "way", id: 1, refs: [1, 2, 3], tags: { highway: "residential", name: "Calle 60" } },
  { type: "way", id: 2, refs: [4, 2, 5], tags: { highway: "residential", name: "Calle 59" } },
];

testInFolder("the README's ten lines run, and print what it shows", async (folder) => {
  const readme = await Deno.readTextFile(new URL("README.md", PART));
  const [, lines = "", shown = ""] = /```ts\n(.*?)```.*?```\n(.*?)```/s.exec(readme)!;
  assertEquals(lines.trim().split("\n").length, 10);
  assertMatch(lines, /"\.\/mod\.ts"/);
  await Deno.writeTextFile(`${folder}/use.ts`, lines.replace("./mod.ts", `${PART.href}mod.ts`));
  await Deno.writeFile(`${folder}/town.osm.pbf`, pbfFile(TOWN));
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--frozen", "--config", CONFIG, "--allow-read=.", "--allow-write=.", "use.ts"],
    cwd: folder,
  }).output();
  const decoder = new TextDecoder();
  assertEquals(decoder.decode(stdout), shown, decoder.decode(stderr));
});
