-- A new database (SQLite 3.38); schema.ts upgrades older ones. Blank lines separate statements. STRICT and CHECK hold
-- the rules of a row for any program. Days and times are the restaurant's, instants epoch milliseconds. A service's day
-- is that on which it starts.

-- A version of this schema to which the database was upgraded. The highest one counts.
CREATE TABLE schema_steps (step INTEGER PRIMARY KEY CHECK (step >= 1), at INTEGER NOT NULL) STRICT;

-- A reservation. Other tables refer to its id, which grows: an index of random folios costs as much as the rows. Only
-- one that staff took may have no phone (E.164). source: an assistant's name, a page, or 'personal' for staff;
-- acknowledged_by: the member of staff who saw it first or took it. told_minutes: how long a party that came without a
-- reservation was told to wait for a table, 0 if nothing was said; null if it did not wait. called_at: when its table was
-- said to be ready.
CREATE TABLE reservations (
  id INTEGER PRIMARY KEY,
  folio TEXT NOT NULL UNIQUE CHECK (length(folio) = 10 AND folio GLOB 'R-*' AND substr(folio, 3) NOT GLOB '*[^0-9A-HJKMNP-TV-Z]*'),
  day TEXT NOT NULL CHECK (day IS date(day)),
  time TEXT NOT NULL CHECK (time GLOB '[01][0-9]:[0-5][0-9]' OR time GLOB '2[0-3]:[0-5][0-9]'),
  service_day TEXT NOT NULL CHECK (service_day IN (day, date(day, '-1 day'))),
  party_size INTEGER NOT NULL CHECK (party_size BETWEEN 1 AND 40),
  name TEXT NOT NULL CHECK (
    length(name) BETWEEN 2 AND 80 AND name = trim(name) AND instr(name, char(0)) = 0
    AND name NOT GLOB '*[' || char(1) || '-' || char(31) || char(127) || ']*'
  ),
  phone TEXT CHECK (length(phone) BETWEEN 9 AND 16 AND phone GLOB '+[1-9]*' AND substr(phone, 2) NOT GLOB '*[^0-9]*'),
  occasion TEXT NOT NULL CHECK (occasion IN ('general', 'cumpleanos')),
  comments TEXT CHECK (length(comments) BETWEEN 1 AND 500 AND instr(comments, char(0)) = 0),
  source TEXT CHECK (length(source) BETWEEN 1 AND 120 AND instr(source, char(0)) = 0),
  status TEXT NOT NULL CHECK (status IN ('confirmed', 'waiting', 'arrived', 'no_show', 'cancelled')),
  created_at INTEGER NOT NULL CHECK (created_at > 0),
  version INTEGER NOT NULL CHECK (version >= 1),
  note TEXT CHECK (length(note) BETWEEN 1 AND 500 AND instr(note, char(0)) = 0),
  acknowledged_at INTEGER CHECK (acknowledged_at > 0),
  acknowledged_by TEXT CHECK (length(acknowledged_by) BETWEEN 1 AND 120),
  alerted_at INTEGER CHECK (alerted_at > 0),
  table_label TEXT CHECK (length(table_label) BETWEEN 1 AND 8 AND instr(table_label, char(0)) = 0),
  arrived_at TEXT CHECK (arrived_at IS strftime('%Y-%m-%dT%H:%M', arrived_at)),
  left_at TEXT CHECK (left_at IS strftime('%Y-%m-%dT%H:%M', left_at)),
  told_minutes INTEGER CHECK (told_minutes BETWEEN 0 AND 240),
  called_at TEXT CHECK (called_at IS strftime('%Y-%m-%dT%H:%M', called_at)),
  CHECK (told_minutes IS NOT NULL OR (status <> 'waiting' AND called_at IS NULL)),
  CHECK (phone IS NOT NULL OR source IS 'personal'),
  CHECK (iif(status = 'arrived', arrived_at IS NOT NULL, coalesce(arrived_at, left_at) IS NULL))
) STRICT;

