/** Whether both hold the same bytes, in a time that tells nothing about where they differ. */
export function timingSafeEqual(
  a: Uint8Array | ArrayBuffer | DataView,
  b: Uint8Array | ArrayBuffer | DataView,
): boolean;
