import type { InStatement } from "@libsql/client";
import type { Statement } from "./database.ts";

/** `statement` as the client takes it. */
export function toStatement({ sql, args }: Statement): InStatement {
  return args === undefined ? sql : { sql, args };
}
