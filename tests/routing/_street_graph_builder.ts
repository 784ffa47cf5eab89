/** Builds street graphs of junctions and the streets between them. */
import type { LatLng } from "../../src/domain/location.ts";
import { toUnits } from "../../src/routing/coordinates.ts";
import {
  type CarDirection,
  freeTurns,
  streetColumns,
  streetsOfColumns,
} from "../../src/routing/street_columns.ts";
import type { StreetGraph } from "../../src/routing/street_graph.ts";

/** A street between two junctions. */
export interface Street {
  /** Numbers of junctions from `addJunction`. Both may be the same. */
  readonly from: number;
  readonly to: number;
  /** Points between the two, in order; none for a straight street. */
  readonly bends?: readonly LatLng[];
  readonly name: string | null;
  /** Speed in km/h from `from` to `to`; null if that direction is closed. */
  readonly forwardKmh: number | null;
  /** Speed in km/h from `to` to `from`; null if that direction is closed. */
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
      columns.street.push({
        forward: driveAt(street.forwardKmh),
        backward: driveAt(street.backwardKmh),
        name: street.name,
        stops: true,
      });
    },
    build() {
      const streets = streetsOfColumns(columns);
      return { ...streets, turns: freeTurns(columns, streets) };
    },
  };
}

function driveAt(kmh: number | null): CarDirection | null {
  return kmh === null ? null : { kmh, comfort: 1, access: "open" };
}
