/** The same question put to each over HTTP: the drive from the restaurant to a point. */
import type { LatLng } from "../../../src/domain/location.ts";

/** A request to a server, without its address. */
export interface Question {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: string;
}

/** What guests ask. */
export function ourQuestion({ lat, lng }: LatLng): Question {
  return { method: "GET", path: `/api/envio?lat=${lat}&lng=${lng}` };
}

/** What osrm-routed is asked for the same, as little as it gives. */
export function osrmQuestion(origin: LatLng, { lat, lng }: LatLng): Question {
  const ends = `${origin.lng},${origin.lat};${lng},${lat}`;
  return { method: "GET", path: `/route/v1/driving/${ends}?overview=false&radiuses=;200` };
}

/** What valhalla_service is asked for the same. */
export function valhallaQuestion(origin: LatLng, { lat, lng }: LatLng): Question {
  const locations = [
    { lat: origin.lat, lon: origin.lng },
    { lat, lon: lng, search_cutoff: 200 },
  ];
  const body = { locations, costing: "auto", directions_type: "none" };
  return { method: "POST", path: "/route", body: JSON.stringify(body) };
}

/** All points from one origin at once, at osrm-routed. */
export function osrmTable(origin: LatLng, points: readonly LatLng[]): Question {
  const ends = [origin, ...points].map(({ lat, lng }) => `${lng},${lat}`).join(";");
  return {
    method: "GET",
    path: `/table/v1/driving/${ends}?sources=0&annotations=duration,distance`,
  };
}

/** The same at valhalla_service. */
export function valhallaTable(origin: LatLng, points: readonly LatLng[]): Question {
  const place = ({ lat, lng }: LatLng) => ({ lat, lon: lng });
  const body = { sources: [place(origin)], targets: points.map(place), costing: "auto" };
  return { method: "POST", path: "/sources_to_targets", body: JSON.stringify(body) };
}

/** Asks, and reads the answer to its end. @returns its status */
export async function ask(url: string, { method, path, body }: Question): Promise<number> {
  const response = await fetch(`${url}${path}`, { method, ...(body ? { body } : {}) });
  await response.arrayBuffer();
  return response.status;
}
