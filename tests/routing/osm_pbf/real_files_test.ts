import { assertEquals } from "@std/assert";
import type { OsmHandlers, Tags } from "../../../src/routing/osm_pbf/elements.ts";
import { openOsm } from "../../../src/routing/osm_pbf/open_osm.ts";
import { mapIsMissing, mapPath, pbfOf } from "../../support/routing_engine.ts";

/** Counts and sums over all elements of a file; texts are measured in code points. */
interface Census {
  nodes: number;
  taggedNodes: number;
  nodeTags: number;
  ways: number;
  refs: number;
  wayTags: number;
  relations: number;
  members: number;
  relationTags: number;
  /** Of keys and values of all tags. */
  tagLetters: number;
  roleLetters: number;
  /** Of all elements. */
  ids: number;
  /** In units of 1e-7 degrees. */
  lats: number;
  lngs: number;
  refIds: number;
  memberIds: number;
}

/** Counted by osmium (pyosmium 4.3.2). */
const CENSUSES: Readonly<Record<string, Census>> = {
  "ors_heidelberg.test.pbf": {
    nodes: 221_009,
    taggedNodes: 12_620,
    nodeTags: 34_925,
    ways: 31_619,
    refs: 266_661,
    wayTags: 121_466,
    relations: 1_700,
    members: 110_710,
    relationTags: 7_441,
    tagLetters: 2_394_284,
    roleLetters: 142_949,
    ids: 376_071_166_383_931,
    lats: 109_212_618_475_740,
    lngs: 19_270_867_417_260,
    refIds: 435_159_030_462_594,
    memberIds: 27_892_807_717_169,
  },
  "osrm_monaco.osm.pbf": {
    nodes: 180_118,
    taggedNodes: 3_090,
    nodeTags: 5_896,
    ways: 27_377,
    refs: 238_855,
    wayTags: 63_957,
    relations: 212,
    members: 2_008,
    relationTags: 2_595,
    tagLetters: 2_795_341,
    roleLetters: 4_784,
    ids: 260_097_948_299_495,
    lats: 78_794_191_533_739,
    lngs: 13_361_899_242_575,
    refIds: 334_887_773_410_466,
    memberIds: 493_189_427_938,
  },
  "r5_cathedral_no_left.osm.pbf": {
    nodes: 50_639,
    taggedNodes: 4_215,
    nodeTags: 6_845,
    ways: 8_619,
    refs: 66_020,
    wayTags: 49_391,
    relations: 158,
    members: 476,
    relationTags: 401,
    tagLetters: 1_105_649,
    roleLetters: 1_423,
    ids: 71_628_324_349_757,
    lats: 19_710_319_600_064,
    lngs: -39_011_673_826_024,
    refIds: 95_860_221_010_317,
    memberIds: 173_973_332_576,
  },
  "r5_reisterstown_via_restriction.osm.pbf": {
    nodes: 61_096,
    taggedNodes: 865,
    nodeTags: 1_126,
    ways: 7_105,
    refs: 71_433,
    wayTags: 36_561,
    relations: 36,
    members: 109,
    relationTags: 72,
    tagLetters: 712_245,
    roleLetters: 327,
    ids: 53_183_619_452_855,
    lats: 24_072_335_226_315,
    lngs: -46_878_987_885_032,
    refIds: 61_297_831_800_620,
    memberIds: 37_573_864_214,
  },
  "gh_campo-grande.osm.gz": {
    nodes: 24_168,
    taggedNodes: 177,
    nodeTags: 267,
    ways: 4_590,
    refs: 38_102,
    wayTags: 7_999,
    relations: 7,
    members: 838,
    relationTags: 30,
    tagLetters: 140_311,
    roleLetters: 3_163,
    ids: 41_060_024_264_472,
    lats: -4_947_278_724_129,
    lngs: -13_188_003_830_244,
    refIds: 63_123_576_695_340,
    memberIds: 114_790_445_134,
  },
};

for (const [name, expected] of Object.entries(CENSUSES)) {
  Deno.test({
    name: `${name} holds what osmium reads from it`,
    ignore: mapIsMissing(name),
    async fn() {
      const folder = await Deno.makeTempDir();
      try {
        const { census, handlers } = counter();
        const source = await openOsm(await pbfOf(mapPath(name), folder));
        await source.read(handlers);
        assertEquals(census, expected);
      } finally {
        await Deno.remove(folder, { recursive: true });
      }
    },
  });
}

function counter(): { census: Census; handlers: OsmHandlers } {
  const census: Census = {
    nodes: 0,
    taggedNodes: 0,
    nodeTags: 0,
    ways: 0,
    refs: 0,
    wayTags: 0,
    relations: 0,
    members: 0,
    relationTags: 0,
    tagLetters: 0,
    roleLetters: 0,
    ids: 0,
    lats: 0,
    lngs: 0,
    refIds: 0,
    memberIds: 0,
  };

  function countTags(tags: Tags): number {
    const texts = Object.entries(tags).flat();
    for (const text of texts) census.tagLetters += [...text].length;
    return texts.length / 2;
  }

  const handlers: OsmHandlers = {
    node(id, lat, lng, tags) {
      census.nodes++;
      census.ids += id;
      census.lats += lat;
      census.lngs += lng;
      if (tags === null) return;
      census.taggedNodes++;
      census.nodeTags += countTags(tags);
    },
    way(id, refs, tags) {
      census.ways++;
      census.ids += id;
      const nodes = refs();
      census.refs += nodes.length;
      for (const ref of nodes) census.refIds += ref;
      census.wayTags += countTags(tags);
    },
    relation(id, members, tags) {
      census.relations++;
      census.ids += id;
      const parts = members();
      census.members += parts.length;
      for (const { ref, role } of parts) {
        census.memberIds += ref;
        census.roleLetters += [...role].length;
      }
      census.relationTags += countTags(tags);
    },
  };
  return { census, handlers };
}