-- The count of people at a time, and those of a day whose names or phones are alike, go along this index alone.
CREATE INDEX reservations_by_day ON reservations (day, time, left_at, status, party_size, name, phone, folio);

CREATE INDEX reservations_by_phone ON reservations (phone) WHERE phone IS NOT NULL;

CREATE INDEX reservations_by_arrival ON reservations (arrived_at, left_at, party_size) WHERE arrived_at IS NOT NULL;

CREATE INDEX reservations_unacknowledged ON reservations (service_day) WHERE acknowledged_at IS NULL AND status = 'confirmed';

-- A change of a reservation: the version that it made, and the changed values by column. The first version has no row.
CREATE TABLE reservation_versions (
  reservation INTEGER NOT NULL REFERENCES reservations (id) ON DELETE CASCADE,
  version INTEGER NOT NULL CHECK (version >= 2),
  at INTEGER NOT NULL CHECK (at > 0),
  actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 120),
  action TEXT NOT NULL CHECK (length(action) BETWEEN 1 AND 40),
  before TEXT NOT NULL CHECK (json_valid(before)),
  after TEXT NOT NULL CHECK (json_valid(after)),
  PRIMARY KEY (reservation, version)
) STRICT, WITHOUT ROWID;

CREATE INDEX reservation_versions_phones ON reservation_versions (before ->> 'phone') WHERE before ->> 'phone' IS NOT NULL;

-- One row: how often reservations were made, changed, acknowledged or deleted. The service polls it for its boards.
CREATE TABLE reservation_events (id INTEGER PRIMARY KEY) STRICT;

INSERT INTO reservation_events (id) VALUES (0);

CREATE TRIGGER reservation_made AFTER INSERT ON reservations BEGIN UPDATE reservation_events SET id = id + 1; END;

CREATE TRIGGER reservation_changed AFTER UPDATE OF version, acknowledged_at ON reservations BEGIN UPDATE reservation_events SET id = id + 1; END;

CREATE TRIGGER reservation_gone AFTER DELETE ON reservations BEGIN UPDATE reservation_events SET id = id + 1; END;

-- A key that recognises a guest's request when it is sent again: kind 'header' is the caller's own, 'alike' the hash of
-- the fields that make requests alike; words are those of the guest's name, folded. One whose reservation is deleted has
-- no effect.
CREATE TABLE idempotency_keys (
  phone TEXT NOT NULL CHECK (phone GLOB '+[1-9]*'),
  kind TEXT NOT NULL CHECK (kind IN ('header', 'alike')),
  key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  alike TEXT NOT NULL CHECK (length(alike) = 64 AND alike NOT GLOB '*[^0-9a-f]*'),
  words TEXT NOT NULL CHECK (json_valid(words)),
  folio TEXT NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at > 0),
  PRIMARY KEY (phone, kind, key),
  CHECK (kind = 'header' OR key = alike)
) STRICT, WITHOUT ROWID;

-- The people of the room, and from when on each counts for the length of a stay: an expected party from its booked
-- time, one that came from its arrival until it leaves. One that overstays counts no longer, and so blocks nothing.
CREATE VIEW stays AS
SELECT day, day || 'T' || time AS at, NULL AS left_at, sum(party_size) AS people
FROM reservations WHERE status = 'confirmed' GROUP BY day, time
UNION ALL SELECT substr(arrived_at, 1, 10), arrived_at, left_at, sum(party_size)
FROM reservations WHERE arrived_at IS NOT NULL GROUP BY arrived_at, left_at;

-- The pause and the closures, which refuse guests' requests. Each refuses those made before the instant until, for a
-- service day (null: for any), at a local time from starts on and before ends.
CREATE VIEW refusals AS
SELECT 'closed' AS kind, 9e15 AS until, day AS service_day, coalesce(starts, '') AS starts, coalesce(ends, '~') AS ends FROM closures
UNION ALL SELECT iif(value ->> 'night' IS NULL, 'paused', 'closed'), coalesce(value ->> 'until', 9e15), value ->> 'night', '', '~'
  FROM settings WHERE name = 'pause';

