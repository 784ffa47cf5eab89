/** The lines of a stream. */
export interface Lines {
  /** Lines read so far. */
  readonly lines: readonly string[];
  /** Resolves when the stream has ended. */
  readonly done: Promise<void>;
  /** Every line from the first on, until the stream ends. */
  follow(): AsyncGenerator<string>;
}

/** Reads `stream` to its end, line by line. */
export function collectLines(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Lines {
  const lines: string[] = [];
  let change = Promise.withResolvers<void>();
  let ended = false;
  const notify = () => {
    change.resolve();
    change = Promise.withResolvers<void>();
  };
  const read = async () => {
    let rest = "";
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + text).split("\n");
      rest = parts.pop()!;
      lines.push(...parts);
      notify();
    }
    if (rest !== "") lines.push(rest);
    ended = true;
    notify();
  };
  return {
    lines,
    done: read(),
    async *follow() {
      for (let at = 0;;) {
        while (at < lines.length) yield lines[at++]!;
        if (ended) return;
        await change.promise;
      }
    },
  };
}
