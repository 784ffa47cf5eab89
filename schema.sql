-- The database, as numbered steps. Each is applied once, in order, in a transaction of its own, and recorded in schema_steps.
-- A step that has been released is never edited: change the schema by adding the next one.
-- Tables of long rows keep their rowid, so that rows are appended and only short index entries land at random places.
-- Every statement ends with a semicolon at the end of a line, and no other line ends with one.

-- step 1: reservations and what staff switch

-- What the restaurant owes its guests. STRICT and the checks hold every rule that a row can be held to by itself, so that no
-- program, and no person with a SQL prompt, can write what the others cannot read.
CREATE TABLE reservations (
  folio TEXT NOT NULL PRIMARY KEY CHECK (
    length(folio) = 10 AND folio GLOB 'R-*' AND substr(folio, 3) NOT GLOB '*[^0-9A-HJKMNP-TV-Z]*'
  ),
  -- The day and time on the restaurant's clock at which the guests come.
  day TEXT NOT NULL CHECK (
    day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]' AND day IS date(day)
  ),
  time TEXT NOT NULL CHECK (time GLOB '[01][0-9]:[0-5][0-9]' OR time GLOB '2[0-3]:[0-5][0-9]'),
  -- The day on which that service starts: the evening before for a time after midnight.
  service_day TEXT NOT NULL CHECK (service_day IN (day, date(day, '-1 day'))),
  party_size INTEGER NOT NULL CHECK (party_size BETWEEN 1 AND 40),
  name TEXT NOT NULL CHECK (
    length(name) BETWEEN 2 AND 80 AND name = trim(name) AND instr(name, char(0)) = 0
    AND name NOT GLOB '*[' || char(1) || '-' || char(31) || char(127) || ']*'
  ),
  -- E.164. Only a reservation that staff take themselves may lack it.
  phone TEXT CHECK (
    length(phone) BETWEEN 9 AND 16 AND phone GLOB '+[1-9]*' AND substr(phone, 2) NOT GLOB '*[^0-9]*'
  ),
  occasion TEXT NOT NULL CHECK (occasion IN ('general', 'cumpleanos')),
  comments TEXT CHECK (length(comments) BETWEEN 1 AND 500 AND instr(comments, char(0)) = 0),
  -- Who made it: an assistant's name, a page, 'personal' for staff.
  source TEXT CHECK (length(source) BETWEEN 1 AND 120 AND instr(source, char(0)) = 0),
  status TEXT NOT NULL CHECK (status IN ('confirmed', 'arrived', 'no_show', 'cancelled')),
  -- Epoch milliseconds.
  created_at INTEGER NOT NULL CHECK (created_at > 0),
  -- Counts the changes, so that two people who change it at once notice.
  version INTEGER NOT NULL CHECK (version >= 1),
  CHECK (phone IS NOT NULL OR source IS 'personal')
) STRICT;

CREATE INDEX reservations_by_day ON reservations (day, time);

-- Who did what to a reservation, and when: one entry for each version of it.
CREATE TABLE reservation_history (
  folio TEXT NOT NULL REFERENCES reservations (folio) ON DELETE CASCADE,
  version INTEGER NOT NULL CHECK (version >= 1),
  at INTEGER NOT NULL CHECK (at > 0),
  actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 120),
  action TEXT NOT NULL CHECK (length(action) BETWEEN 1 AND 40),
  before TEXT CHECK (json_valid(before)),
  after TEXT CHECK (json_valid(after)),
  PRIMARY KEY (folio, version)
) STRICT;

-- What a retry is recognised by. 'header' keys are the caller's own, 'body' keys the hash of a body sent without one.
-- The reservation follows in the same transaction, hence the deferral.
CREATE TABLE idempotency_keys (
  phone TEXT NOT NULL CHECK (phone GLOB '+[1-9]*'),
  kind TEXT NOT NULL CHECK (kind IN ('header', 'body')),
  key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  body_hash TEXT NOT NULL CHECK (length(body_hash) = 64 AND body_hash NOT GLOB '*[^0-9a-f]*'),
  -- Unique not least because the deferred check looks claims up by folio.
  folio TEXT NOT NULL UNIQUE
    REFERENCES reservations (folio) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  expires_at INTEGER NOT NULL CHECK (expires_at > 0),
  PRIMARY KEY (phone, kind, key),
  CHECK (kind = 'header' OR key = body_hash)
) STRICT, WITHOUT ROWID;

-- Folios whose callers were told that there is no reservation. None may be made under them any more, and one that was made
-- goes, unless it has been confirmed to somebody else meanwhile.
CREATE TABLE voids (
  folio TEXT PRIMARY KEY,
  at INTEGER NOT NULL CHECK (at > 0)
) STRICT, WITHOUT ROWID;

