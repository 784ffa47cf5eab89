/** Reservations as a file for a spreadsheet. */
import { localDateTime, wallMinute } from "../../domain/local_time.ts";
import type {
  Occasion,
  Reservation,
  ReservationStatus,
} from "../../domain/reservation/reservation.ts";
import { CSV_START, csvLine, type CsvValue } from "./csv.ts";

const STATUSES: Readonly<Record<ReservationStatus, string>> = {
  confirmed: "confirmada",
  arrived: "llegó",
  no_show: "no vino",
  cancelled: "cancelada",
};

const OCCASIONS: Readonly<Record<Occasion, string>> = {
  general: "general",
  cumpleanos: "cumpleaños",
};

interface Column {
  readonly title: string;
  value(reservation: Reservation, timeZone: string): CsvValue;
}

const COLUMNS: readonly Column[] = [
  { title: "Folio", value: ({ folio }) => folio },
  { title: "Día", value: ({ day }) => day },
  { title: "Hora", value: ({ time }) => time },
  { title: "Día de servicio", value: ({ serviceDay }) => serviceDay },
  { title: "Personas", value: ({ partySize }) => partySize },
  { title: "Nombre", value: ({ name }) => name },
  { title: "Teléfono", value: ({ phone }) => phone && spreadsheetPhone(phone) },
  { title: "Estado", value: ({ status }) => STATUSES[status] },
  { title: "Ocasión", value: ({ occasion }) => OCCASIONS[occasion] },
  { title: "Comentarios", value: ({ comments }) => comments },
  { title: "Nota del personal", value: ({ note }) => note },
  { title: "Origen", value: ({ source }) => source },
  { title: "Recibida", value: ({ createdAt }, zone) => clockTime(createdAt, zone) },
  { title: "Vista por", value: ({ acknowledged }) => acknowledged && acknowledged.by },
  {
    title: "Vista el",
    value: ({ acknowledged }, zone) => acknowledged && clockTime(acknowledged.at, zone),
  },
];

/** What the file begins with: the mark of its encoding, and the names of its columns. */
export const CSV_HEAD = CSV_START + csvLine(COLUMNS.map(({ title }) => title));

/** The lines of `reservations`. */
export function csvLines(reservations: readonly Reservation[], timeZone: string): string {
  return reservations
    .map((reservation) => csvLine(COLUMNS.map(({ value }) => value(reservation, timeZone))))
    .join("");
}

/** What calling codes there are: no longer one begins with a shorter one. */
const CALLING_CODE = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d+)$/;

/**
 * An E.164 number as a spreadsheet leaves it, which makes 5.29E+12 of bare digits and a formula of a plus sign: `(+52) 999 123 4567`.
 * {@linkcode normalisePhone} reads it back.
 */
export function spreadsheetPhone(phone: string): string {
  return phone.replace(
    CALLING_CODE,
    (_, code: string, rest: string) =>
      `(+${code}) ${rest.replace(/^(\d{3})(\d{3})(\d{4})$/, "$1 $2 $3")}`,
  );
}

function clockTime(at: number, timeZone: string): string {
  return localDateTime(wallMinute(at, timeZone)).replace("T", " ");
}
