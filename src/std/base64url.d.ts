/** Base64url without padding (RFC 4648, section 5). */
export function encodeBase64Url(data: ArrayBuffer | Uint8Array | string): string;
/** @throws {TypeError} where `b64url` is not base64url */
export function decodeBase64Url(b64url: string): Uint8Array<ArrayBuffer>;