-- Retries that were told of a reservation. Each bears the folio drawn for the retry itself, so that it can be taken back when
-- that retry turns out never to have been answered.
CREATE TABLE confirmations (
  folio TEXT NOT NULL REFERENCES reservations (folio) ON DELETE CASCADE,
  retry TEXT NOT NULL,
  at INTEGER NOT NULL CHECK (at > 0),
  PRIMARY KEY (folio, retry)
) STRICT, WITHOUT ROWID;

-- One value a name, as JSON: 'pause' is {"until": epoch milliseconds or null} or {"night": service day}, 'draft_key' a base64url string.
CREATE TABLE settings (
  name TEXT PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 40),
  value TEXT NOT NULL CHECK (json_valid(value))
) STRICT, WITHOUT ROWID;

-- When the restaurant takes nobody: a whole service day, or a span of local time whose end is exclusive.
CREATE TABLE closures (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('day', 'span')),
  day TEXT CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]' AND day IS date(day)),
  starts TEXT CHECK (starts IS strftime('%Y-%m-%dT%H:%M', starts)),
  ends TEXT CHECK (ends IS strftime('%Y-%m-%dT%H:%M', ends)),
  reason TEXT NOT NULL CHECK (length(reason) <= 200 AND instr(reason, char(0)) = 0),
  created_at INTEGER NOT NULL CHECK (created_at > 0),
  CHECK (
    (kind = 'day' AND day IS NOT NULL AND starts IS NULL AND ends IS NULL)
    OR (kind = 'span' AND day IS NULL AND starts IS NOT NULL AND ends IS NOT NULL AND starts < ends)
  )
) STRICT;

-- step 2: calls of a paid routing engine

-- How many were made on each day of the restaurant's clock, whether or not they were answered.
CREATE TABLE router_calls (
  day TEXT NOT NULL PRIMARY KEY CHECK (
    day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]' AND day IS date(day)
  ),
  calls INTEGER NOT NULL CHECK (calls >= 1)
) STRICT, WITHOUT ROWID;

-- step 3: the staff's board

-- Until now only guests made reservations: none may be taken for one that staff take.
UPDATE reservations SET source = 'personal (en línea)' WHERE source = 'personal';

-- What staff write to one another about a reservation.
ALTER TABLE reservations ADD COLUMN note TEXT CHECK (length(note) BETWEEN 1 AND 500 AND instr(note, char(0)) = 0);

-- Which of the staff saw it first, and when.
ALTER TABLE reservations ADD COLUMN acknowledged_at INTEGER CHECK (acknowledged_at > 0);
ALTER TABLE reservations ADD COLUMN acknowledged_by TEXT CHECK (length(acknowledged_by) BETWEEN 1 AND 120);

-- Those that were made before there was a board to see them on count as seen: nobody is called out for them.
UPDATE reservations SET acknowledged_at = created_at, acknowledged_by = 'sistema';

-- When staff were called because nobody had acknowledged it.
ALTER TABLE reservations ADD COLUMN alerted_at INTEGER CHECK (alerted_at > 0);

-- The index by day now holds what staff search for, so that a search reads nothing else.
DROP INDEX reservations_by_day;
CREATE INDEX reservations_by_day ON reservations (day, time, name, phone, folio);

-- Telephone numbers that a reservation no longer bears: they, too, are erased on request.
CREATE INDEX reservation_history_phones ON reservation_history (before ->> 'phone') WHERE before ->> 'phone' IS NOT NULL;

-- Few are ever unacknowledged: the board and the alerts look for them often.
CREATE INDEX reservations_unacknowledged ON reservations (service_day) WHERE acknowledged_at IS NULL AND status = 'confirmed';

-- What became of reservations, numbered in the order of commits: boards catch up from the last they know. The last one is never
-- deleted, so that no number comes twice.
CREATE TABLE reservation_events (
  id INTEGER PRIMARY KEY,
  folio TEXT NOT NULL
) STRICT;

CREATE TRIGGER reservation_made AFTER INSERT ON reservations BEGIN INSERT INTO reservation_events (folio) VALUES (new.folio); END;

CREATE TRIGGER reservation_changed AFTER UPDATE OF version, acknowledged_at ON reservations BEGIN INSERT INTO reservation_events (folio) VALUES (new.folio); END;

CREATE TRIGGER reservation_gone AFTER DELETE ON reservations BEGIN INSERT INTO reservation_events (folio) VALUES (old.folio); END;

