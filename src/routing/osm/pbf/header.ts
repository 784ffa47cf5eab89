import type { OsmBox, OsmFileInfo } from "../elements.ts";
import { type Cursor, cursorOf, type Fault, skipField } from "./cursor.ts";
import {
  enter,
  fieldNumber,
  intField,
  leave,
  readTag,
  textField,
  wireType,
  zigzagField,
} from "./fields.ts";

const HEADER = { bbox: 1, requiredFeature: 4, timestamp: 32 } as const;
const BBOX = ["west", "east", "north", "south"] as const;
const NANO_A_DEGREE = 1e9;

/** What a reader must know of to read a file rightly, and this one does. */
const KNOWN_FEATURES: readonly string[] = ["OsmSchema-V0.6", "DenseNodes", "LocationsOnWays"];

const REMEDIES: Readonly<Record<string, string>> = {
  HistoricalInformation:
    "this is a full-history file; make a plain one of it with: osmium time-filter FILE -o NEW.osm.pbf",
};

/**
 * What the `HeaderBlock` in `bytes` says of its file.
 * @throws what `fault` makes, also for a feature of the file that has to be known to read it
 */
export function readHeader(bytes: Uint8Array, fault: Fault): OsmFileInfo {
  const cursor = cursorOf(bytes, fault);
  let timestamp: Temporal.Instant | null = null;
  let bbox: OsmBox | null = null;
  while (cursor.at < cursor.end) {
    const tag = readTag(cursor);
    const field = fieldNumber(tag);
    if (field === HEADER.bbox) bbox = readBox(cursor, tag);
    else if (field === HEADER.requiredFeature) checkFeature(textField(cursor, tag), cursor);
    else if (field === HEADER.timestamp) timestamp = instant(intField(cursor, tag), cursor);
    else skipField(cursor, wireType(tag));
  }
  return { timestamp, bbox };
}

function readBox(cursor: Cursor, tag: number): OsmBox {
  const box = { west: NaN, east: NaN, north: NaN, south: NaN };
  const outerEnd = enter(cursor, tag);
  while (cursor.at < cursor.end) {
    const edgeTag = readTag(cursor);
    const edge = BBOX[fieldNumber(edgeTag) - 1];
    if (edge === undefined) skipField(cursor, wireType(edgeTag));
    else box[edge] = zigzagField(cursor, edgeTag) / NANO_A_DEGREE;
  }
  leave(cursor, outerEnd);
  if (Object.values(box).every((degrees) => Math.abs(degrees) <= 180)) return box;
  throw cursor.fault("a bounding box that lacks an edge or lies off the globe", cursor.at);
}

function checkFeature(feature: string, cursor: Cursor): void {
  if (KNOWN_FEATURES.includes(feature)) return;
  const remedy = REMEDIES[feature] ??
    "make a plain one of it with: osmium cat FILE -o NEW.osm.pbf";
  throw cursor.fault(`the file needs the feature ${JSON.stringify(feature)}; ${remedy}`, cursor.at);
}

/** The farthest that a Temporal.Instant reaches, in seconds. */
const LAST_SECOND = 8.64e12;

function instant(seconds: number, cursor: Cursor): Temporal.Instant {
  if (Math.abs(seconds) <= LAST_SECOND) {
    return Temporal.Instant.fromEpochMilliseconds(seconds * 1e3);
  }
  throw cursor.fault(`a timestamp of ${seconds} seconds`, cursor.at);
}
