/** A board's stream of events, read as a browser reads it. */
import { assertEquals } from "@std/assert";
import type { TestBoard } from "../support/test_board.ts";

export interface SentEvent {
  readonly event: string;
  readonly id: string | null;
  readonly data: string;
}

export interface EventStream extends AsyncDisposable {
  /** All that came, heartbeats left out. */
  readonly events: readonly SentEvent[];
  /** The bytes as they came. */
  readonly text: string;
  /** The first event, come or yet to come, that `matches`. */
  until(matches: (event: SentEvent) => boolean): Promise<SentEvent>;
  /** Resolves when the board has ended the stream. */
  readonly ended: Promise<void>;
}

export interface StreamOptions {
  readonly day?: string;
  readonly today?: boolean;
  /** The last event known: that of the page as it is now where absent. */
  readonly since?: number;
  readonly cookie?: string;
}

const HEARTBEAT = "latido";

/** The query of a page that shows `day`, as the script makes it. */
export async function eventsPath(
  board: TestBoard,
  { day = "2026-03-14", today = false, since }: StreamOptions = {},
): Promise<string> {
  const { text } = await board.get(`/?dia=${day}`);
  const attribute = (name: string) => new RegExp(`data-${name}="([^"]*)"`).exec(text)![1]!;
  const desde = since ?? Number(attribute("desde"));
  return `/eventos?dia=${day}&hoy=${today ? 1 : 0}&desde=${desde}&v=${attribute("guion")}`;
}

/** Opens the stream and waits until it is told of what comes. */
export async function openStream(
  board: TestBoard,
  options: StreamOptions = {},
): Promise<EventStream> {
  const path = await eventsPath(board, options);
  const stream = await readStream(board, path, options.cookie ?? board.cookie);
  await stream.until(({ event }) => event === "cambio" || event === "recargar");
  return stream;
}

async function readStream(board: TestBoard, path: string, cookie: string): Promise<EventStream> {
  const aborter = new AbortController();
  const response = await board.fetch(path, { headers: { cookie }, signal: aborter.signal });
  assertEquals(response.status, 200);
  const events: SentEvent[] = [];
  const waiting = new Set<() => void>();
  const got = { text: "" };
  const ended = (async () => {
    let rest = "";
    try {
      for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
        got.text += piece;
        const blocks = (rest + piece).split("\n\n");
        rest = blocks.pop()!;
        events.push(...blocks.map(parsed).filter(({ event }) => event !== HEARTBEAT));
        for (const look of [...waiting]) look();
      }
    } catch (error) {
      if (!aborter.signal.aborted) throw error;
    }
  })();
  return {
    events,
    get text() {
      return got.text;
    },
    ended,
    until: (matches) =>
      new Promise((resolve) => {
        let seen = 0;
        const look = () => {
          const found = events.slice(seen).find(matches);
          seen = events.length;
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    async [Symbol.asyncDispose]() {
      aborter.abort();
      await ended.catch(() => {});
    },
  };
}

function parsed(block: string): SentEvent {
  const lines = block.split("\n");
  const field = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1));
  return {
    event: field("event")[0] ?? "message",
    id: field("id")[0] ?? null,
    data: field("data").join("\n"),
  };
}
