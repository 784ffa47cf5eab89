const POLYNOMIAL = 0x04c11db7;

/** The CRC-32 of bzip2, which begins at the highest bit; each entry is that of one byte. */
const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ (crc < 0 ? POLYNOMIAL : 0);
  return crc;
});

/** Where a checksum starts. */
export const FIRST_CRC = -1;

/** The checksum `crc` after the bytes too; its complement is what files hold. */
export function crcAfter(crc: number, bytes: Uint8Array): number {
  for (let at = 0; at < bytes.length; at++) {
    crc = (crc << 8) ^ TABLE[((crc >>> 24) ^ bytes[at]!) & 0xff]!;
  }
  return crc;
}
