/**
 * Measures, in a process of its own, the processor time of all that the routes of one side read: prints a line of JSON
 * for each reader and shape. Processor time does not depend on what else the machine does, and the least of several
 * runs not on collected garbage.
 */
// deno-lint-ignore-file no-console -- its output is what the test reads
import process from "node:process";
import { orderables } from "../../src/domain/menu.ts";
import type { Listener, Route } from "../../src/http/router.ts";
import { attackedBoard } from "../staff/_attacked.ts";
import {
  filled,
  FILLS,
  type Good,
  goodRequests,
  HEADER_FILLS,
  jsonShapes,
  numbered,
  type Side,
} from "./_readers.ts";

/** What one shape cost beyond the good request, in milliseconds of all threads of the process. */
export interface Cost {
  readonly route: string;
  readonly shape: string;
  readonly bytes: number;
  readonly status: number;
  readonly ms: number;
  readonly limit: number;
  /** The cost over that of half the bytes; null if it is below half the limit, where it is mostly noise. */
  readonly ratio: number | null;
}

/** Every begun 64 KB may take so many milliseconds. */
const PAGE = 65_536;
const MS_A_PAGE = 5;
/** Deno takes no longer address, nor a longer head. */
const MAX_ADDRESS = 65_000;
const MAX_HEADER = 384_000;
/** A folder in a tar archive, of which a reader looks at every byte. */
const TAR_FOLDER = [
  ...["a/".padEnd(124, "\0"), "00000000000\0".repeat(2), "004164\0 5"],
  "ustar\x0000".padStart(108, "\0"),
].join("").padEnd(512, "\0");

const PEER = "203.0.113.5";

const [side, part] = Deno.args as [Side, string];
await using board = await attackedBoard({
  proxies: ["203.0.113.0/24"],
});
const served = side === "guests" ? board.app : board;
const own: Record<string, string> = side === "guests"
  ? { origin: board.app.url }
  : { cookie: board.cookie, "sec-fetch-site": "same-origin" };
const dishes = new Set(orderables(board.app.deps.restaurant().menu).keys());

interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly body?: BodyInit;
  readonly headers?: Record<string, string>;
}

for (const route of served.routes) {
  // One of them ends the session.
  if (side === "staff") own.cookie = (await board.signIn("Wendy")).cookie;
  for (const good of await goodRequests(side, route, board)) {
    if (part === "heads") await measureHead(route, good);
    else await measureBody(route, good);
  }
}
for (const { error } of [...board.errors, ...board.app.errors]) console.error(error);
Deno.exit(0);

