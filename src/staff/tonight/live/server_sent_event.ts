const encoder = new TextEncoder();

export interface ServerSentEvent {
  /** The kind that the page listens for. */
  readonly event: string;
  /** What the page is to say it knows when it comes back; it keeps the one before where absent. */
  readonly id?: number | undefined;
  /** May hold line breaks. Never empty: browsers pass over events without data. */
  readonly data: string;
}

/** The event as it is sent in UTF-8. */
export function encodeEvent(event: ServerSentEvent): Uint8Array<ArrayBuffer> {
  return encoder.encode(eventText(event));
}

/** The event as it is sent (WHATWG HTML, server-sent events). */
export function eventText({ event, id, data }: ServerSentEvent): string {
  const lines = data.split(/\r\n?|\n/).map((line) =>
    `data:${line.startsWith(" ") ? " " : ""}${line}\n`
  );
  return `event:${event}\n${id === undefined ? "" : `id:${id}\n`}${lines.join("")}\n`;
}
