-- What a database of version 0.6 contains before it is used: its schema, as sqlite_schema had it, and the record of its steps.

CREATE TABLE schema_steps (step INTEGER PRIMARY KEY CHECK (step >= 1), applied_at INTEGER NOT NULL) STRICT;

CREATE TABLE voids (
  folio TEXT PRIMARY KEY,
  at INTEGER NOT NULL CHECK (at > 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE settings (
  name TEXT PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 40),
  value TEXT NOT NULL CHECK (json_valid(value))
) STRICT, WITHOUT ROWID;

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

CREATE TABLE router_calls (
  day TEXT NOT NULL PRIMARY KEY CHECK (
    day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]' AND day IS date(day)
  ),
  calls INTEGER NOT NULL CHECK (calls >= 1)
) STRICT, WITHOUT ROWID;

CREATE TABLE reservation_events (
  id INTEGER PRIMARY KEY,
  folio TEXT NOT NULL
) STRICT;

CREATE TABLE boards (
  instance TEXT PRIMARY KEY CHECK (length(instance) BETWEEN 1 AND 40),
  until INTEGER NOT NULL CHECK (until > 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE sold_out (
  dish TEXT PRIMARY KEY CHECK (length(dish) BETWEEN 1 AND 100),
  service_day TEXT CHECK (
    service_day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]' AND service_day IS date(service_day)
  ),
  at INTEGER NOT NULL CHECK (at > 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE switch_history (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL CHECK (at > 0),
  actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 120),
  switch TEXT NOT NULL CHECK (length(switch) BETWEEN 1 AND 110)
) STRICT;

CREATE TABLE erased_reservations (
  service_day TEXT NOT NULL CHECK (
    service_day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]' AND service_day IS date(service_day)
  ),
  status TEXT NOT NULL CHECK (status IN ('confirmed', 'arrived', 'no_show', 'cancelled')),
  parties INTEGER NOT NULL CHECK (parties >= 1),
  people INTEGER NOT NULL CHECK (people >= 1),
  PRIMARY KEY (service_day, status)
) STRICT, WITHOUT ROWID;

CREATE TABLE erasures (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL CHECK (at > 0),
  reason TEXT NOT NULL CHECK (reason IN ('retention', 'request')),
  actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 120),
  reservations INTEGER NOT NULL CHECK (reservations >= 1)
) STRICT;

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

CREATE TABLE reservations (
  id INTEGER PRIMARY KEY,
  folio TEXT NOT NULL UNIQUE CHECK (
    length(folio) = 10 AND folio GLOB 'R-*' AND substr(folio, 3) NOT GLOB '*[^0-9A-HJKMNP-TV-Z]*'
  ),
  day TEXT NOT NULL CHECK (
    day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]' AND day IS date(day)
  ),
  time TEXT NOT NULL CHECK (time GLOB '[01][0-9]:[0-5][0-9]' OR time GLOB '2[0-3]:[0-5][0-9]'),
  service_day TEXT NOT NULL CHECK (service_day IN (day, date(day, '-1 day'))),
  party_size INTEGER NOT NULL CHECK (party_size BETWEEN 1 AND 40),
  name TEXT NOT NULL CHECK (
    length(name) BETWEEN 2 AND 80 AND name = trim(name) AND instr(name, char(0)) = 0
    AND name NOT GLOB '*[' || char(1) || '-' || char(31) || char(127) || ']*'
  ),
  phone TEXT CHECK (
    length(phone) BETWEEN 9 AND 16 AND phone GLOB '+[1-9]*' AND substr(phone, 2) NOT GLOB '*[^0-9]*'
  ),
  occasion TEXT NOT NULL CHECK (occasion IN ('general', 'cumpleanos')),
  comments TEXT CHECK (length(comments) BETWEEN 1 AND 500 AND instr(comments, char(0)) = 0),
  source TEXT CHECK (length(source) BETWEEN 1 AND 120 AND instr(source, char(0)) = 0),
  status TEXT NOT NULL CHECK (status IN ('confirmed', 'arrived', 'no_show', 'cancelled')),
  created_at INTEGER NOT NULL CHECK (created_at > 0),
  version INTEGER NOT NULL CHECK (version >= 1),
  note TEXT CHECK (length(note) BETWEEN 1 AND 500 AND instr(note, char(0)) = 0),
  acknowledged_at INTEGER CHECK (acknowledged_at > 0),
  acknowledged_by TEXT CHECK (length(acknowledged_by) BETWEEN 1 AND 120),
  alerted_at INTEGER CHECK (alerted_at > 0),
  CHECK (phone IS NOT NULL OR source IS 'personal')
) STRICT;

CREATE TABLE reservation_versions (
  reservation INTEGER NOT NULL REFERENCES reservations (id) ON DELETE CASCADE,
  version INTEGER NOT NULL CHECK (version >= 1),
  at INTEGER NOT NULL CHECK (at > 0),
  actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 120),
  action TEXT NOT NULL CHECK (length(action) BETWEEN 1 AND 40),
  before TEXT CHECK (json_valid(before)),
  after TEXT CHECK (json_valid(after)),
  PRIMARY KEY (reservation, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE confirmations (
  folio TEXT NOT NULL REFERENCES reservations (folio) ON DELETE CASCADE,
  retry TEXT NOT NULL,
  at INTEGER NOT NULL CHECK (at > 0),
  PRIMARY KEY (folio, retry)
) STRICT, WITHOUT ROWID;

CREATE TABLE ended_sessions (
  session TEXT PRIMARY KEY CHECK (length(session) BETWEEN 1 AND 80),
  until INTEGER NOT NULL CHECK (until > 0)
) STRICT, WITHOUT ROWID;

CREATE INDEX switch_history_by_switch ON switch_history (switch);

CREATE INDEX reservations_by_day ON reservations (day, time, name, phone, folio);

CREATE INDEX reservations_unacknowledged ON reservations (service_day) WHERE acknowledged_at IS NULL AND status = 'confirmed';

CREATE INDEX reservation_versions_phones ON reservation_versions (before ->> 'phone') WHERE before ->> 'phone' IS NOT NULL;

CREATE TRIGGER reservation_made AFTER INSERT ON reservations BEGIN INSERT INTO reservation_events (folio) VALUES (new.folio); END;

CREATE TRIGGER reservation_changed AFTER UPDATE OF version, acknowledged_at ON reservations BEGIN INSERT INTO reservation_events (folio) VALUES (new.folio); END;

CREATE TRIGGER reservation_gone AFTER DELETE ON reservations BEGIN INSERT INTO reservation_events (folio) VALUES (old.folio); END;

CREATE VIEW reservation_history AS
SELECT r.folio, v.version, v.at, v.actor, v.action, v.before, v.after
FROM reservation_versions AS v JOIN reservations AS r ON r.id = v.reservation;

CREATE TRIGGER enter_history INSTEAD OF INSERT ON reservation_history BEGIN
  INSERT INTO reservation_versions (reservation, version, at, actor, action, before, after)
    VALUES ((SELECT r.id FROM reservations AS r WHERE r.folio = new.folio),
      new.version, new.at, new.actor, new.action, new.before, new.after)
  ; END;

CREATE VIEW held_tables AS
SELECT r.folio, r.day, r.time, r.service_day, r.party_size, r.name, r.phone, r.occasion, r.comments, r.source, r.created_at,
  k.kind, k.key, k.body_hash, k.expires_at
FROM reservations AS r JOIN idempotency_keys AS k ON k.folio = r.folio;

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

INSERT INTO schema_steps (step, applied_at) VALUES (1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1);
