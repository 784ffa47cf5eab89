/** How often an open stream's session is looked at, in milliseconds. */
const LOOK_MS = 750;

/**
 * `stream` for as long as the session holds under which it was opened: a stolen tablet must not go on reading for hours after
 * all sessions were ended.
 *
 * @param holds whether the session still does; where it throws, it is asked again later
 */
export function whileSignedIn(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  holds: () => Promise<boolean>,
  lookMs: number = LOOK_MS,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  let looking: ReturnType<typeof setInterval> | undefined;
  const stop = () => clearInterval(looking);
  return new ReadableStream({
    start() {
      looking = setInterval(async () => {
        if (await holds().catch(() => true)) return;
        stop();
        // The read that is waiting ends, and with it the stream.
        await reader.cancel().catch(() => {});
      }, lookMs);
    },
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        stop();
        controller.close();
      } catch (error) {
        stop();
        controller.error(error);
      }
    },
    async cancel(reason) {
      stop();
      await reader.cancel(reason);
    },
  });
}
