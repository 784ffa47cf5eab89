import type { TextOf } from "../text_cache.ts";
import type { XmlTag } from "./tag.ts";
import type { XmlFault } from "./tag_parser.ts";
import { attributeValue, integerOf, unitsOf } from "./values.ts";

const NORTH_POLE = 900_000_000;
const DATE_LINE = 1_800_000_000;

/** Reads the attributes of tags; each throws what its `fault` makes where the value is not what it should be. */
export interface AttributeReader {
  /** Null where the tag has no such attribute. */
  text(tag: XmlTag, name: string): string | null;
  requiredText(tag: XmlTag, name: string): string;
  /** An id: a whole number up to 2^53. */
  id(tag: XmlTag, name: string): number;
  /** Units of 1e-7 degrees. */
  latitude(tag: XmlTag, name: string): number;
  longitude(tag: XmlTag, name: string): number;
}

export function attributeReader(textOf: TextOf, fault: XmlFault): AttributeReader {
  function require(tag: XmlTag, name: string): number {
    const attribute = tag.find(name);
    if (attribute >= 0) return attribute;
    throw fault(`<${tag.name}> without the attribute ${name}`, tag.at);
  }

  function written(tag: XmlTag, attribute: number): string {
    const raw = textOf(tag.bytes, tag.start(attribute), tag.end(attribute));
    const value = attributeValue(raw);
    if (value !== null) return value;
    throw fault(`<${tag.name}> with an unknown entity in ${JSON.stringify(raw)}`, tag.at);
  }

  function wrong(tag: XmlTag, name: string, what: string): Error {
    const value = JSON.stringify(written(tag, tag.find(name)));
    return fault(`<${tag.name}> with ${name}=${value}, which is no ${what}`, tag.at);
  }

  function degrees(tag: XmlTag, name: string, most: number, what: string): number {
    const attribute = require(tag, name);
    const units = unitsOf(tag.bytes, tag.start(attribute), tag.end(attribute));
    if (Math.abs(units) <= most) return units;
    throw wrong(tag, name, what);
  }

  return {
    text(tag, name) {
      const attribute = tag.find(name);
      return attribute < 0 ? null : written(tag, attribute);
    },
    requiredText: (tag, name) => written(tag, require(tag, name)),
    id(tag, name) {
      const attribute = require(tag, name);
      const id = integerOf(tag.bytes, tag.start(attribute), tag.end(attribute));
      if (!Number.isNaN(id)) return id;
      throw wrong(tag, name, "id");
    },
    latitude: (tag, name) => degrees(tag, name, NORTH_POLE, "latitude"),
    longitude: (tag, name) => degrees(tag, name, DATE_LINE, "longitude"),
  };
}
