import type { Reservation } from "../domain/reservation/reservation.ts";
import type { CommandIo } from "./io.ts";

export interface Telling {
  /** Whether guests are named, with their phones. */
  readonly guests: boolean;
  /** The board's page that has a text for each. */
  readonly texts: string;
}

/** Tells which reservations stand in a time that has just been closed. */
export function tellHits(
  hit: readonly Reservation[],
  { guests, texts }: Telling,
  io: CommandIo,
): void {
  if (hit.length === 0) return io.out("no reservation is hit");
  const people = hit.reduce((sum, { partySize }) => sum + partySize, 0);
  const many = hit.length === 1 ? "1 reservation stands" : `${hit.length} reservations stand`;
  io.out(
    `${many} in that time, ${people} people: write to them, the board has a text for each under ${texts}` +
      (guests ? "" : "; --guests names them"),
  );
  for (const { folio, day, time, partySize, name, phone } of hit) {
    const guest = guests ? `  ${name}  ${phone ?? "no phone"}` : "";
    io.out(`  ${folio}  ${day} ${time}  ${partySize} people${guest}`);
  }
}
