/** What receives bad requests: the application in this process, or the executable that SOBREMESA names. */
import type { RequestLine } from "../../src/log.ts";
import { countRows } from "../operations/_checked_app.ts";
import { NO_LIMITS } from "../service/_guests.ts";
import { rowsInFile } from "../service/_rows.ts";
import { type LogLine, startServiceProcess } from "../support/service_process.ts";
import { testApp, type TestAppOptions } from "../support/test_app.ts";

export interface Target extends AsyncDisposable {
  readonly port: number;
  /** Methods and routes, as logged. */
  requests(): readonly Pick<RequestLine, "method" | "route">[];
  /** Unexpected errors. */
  errors(): readonly unknown[];
  /** How many reservations there are. */
  reservations(): Promise<number>;
}

/** Whether an executable is tested: it has the machine's clock, the sample and the real time-out of bodies. */
export const IS_EXECUTABLE: boolean = Deno.env.get("SOBREMESA") !== undefined;

/** @param options `bodyTimeoutMs` is 10 seconds with an executable */
export async function startTarget(
  options: Pick<TestAppOptions, "limits" | "bodyTimeoutMs"> = {},
): Promise<Target> {
  return IS_EXECUTABLE ? await executable(options) : await inProcess(options);
}

async function inProcess(options: TestAppOptions): Promise<Target> {
  const app = await testApp(options);
  return {
    port: app.port,
    requests: () => app.requests,
    errors: () => app.errors,
    reservations: () => countRows(app, "reservations"),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

async function executable({ limits = {} }: TestAppOptions): Promise<Target> {
  const set = Object.entries(limits).map(([name, { tokens, seconds }]) =>
    [`RATE_LIMIT_${name.toUpperCase()}`, `${tokens}/${seconds}`] as const
  );
  const env = { ...NO_LIMITS, ...Object.fromEntries(set), LOG_LEVEL: "debug" };
  const service = await startServiceProcess({ env });
  const lines = () => service.lines.map((line): LogLine => JSON.parse(line));
  return {
    port: Number(new URL(service.url).port),
    requests: () =>
      lines().filter(({ message }) => message === "request")
        .map(({ method, route }) => ({ method: String(method), route: String(route) })),
    errors: () => [...lines().filter(({ level }) => level === "error"), ...service.errorLines],
    reservations: async () => (await rowsInFile(service.dataDir)).size,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}