-- A guest's request, with its keys, the limits of its time and of the room, and the instant of now. Only inserted into:
-- the trigger below decides.
CREATE VIEW reservation_requests AS
SELECT r.created_at AS now, r.*, k.alike, k.words, k.expires_at, k.key, k.expires_at AS key_expires_at, 40 AS capacity, 40 AS room,
  120 AS stay, '2026-03-14T18:30' AS began, '2026-03-14T22:30' AS ends, 30 AS margin
FROM reservations AS r JOIN idempotency_keys AS k ON k.folio = r.folio;

-- Holds one table at a time, so that each sees those before it. It holds none under a known key, beside an alike
-- request, under a void folio, or where a switch or a closure refuses it. Nor does it hold one if too little
-- room is left: by the people that are confirmed or arrived at that time, or whose stays (the view above) cover a
-- minute of its own. A walk-in's time is the minute at which it came. Of two with the same folio the second fails.
CREATE TRIGGER reservation_requested INSTEAD OF INSERT ON reservation_requests
WHEN NOT EXISTS (SELECT 1 FROM idempotency_keys AS k WHERE k.phone = new.phone
    AND (k.kind = 'alike' AND k.key = new.alike OR k.kind = 'header' AND k.key = new.key))
  AND NOT EXISTS (SELECT 1 FROM voids AS v WHERE v.folio = new.folio)
  AND NOT EXISTS (SELECT 1 FROM refusals AS f WHERE f.until > new.now
    AND (f.service_day IS NULL OR f.service_day = new.service_day)
    AND f.starts <= new.day || 'T' || new.time AND f.ends > new.day || 'T' || new.time)
  -- It comes later than its margin, in minutes, before an early closing of the kitchen.
  AND NOT EXISTS (SELECT 1 FROM settings AS k WHERE k.name = 'kitchen' AND k.value ->> 'serviceDay' = new.service_day
    AND unixepoch(k.value ->> 'closes') < unixepoch(new.day || 'T' || new.time) + 60 * new.margin)
  AND (new.capacity IS NULL OR new.capacity >= new.party_size + (SELECT coalesce(sum(r.party_size), 0)
    FROM reservations AS r WHERE r.day = new.day AND r.time = new.time AND r.status IN ('confirmed', 'arrived')))
  AND (new.room IS NULL OR new.room >= new.party_size + (SELECT coalesce(sum(s.people), 0) FROM stays AS s
      WHERE s.day BETWEEN substr(new.began, 1, 10) AND substr(new.ends, 1, 10) AND s.at > new.began AND s.at < new.ends)
    -- They are not all there at once: the number grows only where a stay begins.
    OR new.room >= new.party_size + (SELECT coalesce(max(people), 0) FROM (SELECT sum(s.people) AS people
      FROM (SELECT new.day || 'T' || new.time AS at UNION SELECT b.at FROM stays AS b
        WHERE b.day BETWEEN new.day AND substr(new.ends, 1, 10) AND b.at > new.day || 'T' || new.time AND b.at < new.ends) AS i
      CROSS JOIN stays AS s WHERE s.day BETWEEN substr(new.began, 1, 10) AND substr(new.ends, 1, 10) AND s.at > new.began AND s.at < new.ends
        AND s.at <= i.at AND unixepoch(s.at) > unixepoch(i.at) - 60 * new.stay AND (s.left_at IS NULL OR s.left_at > i.at) GROUP BY i.at)))
BEGIN
  INSERT INTO idempotency_keys (phone, kind, key, alike, words, folio, expires_at)
    SELECT new.phone, 'alike', new.alike, new.alike, new.words, new.folio, new.expires_at
    UNION ALL SELECT new.phone, 'header', new.key, new.alike, new.words, new.folio, new.key_expires_at WHERE new.key IS NOT NULL;
  INSERT INTO reservations (folio, day, time, service_day, party_size, name, phone, occasion, comments, source,
      status, created_at, version)
    VALUES (new.folio, new.day, new.time, new.service_day, new.party_size, new.name, new.phone, new.occasion, new.comments,
      new.source, 'confirmed', new.created_at, 1);
END;

