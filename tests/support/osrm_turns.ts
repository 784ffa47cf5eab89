/** What OSRM charges for each turn of a map, out of the vector tiles that it draws for whoever looks for mistakes. */
import type { OsmBox } from "../../src/routing/osm/elements.ts";

/** A turn as OSRM made it. */
export interface OsrmTurn {
  readonly lat: number;
  readonly lng: number;
  /** Whole degrees of the last piece before the turn, clockwise from north, and how far the first piece after it turns from that. */
  readonly bearing: number;
  readonly angle: number;
  readonly seconds: number;
}

/** At this zoom a tile's unit is about 15 cm. */
const ZOOM = 16;
const TILE_UNITS = 4096;

/** Every turn within a box, but for turns back at dead ends. */
export async function osrmTurns(url: string, box: OsmBox): Promise<OsrmTurn[]> {
  const [west, east] = [tileX(box.west), tileX(box.east)].map(Math.floor) as [number, number];
  const [north, south] = [tileY(box.north), tileY(box.south)].map(Math.floor) as [number, number];
  const turns: OsrmTurn[] = [];
  for (let x = west; x <= east; x++) {
    for (let y = north; y <= south; y++) {
      const answer = await fetch(`${url}/tile/v1/driving/tile(${x},${y},${ZOOM}).mvt`);
      turns.push(...turnsOf(await answer.bytes(), x, y));
    }
  }
  return turns;
}

function tileX(lng: number): number {
  return (lng + 180) / 360 * 2 ** ZOOM;
}

function tileY(lat: number): number {
  return (1 - Math.asinh(Math.tan(lat * Math.PI / 180)) / Math.PI) / 2 * 2 ** ZOOM;
}

/** The features of the layer `turns`: points with properties. */
function turnsOf(tile: Uint8Array, x: number, y: number): OsrmTurn[] {
  const layers = fieldsOf(tile).filter(({ field }) => field === 3).map(({ bytes }) => bytes!);
  const turns = layers.map(fieldsOf).find((layer) => textOf(layer, 1) === "turns") ?? [];
  const keys = turns.filter(({ field }) => field === 3).map(({ bytes }) => decode(bytes!));
  const values = turns.filter(({ field }) => field === 4).map(({ bytes }) => numberOf(bytes!));
  return turns.filter(({ field }) => field === 2).map(({ bytes }) => {
    const feature = fieldsOf(bytes!);
    const numbers = (field: number) => varints(feature.find((f) => f.field === field)!.bytes!);
    const tags = numbers(2);
    const value = (key: string) =>
      values[tags[tags.findIndex((k, i) => i % 2 === 0 && keys[k] === key) + 1]!]!;
    const [, east, south] = numbers(4);
    const [fromWest, fromNorth] = [x + zigzag(east!) / TILE_UNITS, y + zigzag(south!) / TILE_UNITS];
    return {
      lat: Math.atan(Math.sinh(Math.PI * (1 - 2 * fromNorth / 2 ** ZOOM))) * 180 / Math.PI,
      lng: fromWest / 2 ** ZOOM * 360 - 180,
      bearing: value("bearing_in"),
      angle: value("turn_angle"),
      seconds: value("cost"),
    };
  });
}

interface Field {
  readonly field: number;
  readonly number?: number;
  readonly bytes?: Uint8Array;
}

function fieldsOf(message: Uint8Array): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = () => {
    let [value, unit] = [0, 1];
    for (; message[at]! >= 128; at++, unit *= 128) value += (message[at]! - 128) * unit;
    return value + message[at++]! * unit;
  };
  const take = (length: number) => message.subarray(at, at += length);
  while (at < message.length) {
    const tag = varint();
    const field = Math.floor(tag / 8);
    if (tag % 8 === 0) fields.push({ field, number: varint() });
    else fields.push({ field, bytes: take(tag % 8 === 1 ? 8 : tag % 8 === 5 ? 4 : varint()) });
  }
  return fields;
}

function varints(packed: Uint8Array): number[] {
  const numbers: number[] = [];
  let [value, unit] = [0, 1];
  for (const byte of packed) {
    value += (byte & 127) * unit;
    unit *= 128;
    if (byte >= 128) continue;
    numbers.push(value);
    [value, unit] = [0, 1];
  }
  return numbers;
}

function zigzag(number: number): number {
  return number % 2 === 0 ? number / 2 : -(number + 1) / 2;
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function textOf(fields: readonly Field[], field: number): string {
  return decode(fields.find((f) => f.field === field)?.bytes ?? new Uint8Array());
}

/** A value's number, of whichever kind; NaN for text. */
function numberOf(value: Uint8Array): number {
  const [{ field, number, bytes } = { field: 0 }] = fieldsOf(value);
  const view = bytes === undefined ? null : new DataView(bytes.buffer, bytes.byteOffset);
  if (field === 2) return view!.getFloat32(0, true);
  if (field === 3) return view!.getFloat64(0, true);
  if (field === 6) return zigzag(number!);
  return number ?? NaN;
}
