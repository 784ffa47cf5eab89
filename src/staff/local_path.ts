/**
 * Where to go on to after a form: `text` where it is a path of the board itself, else the day's page. What would lead elsewhere
 * (`//mesa.example`, `/\\mesa.example`) or could break a header is no such path.
 */
export function localPath(text: string | null): string {
  return text !== null && text.length <= LONGEST && LOCAL.test(text) ? text : "/";
}

const LONGEST = 2_000;
/** Printable ASCII but the backslash, beginning with a single slash. */
const LOCAL = /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/;