-- A folio whose caller was answered that there is no reservation: none may be made under it, and one that no retry
-- confirms is deleted.
CREATE TABLE voids (folio TEXT PRIMARY KEY, at INTEGER NOT NULL CHECK (at > 0)) STRICT, WITHOUT ROWID;

-- A retry that was answered with a reservation, under the folio drawn for the retry. Deleted if that folio is voided.
CREATE TABLE confirmations (
  folio TEXT NOT NULL REFERENCES reservations (folio) ON DELETE CASCADE,
  retry TEXT NOT NULL,
  at INTEGER NOT NULL CHECK (at > 0),
  PRIMARY KEY (folio, retry)
) STRICT, WITHOUT ROWID;

-- Two names, as JSON arrays of words, of which one holds all words of the other. A query must give both: WHERE name = …
-- AND other = …. They reach json_tree as its hidden column json, which is its argument. In the same way the views below
-- take an array of attempts, or of doubts, as their column given.
CREATE VIEW same_names AS
SELECT a.json AS name, b.json AS other FROM json_tree AS a CROSS JOIN json_tree AS b WHERE a.parent IS NULL AND b.parent IS NULL
  AND (NOT EXISTS (SELECT 1 FROM json_each(a.json) AS w WHERE w.value NOT IN (SELECT value FROM json_each(b.json)))
    OR NOT EXISTS (SELECT 1 FROM json_each(b.json) AS w WHERE w.value NOT IN (SELECT value FROM json_each(a.json))));

-- Both keys of each attempt: that of alike requests and, null if there is none, the caller's. is_own: it is the
-- caller's, or there is no other.
CREATE VIEW attempt_keys AS
SELECT a.json AS given, a.key AS place, a.value ->> 'folio' AS folio, a.value ->> 'at' AS at, a.value ->> 'phone' AS phone,
  a.value ->> 'words' AS words, a.value ->> 'alike' AS alike, a.value ->> 'header' AS header, a.value ->> 'serviceDay' AS service_day,
  a.value ->> 'arrival' AS arrival, k.value AS kind, a.value ->> k.value AS key,
  k.value = iif(a.value ->> 'header' IS NULL, 'alike', 'header') AS is_own
FROM json_each AS a CROSS JOIN json_each('["alike", "header"]') AS k;

-- Each of these keys with the reservation of an earlier request under it. is_same: the attempt retries that request.
CREATE VIEW retries AS
SELECT a.*, EXISTS (SELECT 1 FROM voids AS v WHERE v.folio = a.folio) AS is_void,
  k.folio AS earlier, r.created_at AS earlier_at, k.expires_at,
  k.folio <> a.folio AND k.alike = a.alike AND r.status <> 'cancelled'
    AND EXISTS (SELECT 1 FROM same_names AS n WHERE n.name = k.words AND n.other = a.words) AS is_same
FROM attempt_keys AS a LEFT JOIN idempotency_keys AS k ON k.phone = a.phone AND k.kind = a.kind AND k.key = a.key
  LEFT JOIN reservations AS r ON r.folio = k.folio;

-- A reservation whose phone holds another table for that service day, under the same name. That one was reserved online
-- before it, less than 10 minutes earlier. Beside midnight the days are easily mistaken: there the next evening counts too.
CREATE VIEW second_tables AS
SELECT own.id FROM reservations AS own WHERE EXISTS (SELECT 1 FROM idempotency_keys AS k
  CROSS JOIN reservations AS r ON r.folio = k.folio
  CROSS JOIN idempotency_keys AS n ON n.phone = k.phone AND n.kind = 'alike' AND n.folio = own.folio
  WHERE k.phone = own.phone AND k.kind = 'alike' AND k.folio <> own.folio AND k.expires_at > own.created_at AND r.id < own.id
    AND (r.service_day = own.service_day OR (r.day <> r.service_day OR own.day <> own.service_day)
      AND abs(julianday(r.service_day) - julianday(own.service_day)) = 1)
    AND r.status <> 'cancelled' AND EXISTS (SELECT 1 FROM same_names AS s WHERE s.name = k.words AND s.other = n.words));

