/** A page's stream of events, read as a browser reads it. */
import { assertEquals } from "@std/assert";
import type { TestBoard } from "../support/test_board.ts";

export interface EventStream extends AsyncDisposable {
  /** The kinds of all events that came. */
  readonly kinds: readonly string[];
  /** Resolves when `count` events of `kind` have come. */
  until(kind: string, count: number): Promise<void>;
  /** Resolves when the board has ended the stream. */
  readonly ended: Promise<void>;
}

/** Opens the stream; its first event says that the page is to read its day anew. */
export async function openStream(board: TestBoard): Promise<EventStream> {
  const aborter = new AbortController();
  const headers = { cookie: board.cookie };
  const response = await board.fetch("/eventos", { headers, signal: aborter.signal });
  assertEquals(response.status, 200);
  const kinds: string[] = [];
  let look = () => {};
  const ended = (async () => {
    let rest = "";
    try {
      for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
        const events = (rest + piece).split("\n\n");
        rest = events.pop()!;
        kinds.push(
          ...events.map((event) => /^(?:retry:500\n)?event:(\w+)\ndata:$/.exec(event)![1]!),
        );
        look();
      }
    } catch (error) {
      if (!aborter.signal.aborted) throw error;
    }
  })();
  const until = (kind: string, count: number) =>
    new Promise<void>((resolve) => {
      look = () => {
        if (kinds.filter((each) => each === kind).length >= count) resolve();
      };
      look();
    });
  await until("cambio", 1);
  return {
    kinds,
    until,
    ended,
    async [Symbol.asyncDispose]() {
      aborter.abort();
      await ended.catch(() => {});
    },
  };
}
