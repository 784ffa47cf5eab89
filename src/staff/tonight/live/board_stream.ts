/** What one board is sent, kept while it is slow to read it, within bounds. */

export interface BoardStream {
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Where more waits to be read than a board may have waiting, it is cut off: it comes back and catches up. */
  send(bytes: Uint8Array<ArrayBuffer>): void;
  /** Ends it once what was sent is read. */
  end(): void;
}

/**
 * @param limit bytes that may wait to be read
 * @param onEnd told once, however it ends
 */
export function boardStream(limit: number, onEnd: () => void): BoardStream {
  let open = true;
  const ended = (): void => {
    if (!open) return;
    open = false;
    onEnd();
  };
  let controller!: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;
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
      // An error lets go of what waits; an orderly end would keep it for a reader who may never come.
      controller.error(new BoardTooSlow());
      ended();
    },
    end() {
      if (!open) return;
      controller.close();
      ended();
    },
  };
}

/** The board does not read what it is sent. */
export class BoardTooSlow extends Error {
  override readonly name = "BoardTooSlow";
}