-- The folios of doubts that are void.
CREATE VIEW voided_doubts AS SELECT d.json AS given, v.folio FROM json_each AS d CROSS JOIN voids AS v ON v.folio = d.value ->> 'folio';

-- The void folios whose reservations are deleted: those of the doubts, and those that a retry among the doubts
-- confirmed. One that another retry has confirmed is not among them.
CREATE VIEW unconfirmed AS
SELECT g.json AS given, v.folio FROM json_tree AS g CROSS JOIN voids AS v WHERE g.parent IS NULL
  AND v.folio IN (SELECT folio FROM voided_doubts WHERE given = g.json
    UNION ALL SELECT folio FROM confirmations WHERE retry IN (SELECT folio FROM voided_doubts WHERE given = g.json))
  AND NOT EXISTS (SELECT 1 FROM confirmations AS q
    WHERE q.folio = v.folio AND q.retry NOT IN (SELECT folio FROM voided_doubts WHERE given = g.json));

-- The newest time that a clock was believed to show, or 0. If the clock is behind, a row that is kept for a
-- while counts from this time.
CREATE VIEW newest_time AS SELECT coalesce(max(value ->> 'newest'), 0) AS at FROM settings WHERE name = 'clock';

-- A named value as JSON, such as 'pause': {"until": instant or null} or {"night": service day, "until": instant}.
CREATE TABLE settings (
  name TEXT PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 40),
  value TEXT NOT NULL CHECK (json_valid(value))
) STRICT, WITHOUT ROWID;

-- A time without reservations: a service day, a span of local time whose end is exclusive, or the minute of a full
-- time. Guests may read a public reason. Deleted some days after it is over.
CREATE TABLE closures (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('day', 'span', 'full')),
  day TEXT CHECK (day IS date(day)),
  starts TEXT CHECK (starts IS strftime('%Y-%m-%dT%H:%M', starts)),
  ends TEXT CHECK (ends IS strftime('%Y-%m-%dT%H:%M', ends)),
  reason TEXT NOT NULL CHECK (length(reason) <= 200 AND instr(reason, char(0)) = 0),
  is_public INTEGER NOT NULL DEFAULT 0 CHECK (is_public IN (0, 1)),
  CHECK (iif(kind = 'day', day IS NOT NULL AND starts IS NULL AND ends IS NULL, day IS NULL AND starts < ends IS TRUE))
) STRICT;

-- What keeps guests from reserving until it ends or staff take it back. token: what tells it from one that replaces it.
CREATE VIEW promises AS
SELECT 'closure ' || id AS switch, 'closure ' || id AS token, starts, ends, day, NULL AS until,
  iif(kind = 'day', json_object('id', id, 'kind', kind, 'day', day, 'reason', reason, 'isPublic', json(iif(is_public, 'true', 'false'))),
    json_object('id', id, 'kind', kind, 'from', starts, 'to', ends, 'reason', reason, 'isPublic', json(iif(is_public, 'true', 'false')))) AS value
FROM closures
UNION ALL SELECT name, value, NULL, NULL, NULL, coalesce(value ->> 'until', 9e15), value FROM settings WHERE name = 'pause';

-- What staff took back before its end, and who had set it, for 30 days: the tables of what is in force have it no more.
-- change and undone are the turns that removed it and that put it back.
CREATE TABLE removals (
  change TEXT NOT NULL CHECK (length(change) BETWEEN 1 AND 40),
  switch TEXT NOT NULL CHECK (length(switch) BETWEEN 1 AND 110),
  value TEXT NOT NULL CHECK (json_valid(value)),
  set_at INTEGER CHECK (set_at > 0),
  set_by TEXT CHECK (length(set_by) BETWEEN 1 AND 120),
  at INTEGER NOT NULL CHECK (at > 0),
  actor TEXT CHECK (length(actor) BETWEEN 1 AND 120),
  undone TEXT CHECK (length(undone) BETWEEN 1 AND 40),
  PRIMARY KEY (change, switch)
) STRICT, WITHOUT ROWID;