-- Instances that have boards connected, and until when (epoch milliseconds) they are believed to, unless they say so again.
CREATE TABLE boards (
  instance TEXT PRIMARY KEY CHECK (length(instance) BETWEEN 1 AND 40),
  until INTEGER NOT NULL CHECK (until > 0)
) STRICT, WITHOUT ROWID;

-- Dishes that are off the menu, until the service day is over or, where it is null, until staff put them back.
CREATE TABLE sold_out (
  dish TEXT PRIMARY KEY CHECK (length(dish) BETWEEN 1 AND 100),
  service_day TEXT CHECK (
    service_day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]' AND service_day IS date(service_day)
  ),
  at INTEGER NOT NULL CHECK (at > 0)
) STRICT, WITHOUT ROWID;

-- Who turned a switch, and when. A switch is 'pause', 'kitchen', 'valet', 'dish ID' or 'closure ID'.
CREATE TABLE switch_history (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL CHECK (at > 0),
  actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 120),
  switch TEXT NOT NULL CHECK (length(switch) BETWEEN 1 AND 110)
) STRICT;

CREATE INDEX switch_history_by_switch ON switch_history (switch);

-- What is left of reservations whose personal data was erased.
CREATE TABLE erased_reservations (
  service_day TEXT NOT NULL CHECK (
    service_day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]' AND service_day IS date(service_day)
  ),
  status TEXT NOT NULL CHECK (status IN ('confirmed', 'arrived', 'no_show', 'cancelled')),
  parties INTEGER NOT NULL CHECK (parties >= 1),
  people INTEGER NOT NULL CHECK (people >= 1),
  PRIMARY KEY (service_day, status)
) STRICT, WITHOUT ROWID;

-- That something was erased, by whom and why, without what it was.
CREATE TABLE erasures (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL CHECK (at > 0),
  reason TEXT NOT NULL CHECK (reason IN ('retention', 'request')),
  actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 120),
  reservations INTEGER NOT NULL CHECK (reservations >= 1)
) STRICT;

-- step 4: tables are held in one statement

-- What a retry is recognised by, as before, but found by telephone number only: folios are random, and an index of them (which a
-- reference to reservations needs) is a third of what it costs to hold a table. A key whose reservation is gone counts for nothing.
ALTER TABLE idempotency_keys RENAME TO keys_by_folio;
CREATE TABLE idempotency_keys (
  phone TEXT NOT NULL CHECK (phone GLOB '+[1-9]*'),
  kind TEXT NOT NULL CHECK (kind IN ('header', 'body')),
  key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  body_hash TEXT NOT NULL CHECK (length(body_hash) = 64 AND body_hash NOT GLOB '*[^0-9a-f]*'),
  folio TEXT NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at > 0),
  PRIMARY KEY (phone, kind, key),
  CHECK (kind = 'header' OR key = body_hash)
) STRICT, WITHOUT ROWID;
INSERT INTO idempotency_keys SELECT phone, kind, key, body_hash, folio, expires_at FROM keys_by_folio;
DROP TABLE keys_by_folio;

-- The reservations that guests made, each with what a retry of it is recognised by.
CREATE VIEW held_tables AS
SELECT r.folio, r.day, r.time, r.service_day, r.party_size, r.name, r.phone, r.occasion, r.comments, r.source, r.created_at,
  k.kind, k.key, k.body_hash, k.expires_at
FROM reservations AS r JOIN idempotency_keys AS k ON k.folio = r.folio;

-- Claims the key first. Where another reservation has it, nothing is held; where two have the same folio, all of it fails.
CREATE TRIGGER hold_table INSTEAD OF INSERT ON held_tables BEGIN
  INSERT INTO idempotency_keys (phone, kind, key, body_hash, folio, expires_at)
    VALUES (new.phone, new.kind, new.key, new.body_hash, new.folio, new.expires_at)
    ON CONFLICT DO NOTHING
  ; INSERT INTO reservations (folio, day, time, service_day, party_size, name, phone, occasion, comments, source,
      status, created_at, version)
    SELECT new.folio, new.day, new.time, new.service_day, new.party_size, new.name, new.phone, new.occasion, new.comments, new.source,
      'confirmed', new.created_at, 1
    FROM idempotency_keys AS k
    WHERE k.phone = new.phone AND k.kind = new.kind AND k.key = new.key AND k.folio = new.folio
  ; INSERT INTO reservation_history (folio, version, at, actor, action, after)
    SELECT r.folio, r.version, r.created_at, coalesce(r.source, 'api'), 'created',
      json_object('day', r.day, 'time', r.time, 'service_day', r.service_day, 'party_size', r.party_size,
        'name', r.name, 'phone', r.phone, 'occasion', r.occasion, 'comments', r.comments,
        'source', r.source, 'status', r.status)
    FROM reservations AS r WHERE r.folio = new.folio AND r.created_at = new.created_at
    ON CONFLICT DO NOTHING
  ; END;

