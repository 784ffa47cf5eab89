/** Fills a database with reservations of the past, each with a comment. */
import { instantOf } from "../support/restaurant_fixture.ts";
import type { TestBoard } from "../support/test_board.ts";

const FILL =
  `WITH RECURSIVE n (n) AS (SELECT CAST(?1 AS INTEGER) UNION ALL SELECT n + 1 FROM n WHERE n < ?2 - 1)
  INSERT INTO reservations (folio, day, time, service_day, party_size, name, phone, occasion, comments,
    source, status, arrived_at, created_at, version, acknowledged_at, acknowledged_by)
  SELECT printf('R-%08d', n), date('2025-03-14', (n / 274) || ' days'), '20:00',
    date('2025-03-14', (n / 274) || ' days'), 4, 'Guadalupe Pech ' || n, '+52' || (9990000000 + n / 4), 'general',
    'Una persona es celíaca y otra tiene alergia a los mariscos; mesa tranquila, por favor. ' || n
      || iif(n % 20000 = 7, ' El anillo va con el postre, en la terraza, sin nuez.', ''),
    iif(n % 30000 = 9, 'ChatGPT', 'web'), 'arrived', '2025-03-14T20:07', ?3 + n, 1, ?3, 'Lupe' FROM n`;

/** Those of the numbers from `from` to `to`, which is exclusive. */
export async function fill({ storage }: TestBoard, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at += 10_000) {
    const args = [at, Math.min(at + 10_000, to), instantOf("2025-03-10T12:00")];
    await storage.database.write([{ sql: FILL, args }]);
  }
}
