/**
 * The boards that are open on this instance, and what they are told while they are. News is read once for all of them, what it
 * changes is drawn once for each day that is looked at, and every board of that day is sent the same bytes.
 */
import type { Day } from "../../../domain/local_time.ts";
import type { Answer } from "../../../http/answer.ts";
import type { Boards, StaffDeps } from "../../../ports.ts";
import { type BoardStream, boardStream } from "./board_stream.ts";
import { clockwork } from "./clockwork.ts";
import { type InTurns, inTurns } from "./in_turns.ts";
import { liveNews, type OpenBoard } from "./live_news.ts";
import { pacedLoop } from "./paced_loop.ts";
import { encodeEvent } from "./server_sent_event.ts";

/** A board that wants to be told. */
export interface BoardCall {
  /** The service day it shows. */
  readonly day: Day;
  /** Whether it is to go on to the next service day by itself. */
  readonly followsToday: boolean;
  /** The last event it knows; null where it knows none. */
  readonly since: number | null;
}

export interface LiveBoards {
  /** Server-sent events for as long as the board reads them. */
  open(call: BoardCall): Answer;
  /** Ends all streams and lets go of everything: before the server that carries them is shut down. */
  close(): Promise<void>;
}

export interface LiveOptions {
  readonly deps: Pick<StaffDeps, "book" | "feed" | "restaurant" | "house" | "now" | "clockDoubt">;
  /** Counts the boards of all instances. */
  readonly boards: Boards;
  /** Told why boards could not be told of what happened; they are told later. */
  onError(error: unknown): void;
  /** News is read at most once in so many milliseconds. 250 where absent. */
  readonly paceMs?: number;
  /** How often a board hears that it is still connected, in milliseconds. 15,000 where absent. */
  readonly heartbeatMs?: number;
  /** Bytes that a board may leave unread. 1 MiB where absent. */
  readonly unreadLimit?: number;
}

const PACE_MS = 250;
const HEARTBEAT_MS = 15_000;
const UNREAD_LIMIT = 1 << 20;

export function openLiveBoards(options: LiveOptions): LiveBoards {
  const { deps, boards, paceMs = PACE_MS, unreadLimit = UNREAD_LIMIT } = options;
  const open = new Set<OpenBoard>();
  const turns = inTurns();
  const news = liveNews(deps, open);
  const tellAll = (event: string) => {
    const bytes = encodeEvent({ event, data: String(deps.now()) });
    for (const { stream } of open) stream.send(bytes);
  };
  const handlers = {
    onError(error: unknown) {
      tellAll("atrasado");
      options.onError(error);
    },
    onRecovered: () => tellAll("puesto_al_dia"),
  };
  const sums = pacedLoop(() => news.tellSums(), { paceMs: SUMS_PACE_MS, ...handlers });
  const loop = pacedLoop(async () => {
    const more = await news.tell();
    if (news.sumsChanged()) sums.wake();
    return more;
  }, { paceMs, ...handlers });
  // It tells the board that it is connected, and what the time is here.
  const heart = clockwork(options.heartbeatMs ?? HEARTBEAT_MS, () => tellAll(HEARTBEAT));
  const look = clockwork(LOOK_MS, () => {
    if (news.lookAround()) loop.wake();
  });
  let unsubscribe = () => {};
  let closed = false;

  const begin = (): void => {
    heart.start();
    look.start();
    unsubscribe = deps.feed.subscribe(loop.wake);
  };
  const rest = (): void => {
    heart.stop();
    look.stop();
    unsubscribe();
    news.forget();
  };
  const join = (call: BoardCall): BoardStream => {
    const leave = boards.join();
    const stream = boardStream(unreadLimit, () => {
      open.delete(board);
      leave();
      if (open.size === 0) rest();
    });
    const board = { ...call, stream: sentInTurns(stream, turns), admitted: false };
    open.add(board);
    return board.stream;
  };

  return {
    open(call) {
      if (closed) return CLOSING;
      if (open.size === 0) begin();
      const stream = join(call);
      stream.send(encodeEvent({ event: HEARTBEAT, data: String(deps.now()) }));
      loop.wake();
      return { status: 200, headers: STREAM_HEADERS, body: null, stream: stream.readable };
    },
    async close() {
      closed = true;
      for (const { stream } of open) stream.end();
      turns.finish();
      await Promise.all([loop.close(), sums.close()]);
    },
  };
}

/** What is sent to many boards at once holds up nobody: order stays, for all of it takes the same way. */
function sentInTurns({ readable, send, end }: BoardStream, turns: InTurns): BoardStream {
  return {
    readable,
    send: (bytes) => turns.add(() => send(bytes)),
    end: () => turns.add(end),
  };
}

/** Chart and strip are told at most once in so many milliseconds: rows are what somebody waits for. */
const SUMS_PACE_MS = 1_000;
/** How often the switches and the clock are looked at, in milliseconds. */
const LOOK_MS = 500;
const HEARTBEAT = "latido";

const STREAM_HEADERS = {
  "content-type": "text/event-stream",
  // A proxy that gathers or packs the bytes would hold events back.
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
  "x-content-type-options": "nosniff",
};

const CLOSING: Answer = {
  status: 503,
  headers: { "retry-after": "1", "cache-control": "no-store" },
  body: null,
};