-- step 5: reservations are numbered

-- Folios are random, and an index of them costs as much as the row it leads to. What belongs to a reservation is found by its
-- number from here on, which grows: only the folio itself is still indexed, because it must be unique and guests are found by it.
DROP VIEW held_tables;

-- As it was, but for the number.
CREATE TABLE numbered_reservations (
  id INTEGER PRIMARY KEY,
  folio TEXT NOT NULL UNIQUE CHECK (
    length(folio) = 10 AND folio GLOB 'R-*' AND substr(folio, 3) NOT GLOB '*[^0-9A-HJKMNP-TV-Z]*'
  ),
  -- The day and time on the restaurant's clock at which the guests come.
  day TEXT NOT NULL CHECK (
    day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]' AND day IS date(day)
  ),
  time TEXT NOT NULL CHECK (time GLOB '[01][0-9]:[0-5][0-9]' OR time GLOB '2[0-3]:[0-5][0-9]'),
  -- The day on which that service starts: the evening before for a time after midnight.
  service_day TEXT NOT NULL CHECK (service_day IN (day, date(day, '-1 day'))),
  party_size INTEGER NOT NULL CHECK (party_size BETWEEN 1 AND 40),
  name TEXT NOT NULL CHECK (
    length(name) BETWEEN 2 AND 80 AND name = trim(name) AND instr(name, char(0)) = 0
    AND name NOT GLOB '*[' || char(1) || '-' || char(31) || char(127) || ']*'
  ),
  -- E.164. Only a reservation that staff take themselves may lack it.
  phone TEXT CHECK (
    length(phone) BETWEEN 9 AND 16 AND phone GLOB '+[1-9]*' AND substr(phone, 2) NOT GLOB '*[^0-9]*'
  ),
  occasion TEXT NOT NULL CHECK (occasion IN ('general', 'cumpleanos')),
  comments TEXT CHECK (length(comments) BETWEEN 1 AND 500 AND instr(comments, char(0)) = 0),
  -- Who made it: an assistant's name, a page, 'personal' for staff.
  source TEXT CHECK (length(source) BETWEEN 1 AND 120 AND instr(source, char(0)) = 0),
  status TEXT NOT NULL CHECK (status IN ('confirmed', 'arrived', 'no_show', 'cancelled')),
  -- Epoch milliseconds.
  created_at INTEGER NOT NULL CHECK (created_at > 0),
  -- Counts the changes, so that two people who change it at once notice.
  version INTEGER NOT NULL CHECK (version >= 1),
  -- What staff write to one another about it.
  note TEXT CHECK (length(note) BETWEEN 1 AND 500 AND instr(note, char(0)) = 0),
  -- Which of the staff saw it first, and when.
  acknowledged_at INTEGER CHECK (acknowledged_at > 0),
  acknowledged_by TEXT CHECK (length(acknowledged_by) BETWEEN 1 AND 120),
  -- When staff were called because nobody had acknowledged it.
  alerted_at INTEGER CHECK (alerted_at > 0),
  CHECK (phone IS NOT NULL OR source IS 'personal')
) STRICT;
INSERT INTO numbered_reservations (id, folio, day, time, service_day, party_size, name, phone, occasion, comments, source, status,
    created_at, version, note, acknowledged_at, acknowledged_by, alerted_at)
  SELECT rowid, folio, day, time, service_day, party_size, name, phone, occasion, comments, source, status,
    created_at, version, note, acknowledged_at, acknowledged_by, alerted_at
  FROM reservations ORDER BY rowid;

-- Who did what to a reservation, and when: one entry for each version of it.
CREATE TABLE reservation_versions (
  reservation INTEGER NOT NULL REFERENCES numbered_reservations (id) ON DELETE CASCADE,
  version INTEGER NOT NULL CHECK (version >= 1),
  at INTEGER NOT NULL CHECK (at > 0),
  actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 120),
  action TEXT NOT NULL CHECK (length(action) BETWEEN 1 AND 40),
  before TEXT CHECK (json_valid(before)),
  after TEXT CHECK (json_valid(after)),
  PRIMARY KEY (reservation, version)
) STRICT, WITHOUT ROWID;
INSERT INTO reservation_versions (reservation, version, at, actor, action, before, after)
  SELECT r.id, h.version, h.at, h.actor, h.action, h.before, h.after
  FROM reservation_history AS h JOIN numbered_reservations AS r ON r.folio = h.folio ORDER BY r.id, h.version;