-- A dish that is off the menu until the end of a service day or, if that is null, until staff put it back.
CREATE TABLE sold_out (
  dish TEXT PRIMARY KEY CHECK (length(dish) BETWEEN 1 AND 100),
  service_day TEXT CHECK (service_day IS date(service_day))
) STRICT, WITHOUT ROWID;

-- The last turn of a switch ('pause', 'kitchen', 'first_steps', 'dish ID', or 'closures' for all of them): a turn is a
-- change, counted from 1. One that arrives late finds another count than it was made for, and does nothing. Never deleted.
CREATE TABLE switch_counters (
  switch TEXT PRIMARY KEY CHECK (length(switch) BETWEEN 1 AND 110),
  turn INTEGER NOT NULL CHECK (turn >= 1),
  change TEXT NOT NULL CHECK (length(change) BETWEEN 1 AND 40)
) STRICT, WITHOUT ROWID;

-- When the last turn of a switch ('pause', 'kitchen', 'first_steps', 'dish ID' or 'closure ID') was made, and who made it.
CREATE TABLE switch_turns (
  switch TEXT PRIMARY KEY CHECK (length(switch) BETWEEN 1 AND 110),
  at INTEGER NOT NULL CHECK (at > 0),
  actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 120)
) STRICT, WITHOUT ROWID;

-- Instances, and whether boards are connected to them: of a file only those that have boards. A row counts until an
-- instant, unless it is written again.
CREATE TABLE instances (
  instance TEXT PRIMARY KEY CHECK (length(instance) BETWEEN 1 AND 40),
  has_boards INTEGER NOT NULL CHECK (has_boards IN (0, 1)),
  until INTEGER NOT NULL CHECK (until > 0)
) STRICT, WITHOUT ROWID;

-- A session of staff that was ended before the instant at which it would have expired.
CREATE TABLE ended_sessions (
  session TEXT PRIMARY KEY CHECK (length(session) BETWEEN 1 AND 80),
  until INTEGER NOT NULL CHECK (until > 0)
) STRICT, WITHOUT ROWID;

-- The counts of a service day's erased reservations, by status and by the program's own name of a source.
CREATE TABLE erased_reservations (
  service_day TEXT NOT NULL CHECK (service_day IS date(service_day)),
  status TEXT NOT NULL CHECK (status IN ('confirmed', 'waiting', 'arrived', 'no_show', 'cancelled')),
  source TEXT NOT NULL CHECK (length(source) BETWEEN 1 AND 40),
  parties INTEGER NOT NULL CHECK (parties >= 1),
  people INTEGER NOT NULL CHECK (people >= 1),
  PRIMARY KEY (service_day, status, source)
) STRICT, WITHOUT ROWID;

CREATE TABLE erasures (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL CHECK (at > 0),
  reason TEXT NOT NULL CHECK (reason IN ('retention', 'request')),
  actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 120),
  reservations INTEGER NOT NULL CHECK (reservations >= 1)
) STRICT;

-- The folio of an erased reservation, until it is erased from every copy of the database too.
CREATE TABLE erased_folios (folio TEXT PRIMARY KEY, at INTEGER NOT NULL CHECK (at > 0)) STRICT, WITHOUT ROWID;

-- An image, in base64, that a version of the restaurant's file names by the SHA-256 of its bytes.
CREATE TABLE images (
  hash TEXT PRIMARY KEY CHECK (length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*'),
  type TEXT NOT NULL CHECK (type IN ('image/jpeg', 'image/png', 'image/webp')),
  content TEXT NOT NULL CHECK (length(content) BETWEEN 4 AND 1400000),
  at INTEGER NOT NULL CHECK (at > 0)
) STRICT;

-- A version of the restaurant's file, saved on the board or imported. The highest is served.
CREATE TABLE restaurant_versions (
  version INTEGER PRIMARY KEY CHECK (version >= 1),
  text TEXT NOT NULL CHECK (length(text) BETWEEN 2 AND 1000000),
  at INTEGER NOT NULL CHECK (at > 0),
  actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 120)
) STRICT;