async function measureHead(route: Route, good: Good): Promise<void> {
  const sent = goodOf(route, good);
  const { names, headers } = await readBy(sent);
  // A POST asks for the fields of its form.
  const asked = sent.body === undefined ? names : [];
  const known = asked.filter((name) => !dishes.has(name));
  const shapes: Record<string, (bytes: number) => string> = {
    "distinct names": (bytes) => numbered(bytes, (n) => n, "&"),
    "equal names": (bytes) => filled(`${known[0] ?? "x"}=1&`, bytes),
    separators: (bytes) => filled("&", bytes),
    "a long name": (bytes) => filled("a", bytes),
    "encoded letters": (bytes) => `x=${filled("%41", bytes)}`,
  };
  for (const name of [...known, ...asked.filter((name) => dishes.has(name)).slice(0, 1)]) {
    for (const [fill, unit] of Object.entries(FILLS)) {
      shapes[`${name}: ${fill}`] = (bytes) => `${name}=${filled(encodeURIComponent(unit), bytes)}`;
    }
  }
  const cost = meter(route, sent);
  for (const [shape, make] of Object.entries(shapes)) {
    await cost(
      `?${shape}`,
      MAX_ADDRESS,
      (bytes) => ({ ...sent, path: `${sent.path}?${make(bytes)}` }),
    );
  }
  if (route.path.includes("{") && sent.body === undefined) {
    const stem = route.path.slice(0, route.path.indexOf("{"));
    for (const [fill, unit] of Object.entries({ ...FILLS, percents: "%", seals: "A" })) {
      const one = encodeURI(unit).replace(/[/?#]/g, "A");
      await cost(
        `{}: ${fill}`,
        MAX_ADDRESS,
        (bytes) => ({ ...sent, path: stem + filled(one, bytes) }),
      );
    }
  }
  for (const name of headers) {
    for (const [fill, unit] of Object.entries(HEADER_FILLS)) {
      const kept = name === "cookie" ? `${own.cookie ?? ""}; ` : "";
      await cost(`${name}: ${fill}`, MAX_HEADER, (bytes) => {
        return { ...sent, headers: { ...sent.headers, [name]: `${kept}${filled(unit, bytes)}"` } };
      });
    }
  }
}

async function measureBody(route: Route, good: Good): Promise<void> {
  const { maxBytes = 0, form, json } = good;
  const sent = goodOf(route, good);
  const cost = meter(route, sent);
  if (json) {
    const around = json.wrap("").length;
    for (const [shape, make] of Object.entries(jsonShapes(json.value))) {
      await cost(shape, maxBytes, (bytes) => ({ ...sent, body: json.wrap(make(bytes - around)) }));
    }
  }
  if (!form) return;
  const { names } = await readBy(sent);
  const asked = [...names.filter((name) => !dishes.has(name)), ...Object.keys(form)];
  const encoded = (fields: Record<string, string>) => String(new URLSearchParams(fields));
  const text = encoded(form);
  const room = (bytes: number) => bytes - text.length - 20;
  const shapes: Record<string, (bytes: number) => string> = {
    "distinct names": (bytes) => `${text}&${numbered(room(bytes), (n) => n, "&")}`,
    "rows of lists": (bytes) =>
      `${text}&${
        numbered(room(bytes), (n) => `secciones.0.platillos.${parseInt(n, 36) % 999}.${n}=1`, "&")
      }`,
    separators: (bytes) => text + filled("&", room(bytes)),
    "a long name": (bytes) => `${text}&${filled(".", room(bytes))}`,
    "as many fields as are read": (bytes) => fieldsOf(180, room(bytes), (n) => `${n}`),
    "as many rows as are read": (bytes) =>
      fieldsOf(
        180,
        room(bytes),
        (n) => `secciones.0.platillos.${n}.presentaciones.${n}.etiqueta.es`,
      ),
  };
  function fieldsOf(count: number, bytes: number, name: (n: number | string) => string): string {
    const each = Math.floor(bytes / count) - 70;
    const more = Array.from(
      { length: count },
      (_, n) => `${name(999 - n)}=${"a".repeat(Math.max(each, 0))}`,
    );
    return [text, ...more].join("&");
  }
  // Each text in a form of megabytes goes the same way as in one of 64 KB.
  const bytesOfText = Math.min(maxBytes, 262_144);
  for (const [shape, make] of Object.entries(shapes)) {
    await cost(shape, maxBytes, (bytes) => ({ ...sent, body: make(bytes) }));
  }
  for (const name of new Set(asked)) {
    for (const [fill, unit] of Object.entries(FILLS)) {
      const one = encodeURIComponent(unit);
      await cost(`${name}: ${fill}`, bytesOfText, (bytes) => {
        const others = encoded(
          Object.fromEntries(Object.entries(form).filter(([key]) => key !== name)),
        );
        return {
          ...sent,
          body: `${others}&${encodeURIComponent(name)}=${filled(one, room(bytes))}`,
        };
      });
    }
  }
  const [longest = "x"] = Object.keys(form).toReversed();
  for (const [shape, make] of Object.entries(multipartShapes(form, longest))) {
    const headers = { ...sent.headers, "content-type": "multipart/form-data; boundary=xYzZy" };
    await cost(
      `multipart, ${shape}`,
      maxBytes,
      (bytes) => ({ ...sent, headers, body: make(bytes) }),
    );
  }
}

function multipartShapes(
  form: Readonly<Record<string, string>>,
  name: string,
): Readonly<Record<string, (bytes: number) => string>> {
  const field = (name: string, value: string, more = "") =>
    `--xYzZy\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
  const base = Object.entries(form).map(([name, value]) => field(name, value)).join("");
  const end = "--xYzZy--\r\n";
  const room = (bytes: number) => bytes - base.length - 200;
  return {
    "distinct names": (bytes) => base + numbered(room(bytes), (n) => field(n, ""), "") + end,
    "a long text": (bytes) => base + field(name, filled("a", room(bytes))) + end,
    "a file": (bytes) =>
      base + field("texto", filled("a", room(bytes)), '; filename="a.json"') + end,
    "an archive": (bytes) =>
      base + field("texto", filled(TAR_FOLDER, room(bytes)), '; filename="a.tar"') + end,
    "an image": (bytes) =>
      base +
      field("presentacion.foto_nueva", filled("\x89PNG", room(bytes)), '; filename="a.png"') + end,
    dashes: (bytes) => base + field(name, filled("\r\n--xYzZ", room(bytes))) + end,
    "a long head": (bytes) => base + field(filled("a", room(bytes)), "") + end,
  };
}

function goodOf({ method }: Route, { path, form, json }: Good): Sent {
  const body = json
    ? json.wrap(JSON.stringify(json.value))
    : form && String(new URLSearchParams(form));
  const type = json ? "application/json" : "application/x-www-form-urlencoded";
  const headers = { ...own, ...(body === undefined ? {} : { "content-type": type }) };
  return {
    method: method === "*" ? "POST" : method,
    path,
    headers,
    ...(body === undefined ? {} : { body }),
  };
}

/** The names of parameters and fields, and the headers, that the route asks for. */
async function readBy(sent: Sent): Promise<{ names: string[]; headers: string[] }> {
  const [names, headers] = [new Set<string>(), new Set<string>()];
  const restore = [
    ...["get", "has", "getAll"].map((method) => watched(URLSearchParams.prototype, method, names)),
    ...["get", "has"].map((method) => watched(Headers.prototype, method, headers)),
  ];
  await once(sent);
  await once({ ...sent, path: `${sent.path}?n=1` });
  for (const undo of restore) undo();
  // Those that the listener itself reads, or that say how the body comes.
  for (const name of ["host", "expect", "content-length", "transfer-encoding"]) {
    headers.delete(name);
  }
  return { names: [...names], headers: [...headers] };
}

function watched(prototype: object, method: string, seen: Set<string>): () => void {
  // deno-lint-ignore no-explicit-any -- a method of the platform's own
  const methods = prototype as any;
  const real = methods[method];
  methods[method] = function (name: string, ...rest: unknown[]) {
    seen.add(name);
    return real.call(this, name, ...rest);
  };
  return () => void (methods[method] = real);
}

function limitOf(bytes: number): number {
  return MS_A_PAGE * Math.max(1, bytes / PAGE);
}

function meter(
  route: Route,
  good: Sent,
): (shape: string, bytes: number, make: (bytes: number) => Sent) => Promise<void> {
  let base: number | undefined;
  return async (shape, bytes, make) => {
    base ??= (await least(good, 8, 0)).ms;
    const limit = limitOf(bytes);
    const { status, ...whole } = await least(make(bytes), 4, base + limit / 2);
    let [ms, ratio]: [number, number | null] = [whole.ms - base, null];
    // What may be too much is measured up to four times.
    for (let round = 0; round < 4 && ms > limit / 2 && (ms > limit || !(ratio! <= 2.3)); round++) {
      base = Math.min(base, (await least(good, 8, 0)).ms);
      ms = Math.min(ms, (await least(make(bytes), 8, 0)).ms - base);
      const half = await least(make(Math.floor(bytes / 2)), 8, 0);
      ratio = ms / Math.max(half.ms - base, limit / 8);
    }
    const cost: Cost = {
      route: `${route.method} ${route.path}`,
      shape,
      bytes,
      status,
      ms,
      limit,
      ratio: ms > limit / 2 ? ratio : null,
    };
    console.log(JSON.stringify(cost));
  };
}

/** The least of up to `runs` runs; the first that is below `enough` ends them, and so does one of 300 ms. */
async function least(
  sent: Sent,
  runs: number,
  enough: number,
): Promise<{ ms: number; status: number }> {
  let best = { ms: Infinity, status: 0 };
  for (let run = 0; run < runs && best.ms > enough; run++) {
    const one = await once(sent);
    if (one.ms < best.ms) best = one;
    if (one.ms > 300) break;
  }
  return best;
}

async function once(
  { method, path, body, headers = own }: Sent,
): Promise<{ ms: number; status: number }> {
  const listener: Listener = served.listener;
  const { length } = new TextEncoder().encode(String(body ?? ""));
  const request = new Request(served.url + path, {
    method,
    body,
    headers: { ...headers, "content-length": `${length}` },
  });
  const before = process.cpuUsage();
  const response = await listener(request, () => PEER);
  await response.bytes();
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1_000, status: response.status };
}
