/** Bytes of XML that mean something. */
export const BYTE = {
  tab: 0x09,
  lineFeed: 0x0a,
  carriageReturn: 0x0d,
  space: 0x20,
  exclamation: 0x21,
  doubleQuote: 0x22,
  singleQuote: 0x27,
  minus: 0x2d,
  point: 0x2e,
  slash: 0x2f,
  zero: 0x30,
  nine: 0x39,
  less: 0x3c,
  equals: 0x3d,
  greater: 0x3e,
  question: 0x3f,
  leftBracket: 0x5b,
  rightBracket: 0x5d,
} as const;

/** The start of an element, as long as the tokenizer's handler runs: its bytes are overwritten then. */
export interface XmlTag {
  readonly name: string;
  /** What the places of attributes count in. */
  readonly bytes: Uint8Array;
  /** Where in the text the tag begins, for errors. */
  readonly at: number;
  /** The number of the attribute `name`; -1 where there is none. */
  find(name: string): number;
  /** Where the value of an attribute starts and ends, by its number. */
  start(attribute: number): number;
  end(attribute: number): number;
}

/** Whether `byte` is white space. */
export function isSpace(byte: number): boolean {
  return byte === BYTE.space || byte === BYTE.lineFeed || byte === BYTE.tab ||
    byte === BYTE.carriageReturn;
}

/** Whether `byte` can stand in a name: letters, digits, `_ : . -` and whatever is not ASCII. */
export function isNameByte(byte: number): boolean {
  return NAME_BYTES[byte] === 1;
}

const NAME_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => {
  return byte >= 0x80 || /[\w:.-]/.test(String.fromCharCode(byte)) ? 1 : 0;
});
