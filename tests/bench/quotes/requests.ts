/** The same request to each over HTTP: the drive from the restaurant to a point. */
import type { LatLng } from "../../../src/domain/location.ts";

/** A request to a server, without its address. */
export interface HttpRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: string;
}

/** As guests send it. */
export function ourRequest({ lat, lng }: LatLng): HttpRequest {
  return { method: "GET", path: `/api/envio?lat=${lat}&lng=${lng}` };
}

/** The same for osrm-routed, with the smallest answer. */
export function osrmRequest(origin: LatLng, { lat, lng }: LatLng): HttpRequest {
  const ends = `${origin.lng},${origin.lat};${lng},${lat}`;
  return { method: "GET", path: `/route/v1/driving/${ends}?overview=false&radiuses=;200` };
}

/** The same for valhalla_service. */
export function valhallaRequest(origin: LatLng, { lat, lng }: LatLng): HttpRequest {
  const locations = [
    { lat: origin.lat, lon: origin.lng },
    { lat, lon: lng, search_cutoff: 200 },
  ];
  const body = { locations, costing: "auto", directions_type: "none" };
  return { method: "POST", path: "/route", body: JSON.stringify(body) };
}

/** All points from one origin at once, for osrm-routed. */
export function osrmTable(origin: LatLng, points: readonly LatLng[]): HttpRequest {
  const ends = [origin, ...points].map(({ lat, lng }) => `${lng},${lat}`).join(";");
  return {
    method: "GET",
    path: `/table/v1/driving/${ends}?sources=0&annotations=duration,distance`,
  };
}

/** The same for valhalla_service. */
export function valhallaTable(origin: LatLng, points: readonly LatLng[]): HttpRequest {
  const place = ({ lat, lng }: LatLng) => ({ lat, lon: lng });
  const body = { sources: [place(origin)], targets: points.map(place), costing: "auto" };
  return { method: "POST", path: "/sources_to_targets", body: JSON.stringify(body) };
}

/** Sends a request and reads the whole answer. @returns its status */
export async function send(url: string, { method, path, body }: HttpRequest): Promise<number> {
  const response = await fetch(`${url}${path}`, { method, ...(body ? { body } : {}) });
  await response.arrayBuffer();
  return response.status;
}
