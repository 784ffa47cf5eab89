/** The two servers on the same map: their latency, rate and memory. */
import { join } from "node:path";
import type { LatLng } from "../../../src/domain/location.ts";
import { editedSample } from "../../support/edited_sample.ts";
import { serveOsrm } from "../../support/osrm.ts";
import { residentMb } from "../../support/process_state.ts";
import { NO_LIMITS } from "../../service/_guests.ts";
import { startServiceProcess } from "../../support/service_process.ts";
import { median, medians, milliseconds } from "../figures.ts";
import { type HttpRequest, inTurn, runWrkTaken } from "../wrk.ts";
import type { Prepared } from "./prepare.ts";

/** Figures of each server. */
interface Served {
  /** Milliseconds from its start to its first answer. */
  readonly start: number;
  /** Answers a second, 16 callers; milliseconds at the median, one caller. */
  readonly perSecond: number;
  readonly latency: number;
  /** MB resident after that. */
  readonly memory: number;
  /** Milliseconds for all points at once; NaN if not measured. */
  readonly table: number;
}
type Engine = "ours" | "osrm";

interface Server extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
}

interface Candidate {
  start(): Promise<Server>;
  readonly request: (point: LatLng) => HttpRequest;
  readonly table: HttpRequest | null;
}

const STARTS = 3;
const ROUNDS = 5;
const CALLERS = 16;

/** The engines alternate, so that other load on the machine affects all alike. */
export async function measureServers(
  { ours, osrm }: Prepared,
  folder: string,
  origin: LatLng,
  points: readonly LatLng[],
): Promise<Record<Engine, Served>> {
  const env = await environment(folder, ours, origin);
  const candidates: Record<Engine, Candidate> = {
    ours: { start: () => startServiceProcess({ env }), request: ourRequest, table: null },
    osrm: {
      start: () => serveOsrm(osrm),
      request: (point) => osrmRequest(origin, point),
      table: osrmTable(origin, points),
    },
  };
  await using servers = await startAll(candidates, points[0]!);
  const figures = new Map<Engine, Served[]>(ENGINES.map((engine) => [engine, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const engine of ENGINES) {
      const { server, start } = servers.running[engine];
      const { request, table } = candidates[engine];
      const script = inTurn(points.map(request));
      const { perSecond } = await runWrkTaken(server.url, { script, connections: CALLERS });
      const { p50: latency } = await runWrkTaken(server.url, { script, connections: 1 });
      const memory = await residentMb(server.pid);
      const all = table === null
        ? NaN
        : await milliseconds(1, () => sendOrThrow(server.url, table));
      figures.get(engine)!.push({ start, perSecond, latency, memory, table: all });
    }
  }
  return Object.fromEntries(
    ENGINES.map((engine) => [engine, medians(figures.get(engine)!)]),
  ) as Record<Engine, Served>;
}

const ENGINES: readonly Engine[] = ["ours", "osrm"];

async function environment(
  folder: string,
  map: string,
  origin: LatLng,
): Promise<Record<string, string>> {
  const RESTAURANT_FILE = join(folder, "restaurante.json");
  const file = editedSample(["ubicacion", origin], ["envio.radio_maximo_km", 100]);
  await Deno.writeTextFile(RESTAURANT_FILE, file);
  return {
    RESTAURANT_FILE,
    MAP_FILE: map,
    BASE_URL: "https://mesa.example",
    ...NO_LIMITS,
  };
}

/** Starts each several times to its first answer, and leaves the last one running. */
async function startAll(candidates: Readonly<Record<Engine, Candidate>>, point: LatLng) {
  await using stack = new AsyncDisposableStack();
  const running = {} as Record<Engine, { server: Server; start: number }>;
  for (const engine of ENGINES) {
    const { start, request } = candidates[engine];
    const times: number[] = [];
    for (let turn = 1; turn <= STARTS; turn++) {
      const began = performance.now();
      const server = await start();
      await sendOrThrow(server.url, request(point));
      times.push(performance.now() - began);
      if (turn < STARTS) await server[Symbol.asyncDispose]();
      else running[engine] = { server: stack.use(server), start: median(times) };
    }
  }
  const kept = stack.move();
  return { running, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

async function sendOrThrow(url: string, { method, path, body }: HttpRequest): Promise<void> {
  const response = await fetch(`${url}${path}`, { method, ...(body ? { body } : {}) });
  await response.arrayBuffer();
  if (response.status !== 200) {
    throw new Error(`${path.slice(0, 40)} was answered ${response.status}`);
  }
}

/** As guests send it. */
function ourRequest({ lat, lng }: LatLng): HttpRequest {
  return { method: "GET", path: `/api/envio?lat=${lat}&lng=${lng}` };
}

/** The same for osrm-routed, with the smallest answer. */
function osrmRequest(origin: LatLng, { lat, lng }: LatLng): HttpRequest {
  const ends = `${origin.lng},${origin.lat};${lng},${lat}`;
  return { method: "GET", path: `/route/v1/driving/${ends}?overview=false&radiuses=;200` };
}

/** All points from one origin at once, for osrm-routed. */
function osrmTable(origin: LatLng, points: readonly LatLng[]): HttpRequest {
  const ends = [origin, ...points].map(({ lat, lng }) => `${lng},${lat}`).join(";");
  return {
    method: "GET",
    path: `/table/v1/driving/${ends}?sources=0&annotations=duration,distance`,
  };
}
