/** Runs of wrk (Debian's package), on one thread, and the Lua scripts that make its requests. */

interface WrkOptions {
  /** Default: 32. */
  readonly connections?: number;
  /** Default: 2. */
  readonly seconds?: number;
  /** Lua that makes the requests. Default: a GET of the address. */
  readonly script?: string | undefined;
}

export interface WrkRun {
  readonly requests: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Answers that were not 2xx or 3xx. */
  readonly refused: number;
  /** Requests without an answer in two seconds. */
  readonly unanswered: number;
}

const PRINT_RESULT = `
done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format("RESULT %d %f %f %f %d %d\\n", summary.requests, summary.requests / summary.duration * 1e6,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, errors.status, errors.timeout + errors.read))
end
`;

export async function runWrk(url: string, options: WrkOptions = {}): Promise<WrkRun> {
  const { connections = 32, seconds = 2, script = "" } = options;
  const file = await Deno.makeTempFile({ suffix: ".lua" });
  try {
    await Deno.writeTextFile(file, `${script}${PRINT_RESULT}`);
    const { stdout } = await new Deno.Command("wrk", {
      args: ["-t1", `-c${connections}`, `-d${seconds}s`, "--script", file, url],
    }).output();
    const text = new TextDecoder().decode(stdout);
    const figures = /^RESULT (.*)$/m.exec(text)?.[1]?.split(" ").map(Number);
    if (figures?.length !== 6) throw new Error(`wrk on ${url} printed no result: ${text}`);
    const [requests = 0, perSecond = 0, p50 = 0, p99 = 0, refused = 0, unanswered = 0] = figures;
    return { requests, perSecond, p50, p99, refused, unanswered };
  } finally {
    await Deno.remove(file);
  }
}

/**
 * A script that posts `body` with `PHONE` in it replaced by another guest's each time.
 * @param first the number of the first guest
 */
export function posts(
  body: unknown,
  first: number,
  headers: Readonly<Record<string, string>> = {},
): string {
  const [before, after] = JSON.stringify(body).split("PHONE");
  const lines = Object.entries({ "Content-Type": "application/json", ...headers })
    .map(([name, value]) => `wrk.headers["${name}"] = "${value}"`);
  return `local n = ${first}
wrk.method = "POST"
${lines.join("\n")}
request = function()
  n = n + 1
  return wrk.format(nil, nil, nil, [==[${before}]==] .. string.format("+52999%07d", n) .. [==[${after}]==])
end`;
}
