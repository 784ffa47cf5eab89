/**
 * The event stream of open boards. It says only that something changed; each page then reads its day again. All boards that show a day
 * share one rendering of it.
 */
import type { Answer } from "../../http/answer.ts";
import { memo } from "../../http/memo.ts";
import type { Boards, StaffDeps } from "../../ports/staff.ts";
import type { StaffRoute } from "../route.ts";

export interface LiveBoards {
  /** Server-sent events for as long as the page reads them: `cambio` and, while nothing changes, `latido`. */
  open(): Answer;
  /** The answer of `read`, kept under `key` until something changes; not kept while no stream is open. */
  shared(key: string, read: () => Promise<Answer>): Promise<Answer>;
  /** Drops the kept answers. */
  forget(): void;
  /** Ends all streams. Call it before the server is shut down, which waits for them. */
  close(): void;
}

export interface LiveOptions {
  readonly deps: Pick<StaffDeps, "lastEvent" | "restaurant" | "state" | "now" | "clockDoubt">;
  readonly boards: Boards;
  /** The interval of heartbeats, by which a page knows that it is connected, in milliseconds. Default: 2,000. */
  readonly heartbeatMs?: number;
  /** Unread bytes at which a page is disconnected. Default: 16 KiB. */
  readonly unreadLimit?: number;
}

/** A page is sent at most one change in this time. */
const PACE_MS = 500;
const MINUTE_MS = 60_000;

/** GET /eventos. */
export function liveRoutes(live: LiveBoards): readonly StaffRoute[] {
  return [{
    method: "GET",
    path: "/eventos",
    forScript: true,
    show: ({ request }) => request.method === "HEAD" ? NO_STREAM : live.open(),
  }];
}

export function openLiveBoards(options: LiveOptions): LiveBoards {
  const { deps, boards, heartbeatMs = 2_000, unreadLimit = 1 << 14 } = options;
  const streams = new Set<PageStream>();
  let renderings = memo<Promise<Answer>>();
  const forget = () => void (renderings = memo());
  let stop: (() => void) | null = null;
  let closed = false;

  const sendAll = (event: "cambio" | "latido") => {
    for (const { send } of streams) send(EVENTS[event]);
  };
  const begin = () => {
    boards.setConnected(true);
    let seen = situationMark(deps);
    const pace = setInterval(() => {
      const now = situationMark(deps);
      if (now.some((each, index) => each !== seen[index])) sendAll("cambio");
      seen = now;
    }, PACE_MS);
    const heart = setInterval(() => sendAll("latido"), heartbeatMs);
    stop = () => {
      boards.setConnected(false);
      clearInterval(pace);
      clearInterval(heart);
      forget();
      stop = null;
    };
  };
  return {
    open() {
      if (closed) return CLOSING;
      const stream = pageStream(unreadLimit, () => {
        streams.delete(stream);
        if (streams.size === 0) stop?.();
      });
      streams.add(stream);
      if (stop === null) begin();
      // The page may have missed changes while it was disconnected.
      stream.send(EVENTS.cambio);
      return { status: 200, headers: STREAM_HEADERS, body: null, stream: stream.readable };
    },
    shared(key, read) {
      if (stop === null) return read();
      const rendering = renderings.of(key, situationMark(deps), read);
      rendering.catch(forget);
      return rendering;
    },
    forget,
    close() {
      closed = true;
      for (const { end } of streams) end();
    },
  };
}

/** What pages depend on, compared one by one. The minute changes which parties are late. */
function situationMark(
  { restaurant, state, now, clockDoubt, lastEvent }: LiveOptions["deps"],
): unknown[] {
  return [restaurant(), state(), clockDoubt() === null, Math.floor(now() / MINUTE_MS), lastEvent()];
}

interface PageStream {
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly send: (bytes: Uint8Array<ArrayBuffer>) => void;
  readonly end: () => void;
}

/** @param onEnd called once, however the stream ends */
function pageStream(limit: number, onEnd: () => void): PageStream {
  let open = true;
  let controller!: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;
  const ended = () => {
    if (open) onEnd();
    open = false;
  };
  const readable = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (its) => void (controller = its),
    cancel: ended,
  }, { highWaterMark: limit, size: (bytes) => bytes.byteLength });
  return {
    readable,
    send(bytes) {
      if (!open) return;
      controller.enqueue(bytes);
      if (controller.desiredSize! > 0) return;
      // An error frees the unread bytes; closing would keep them for a reader that may never come.
      controller.error(new Error("the page does not read what it is sent"));
      ended();
    },
    end() {
      if (open) controller.close();
      ended();
    },
  };
}

const EVENTS = {
  /** With the time after which a browser reconnects, in milliseconds. */
  cambio: new TextEncoder().encode("retry:500\nevent:cambio\ndata:\n\n"),
  latido: new TextEncoder().encode("event:latido\ndata:\n\n"),
};

const STREAM_HEADERS = {
  "content-type": "text/event-stream",
  // A proxy that buffers or compresses would delay events.
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
  "x-content-type-options": "nosniff",
};

const NO_STREAM: Answer = { status: 200, headers: STREAM_HEADERS, body: null };

const CLOSING: Answer = {
  status: 503,
  headers: { "retry-after": "1", "cache-control": "no-store" },
  body: null,
};
