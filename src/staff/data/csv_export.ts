/** Reservations of a range of days as a file for a spreadsheet: GET /datos.csv?desde=&hasta=. */
import type { Answer } from "../../http/answer.ts";
import type { StaffDeps } from "../../ports.ts";
import { dataPage } from "./data_page.ts";
import { type DayRange, monthsOf, typedRange } from "./export_range.ts";
import { CSV_HEAD, csvLines } from "./reservations_csv.ts";
import type { StaffVisit } from "../route.ts";

export async function exportRange(
  deps: StaffDeps,
  { query, actor }: StaffVisit,
): Promise<Answer> {
  const range = typedRange(query);
  if (typeof range === "string") {
    return dataPage(deps, { actor, fields: query, rangeProblem: range });
  }
  const lines = linesByMonth(deps, range);
  // Where the database fails, a page says so: that is known before anything is sent.
  const first = await lines.next();
  return {
    status: 200,
    headers: {
      "content-type": "text/csv; charset=utf-8; header=present",
      "content-disposition": `attachment; filename="${fileName(range)}"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
    body: null,
    stream: encoded(first, lines),
  };
}

function fileName({ from, to }: DayRange): string {
  return from === to ? `reservaciones-${from}.csv` : `reservaciones-${from}-a-${to}.csv`;
}

/** A month at a time, so that years hold up nobody and fill no memory. */
async function* linesByMonth(
  { book, restaurant }: StaffDeps,
  range: DayRange,
): AsyncGenerator<string, void> {
  const { timeZone } = restaurant();
  let head = CSV_HEAD;
  for (const { from, to } of monthsOf(range)) {
    yield head + csvLines(await book.range(from, to), timeZone);
    head = "";
  }
}

const encoder = new TextEncoder();

/** A month that cannot be read breaks the download, so that nobody takes half of it for the whole. */
function encoded(
  first: IteratorResult<string, void>,
  rest: AsyncGenerator<string, void>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let next: IteratorResult<string, void> | null = first;
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = next ?? await rest.next();
      next = null;
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await rest.return();
    },
  });
}
