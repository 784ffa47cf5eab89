import type { LatLng } from "../domain/location.ts";
import { toUnits } from "./coordinates.ts";
import { graphOfColumns, streetColumns } from "./street_columns.ts";
import { ACCESS, type StreetGraph } from "./street_graph.ts";

/** A street between two junctions. */
export interface Street {
  /** Junctions, as `addJunction` numbered them. They may be the same one. */
  readonly from: number;
  readonly to: number;
  /** Points between the two, in order; none for a straight street. */
  readonly bends?: readonly LatLng[];
  readonly name: string | null;
  /** Speed in km/h from `from` to `to`; null where that direction is closed. */
  readonly forwardKmh: number | null;
  /** Speed in km/h from `to` to `from`; null where that direction is closed. */
  readonly backwardKmh: number | null;
}

export interface StreetGraphBuilder {
  /** @returns the junction's number, from 0 */
  addJunction(point: LatLng): number;
  addStreet(street: Street): void;
  /** The graph of all that was added. */
  build(): StreetGraph;
}

/** Collects junctions and the streets between them, in any order, into a {@linkcode StreetGraph}. */
export function streetGraphBuilder(): StreetGraphBuilder {
  const junctionLat: number[] = [];
  const junctionLng: number[] = [];
  const columns = streetColumns();

  function addPoint(lat: number, lng: number): void {
    columns.pointLat.push(lat);
    columns.pointLng.push(lng);
  }

  return {
    addJunction(point) {
      junctionLng.push(toUnits(point.lng));
      return junctionLat.push(toUnits(point.lat)) - 1;
    },
    addStreet(street) {
      addPoint(junctionLat[street.from]!, junctionLng[street.from]!);
      for (const { lat, lng } of street.bends ?? []) addPoint(toUnits(lat), toUnits(lng));
      addPoint(junctionLat[street.to]!, junctionLng[street.to]!);
      columns.firstPoint.push(columns.pointLat.length);
      columns.from.push(street.from);
      columns.to.push(street.to);
      for (const way of ["forward", "backward"] as const) {
        columns[way].kmh.push(street[`${way}Kmh`] ?? 0);
        columns[way].comfort.push(1);
        columns[way].access.push(ACCESS.open);
      }
      columns.noStop.push(0);
      columns.name.push(columns.nameIndex(street.name));
    },
    build: () => graphOfColumns(junctionLat.length, columns),
  };
}
