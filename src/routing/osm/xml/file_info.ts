import type { OsmBox, OsmFileInfo } from "../elements.ts";
import type { AttributeReader } from "./attributes.ts";
import type { XmlTag } from "./tag.ts";
import type { XmlFault } from "./tag_parser.ts";

/** Gathers what a file says about itself. */
export interface InfoReader {
  /** Any tag that is no element. */
  read(tag: XmlTag): void;
  info(): OsmFileInfo;
}

/** Attributes that say when the data was taken, by the tag: osmium's and JOSM's, and Overpass's. */
const TIMESTAMPS: Readonly<Record<string, string>> = { osm: "timestamp", meta: "osm_base" };

export function infoReader(attributes: AttributeReader, fault: XmlFault): InfoReader {
  let timestamp: Temporal.Instant | null = null;
  let bbox: OsmBox | null = null;

  function readTimestamp(tag: XmlTag, name: string): void {
    const text = attributes.text(tag, name);
    if (text === null) return;
    timestamp ??= instantOf(text) ?? refuse(tag, `${name}=${JSON.stringify(text)}`);
  }

  function readBounds(tag: XmlTag): OsmBox {
    return {
      south: attributes.latitude(tag, "minlat") / 1e7,
      west: attributes.longitude(tag, "minlon") / 1e7,
      north: attributes.latitude(tag, "maxlat") / 1e7,
      east: attributes.longitude(tag, "maxlon") / 1e7,
    };
  }

  /** `<bound box="south,west,north,east">`, as older tools write it. */
  function readBound(tag: XmlTag): OsmBox {
    const box = attributes.requiredText(tag, "box");
    const [south, west, north, east] = box.split(",").map(Number);
    const edges = [south, west, north, east];
    if (!edges.every((edge) => Math.abs(edge ?? NaN) <= 180)) refuse(tag, `box="${box}"`);
    return { south: south!, west: west!, north: north!, east: east! };
  }

  function refuse(tag: XmlTag, what: string): never {
    throw fault(`<${tag.name}> with ${what}, which cannot be`, tag.at);
  }

  return {
    read(tag) {
      const name = Object.hasOwn(TIMESTAMPS, tag.name) ? TIMESTAMPS[tag.name]! : null;
      if (name !== null) readTimestamp(tag, name);
      else if (tag.name === "bounds") bbox ??= readBounds(tag);
      else if (tag.name === "bound") bbox ??= readBound(tag);
    },
    info: () => ({ timestamp, bbox }),
  };
}

function instantOf(text: string): Temporal.Instant | null {
  try {
    return Temporal.Instant.from(text);
  } catch {
    return null;
  }
}