CREATE TABLE numbered_confirmations (
  folio TEXT NOT NULL REFERENCES numbered_reservations (folio) ON DELETE CASCADE,
  retry TEXT NOT NULL,
  at INTEGER NOT NULL CHECK (at > 0),
  PRIMARY KEY (folio, retry)
) STRICT, WITHOUT ROWID;
INSERT INTO numbered_confirmations SELECT folio, retry, at FROM confirmations;

-- What refers to reservations goes before they do, lest it be deleted along with them.
DROP TABLE reservation_history;
DROP TABLE confirmations;
DROP TABLE reservations;
ALTER TABLE numbered_reservations RENAME TO reservations;
ALTER TABLE numbered_confirmations RENAME TO confirmations;

-- All that went with the table, as it was.
CREATE INDEX reservations_by_day ON reservations (day, time, name, phone, folio);
CREATE INDEX reservations_unacknowledged ON reservations (service_day) WHERE acknowledged_at IS NULL AND status = 'confirmed';
CREATE INDEX reservation_versions_phones ON reservation_versions (before ->> 'phone') WHERE before ->> 'phone' IS NOT NULL;
CREATE TRIGGER reservation_made AFTER INSERT ON reservations BEGIN INSERT INTO reservation_events (folio) VALUES (new.folio); END;
CREATE TRIGGER reservation_changed AFTER UPDATE OF version, acknowledged_at ON reservations BEGIN INSERT INTO reservation_events (folio) VALUES (new.folio); END;
CREATE TRIGGER reservation_gone AFTER DELETE ON reservations BEGIN INSERT INTO reservation_events (folio) VALUES (old.folio); END;

-- The entries by folio, as they were kept until now. They go with their reservation.
CREATE VIEW reservation_history AS
SELECT r.folio, v.version, v.at, v.actor, v.action, v.before, v.after
FROM reservation_versions AS v JOIN reservations AS r ON r.id = v.reservation;

CREATE TRIGGER enter_history INSTEAD OF INSERT ON reservation_history BEGIN
  INSERT INTO reservation_versions (reservation, version, at, actor, action, before, after)
    VALUES ((SELECT r.id FROM reservations AS r WHERE r.folio = new.folio),
      new.version, new.at, new.actor, new.action, new.before, new.after)
  ; END;

-- The reservations that guests made, each with what a retry of it is recognised by.
CREATE VIEW held_tables AS
SELECT r.folio, r.day, r.time, r.service_day, r.party_size, r.name, r.phone, r.occasion, r.comments, r.source, r.created_at,
  k.kind, k.key, k.body_hash, k.expires_at
FROM reservations AS r JOIN idempotency_keys AS k ON k.folio = r.folio;

-- Claims the key first. Where another reservation has it, nothing is held; where two have the same folio, all of it fails.
CREATE TRIGGER hold_table INSTEAD OF INSERT ON held_tables BEGIN
  INSERT INTO idempotency_keys (phone, kind, key, body_hash, folio, expires_at)
    VALUES (new.phone, new.kind, new.key, new.body_hash, new.folio, new.expires_at)
    ON CONFLICT DO NOTHING
  ; INSERT INTO reservations (folio, day, time, service_day, party_size, name, phone, occasion, comments, source,
      status, created_at, version)
    SELECT new.folio, new.day, new.time, new.service_day, new.party_size, new.name, new.phone, new.occasion, new.comments, new.source,
      'confirmed', new.created_at, 1
    FROM idempotency_keys AS k
    WHERE k.phone = new.phone AND k.kind = new.kind AND k.key = new.key AND k.folio = new.folio
  ; INSERT INTO reservation_versions (reservation, version, at, actor, action, after)
    SELECT r.id, r.version, r.created_at, coalesce(r.source, 'api'), 'created',
      json_object('day', r.day, 'time', r.time, 'service_day', r.service_day, 'party_size', r.party_size,
        'name', r.name, 'phone', r.phone, 'occasion', r.occasion, 'comments', r.comments,
        'source', r.source, 'status', r.status)
    FROM reservations AS r WHERE r.folio = new.folio AND r.created_at = new.created_at
    ON CONFLICT DO NOTHING
  ; END;

-- step 6: signing out

-- Sessions of staff that were ended before they expired, each as its signed text says it, and when it would have expired (epoch
-- milliseconds): it opens nothing on any instance.
CREATE TABLE ended_sessions (
  session TEXT PRIMARY KEY CHECK (length(session) BETWEEN 1 AND 80),
  until INTEGER NOT NULL CHECK (until > 0)
) STRICT, WITHOUT ROWID;
