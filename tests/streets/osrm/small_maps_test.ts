/** Compares the built-in router with a live OSRM on small maps of every kind, joined into one. */
import { assertEquals } from "@std/assert";
import { join } from "node:path";
import type { LatLng } from "../../../src/domain/location.ts";
import { toUnits } from "../../../src/streets/coordinates.ts";
import { openOsm } from "../../../src/streets/osm_pbf/open_osm.ts";
import { importStreets } from "../../../src/streets/import/import_streets.ts";
import { PREFERENCES } from "../../../src/streets/shortest_path_tree.ts";
import { type OsmElement, pbfFile } from "../../support/osm_files.ts";
import { osrmIsMissing, startOsrm } from "../../support/osrm.ts";
import { tempFolder } from "../../support/temp_folder.ts";
import { at, streetRouter } from "../_small_graphs.ts";
import { osrmRoute } from "./_agreement.ts";
import { APART, type Drawing, DRAWINGS } from "./_drawings.ts";

/** The maps stand this far apart, so many in a row. */
const APART_METERS = 4_000;
const IN_A_ROW = 16;
const ID_STEP = 1_000;

/** Where the n-th map stands: the difference of its points from those drawn, in degrees. */
function shiftOf(n: number): LatLng {
  const [origin, place] = [
    at(0, 0),
    at(APART_METERS * (n % IN_A_ROW), APART_METERS * Math.floor(n / IN_A_ROW)),
  ];
  return { lat: place.lat - origin.lat, lng: place.lng - origin.lng };
}

function moved({ lat, lng }: LatLng, shift: LatLng): LatLng {
  return { lat: lat + shift.lat, lng: lng + shift.lng };
}

function shifted(elements: readonly OsmElement[], n: number): OsmElement[] {
  const shift = shiftOf(n);
  const add = ID_STEP * n;
  return elements.map((element) => {
    const id = element.id + add;
    if (element.type === "node") {
      return {
        ...element,
        id,
        lat: element.lat + toUnits(shift.lat),
        lng: element.lng + toUnits(shift.lng),
      };
    }
    if (element.type === "way") {
      return {
        ...element,
        id,
        refs: element.refs.map((ref) => ref + add),
      };
    }
    const members = element.members.map((member) => ({ ...member, ref: member.ref + add }));
    return { ...element, id, members };
  });
}

/** One map of all drawings: nodes, then ways, then relations. */
function joinedMap(drawings: readonly Drawing[]): OsmElement[] {
  const all = drawings.flatMap(({ elements }, n) => shifted(elements, n));
  return ["node", "way", "relation"].flatMap((type) =>
    all.filter((element) => element.type === type).sort((a, b) => a.id - b.id)
  );
}

Deno.test({
  name: "small maps of every kind: drives go as far as OSRM's and take as long",
  ignore: osrmIsMissing("ors_heidelberg.test.pbf"),
  async fn() {
    await using folder = await tempFolder();
    const path = join(folder.path, "drawings.osm.pbf");
    await Deno.writeFile(path, pbfFile(joinedMap(DRAWINGS)));
    const apart: string[] = [];
    await using osrm = await startOsrm(path);
    for (const [n, { name, elements, drives }] of DRAWINGS.entries()) {
      const shift = shiftOf(n);
      const own = join(folder.path, "own.osm.pbf");
      await Deno.writeFile(own, pbfFile(shifted(elements, n)));
      const { graph } = await importStreets(await openOsm(own));
      for (const [i, [from, to]] of drives.entries()) {
        const [start, end] = [moved(from, shift), moved(to, shift)];
        const other = await osrmRoute(osrm.url, start, end);
        const route = streetRouter(graph, start, { preference: PREFERENCES.fastest })(end);
        const ours = route.kind === "route"
          ? `${Math.round(route.meters)} m, ${Math.round(route.seconds)} s`
          : "none";
        const theirs = other
          ? `${Math.round(other.meters)} m, ${Math.round(other.seconds)} s`
          : "none";
        const same = route.kind === "route" && other !== null
          ? Math.abs(route.meters - other.meters) <= 1.5 &&
            Math.abs(route.seconds - other.seconds) <= 1.5
          : (route.kind === "route") === (other !== null);
        if (!same) apart.push(`${name}, drive ${i}: ${ours}; OSRM ${theirs}`);
      }
    }
    const isListed = (what: string) => APART.some((kind) => kind.test(what));
    assertEquals(apart.filter((what) => !isListed(what)), []);
    assertEquals(APART.filter((kind) => !apart.some((what) => kind.test(what))), []);
  },
});
