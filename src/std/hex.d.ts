/** Lower-case hexadecimal. */
export function encodeHex(src: string | Uint8Array | ArrayBuffer): string;
/** @throws {TypeError} where `src` is not hexadecimal */
export function decodeHex(src: string): Uint8Array<ArrayBuffer>;
