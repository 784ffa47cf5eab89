/**
 * What every compared server stores of a reservation: the row, its idempotency key and its event, as this service does.
 */
export const SCHEMA = [
  `CREATE TABLE IF NOT EXISTS reservations (folio TEXT PRIMARY KEY, day TEXT NOT NULL, time TEXT NOT NULL,
    party_size INTEGER NOT NULL, name TEXT NOT NULL, phone TEXT NOT NULL, status TEXT NOT NULL, created_at INTEGER NOT NULL) STRICT`,
  `CREATE TABLE IF NOT EXISTS reservation_events (id INTEGER PRIMARY KEY, folio TEXT NOT NULL) STRICT`,
  `CREATE TABLE IF NOT EXISTS idempotency_keys (phone TEXT NOT NULL, key TEXT NOT NULL, folio TEXT NOT NULL,
    expires_at INTEGER NOT NULL, PRIMARY KEY (phone, key)) STRICT`,
];

export const INSERTS = [
  "INSERT INTO idempotency_keys (phone, key, folio, expires_at) VALUES (?, ?, ?, ?)",
  "INSERT INTO reservations (folio, day, time, party_size, name, phone, status, created_at) VALUES (?, ?, ?, ?, ?, ?, 'confirmed', ?)",
  "INSERT INTO reservation_events (folio) VALUES (?)",
];

const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A folio of the same form, and the arguments of each of {@linkcode INSERTS} for `body`. */
export function rowsOf(body) {
  const folio = "R-" +
    [...crypto.getRandomValues(new Uint8Array(8))].map((b) => LETTERS[b & 31]).join("");
  const { dia, hora, personas, nombre, telefono } = body;
  const now = Date.now();
  return {
    folio,
    args: [
      [telefono, JSON.stringify(body), folio, now + 600_000],
      [folio, dia, hora, personas, nombre, telefono, now],
      [folio],
    ],
  };
}

/** The 200 of a reservation. */
export function held(folio, { dia, hora, personas }) {
  return {
    ok: true,
    folio,
    status: "confirmed",
    reservation: { date: dia, time: hora, party_size: personas },
  };
}
