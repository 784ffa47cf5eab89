import { assertEquals } from "@std/assert";
import type { OsmHandlers, Tags } from "../../../src/streets/osm_pbf/elements.ts";
import { openOsm } from "../../../src/streets/osm_pbf/open_osm.ts";
import { mapIsMissing, mapPath, pbfOf } from "../../support/routing_engine.ts";
import { tempFolder } from "../../support/temp_folder.ts";

/** The maps of the shared data, in the order of {@linkcode CENSUSES}' columns. */
const MAPS = [
  "ors_heidelberg.test.pbf",
  "osrm_monaco.osm.pbf",
  "r5_cathedral_no_left.osm.pbf",
  "r5_reisterstown_via_restriction.osm.pbf",
  "gh_campo-grande.osm.gz",
];

/**
 * Counts and sums over all elements of each map, counted by osmium (pyosmium 4.3.2). Letters are code points of keys
 * and values of all tags, and of roles; ids, coordinates in units of 1e-7 degrees, refs and members' ids are summed.
 */
const CENSUSES = `
nodes                  221009           180118            50639            61096            24168
taggedNodes             12620             3090             4215              865              177
nodeTags                34925             5896             6845             1126              267
ways                    31619            27377             8619             7105             4590
refs                   266661           238855            66020            71433            38102
wayTags                121466            63957            49391            36561             7999
relations                1700              212              158               36                7
members                110710             2008              476              109              838
relationTags             7441             2595              401               72               30
tagLetters            2394284          2795341          1105649           712245           140311
roleLetters            142949             4784             1423              327             3163
ids           376071166383931  260097948299495   71628324349757   53183619452855   41060024264472
lats          109212618475740   78794191533739   19710319600064   24072335226315   -4947278724129
lngs           19270867417260   13361899242575  -39011673826024  -46878987885032  -13188003830244
refIds        435159030462594  334887773410466   95860221010317   61297831800620   63123576695340
memberIds      27892807717169     493189427938     173973332576      37573864214     114790445134
`;

type Census = Record<string, number>;

/** The column of {@linkcode CENSUSES} for one map. */
function censusOf(column: number): Census {
  const rows = CENSUSES.trim().split("\n").map((line) => line.split(/ +/));
  return Object.fromEntries(rows.map(([what, ...counts]) => [what!, Number(counts[column])]));
}

for (const [column, name] of MAPS.entries()) {
  Deno.test({
    name: `${name} holds what osmium reads from it`,
    ignore: mapIsMissing(name),
    async fn() {
      await using folder = await tempFolder();
      const { census, handlers } = counter();
      const source = await openOsm(await pbfOf(mapPath(name), folder.path));
      await source.read(handlers);
      assertEquals(census, censusOf(column));
    },
  });
}

function counter(): { census: Census; handlers: OsmHandlers } {
  const census: Census = {};
  const add = (what: string, count: number) => census[what] = (census[what] ?? 0) + count;

  function addTags(of: string, tags: Tags): void {
    const texts = Object.entries(tags).flat();
    add(of, texts.length / 2);
    for (const text of texts) add("tagLetters", [...text].length);
  }

  const handlers: OsmHandlers = {
    node(id, lat, lng, tags) {
      add("nodes", 1);
      add("ids", id);
      add("lats", lat);
      add("lngs", lng);
      if (tags === null) return;
      add("taggedNodes", 1);
      addTags("nodeTags", tags);
    },
    way(id, refs, tags) {
      add("ways", 1);
      add("ids", id);
      for (const ref of refs()) {
        add("refs", 1);
        add("refIds", ref);
      }
      addTags("wayTags", tags);
    },
    relation(id, members, tags) {
      add("relations", 1);
      add("ids", id);
      for (const { ref, role } of members()) {
        add("members", 1);
        add("memberIds", ref);
        add("roleLetters", [...role].length);
      }
      addTags("relationTags", tags);
    },
  };
  return { census, handlers };
}
