import type { ElementType, Member, OsmHandlers, Tags } from "../elements.ts";
import { MOST_PARTS } from "../limits.ts";
import type { AttributeReader } from "./attributes.ts";
import type { XmlTag } from "./tag.ts";
import type { XmlFault } from "./tag_parser.ts";

/** Puts together one node, way or relation out of its tags. */
export interface ElementReader {
  /** Begins with its start tag. */
  begin(type: ElementType, tag: XmlTag): void;
  /** A tag within it. */
  inside(tag: XmlTag): void;
  /** Hands it over, where a handler wants it. */
  finish(): void;
}

const NO_TAGS: Tags = Object.freeze(Object.create(null));

/** A reader that hands elements to `handlers`. */
export function elementReader(
  handlers: OsmHandlers,
  attributes: AttributeReader,
  fault: XmlFault,
): ElementReader {
  let type: ElementType = "node";
  let isWanted = false;
  let lacksKey = false;
  let id = 0;
  let lat = 0;
  let lng = 0;
  let refs: number[] = [];
  let members: Member[] = [];
  let tags: Record<string, string> | null = null;
  /** Of refs, members or tags. */
  let parts = 0;

  function addTag(tag: XmlTag): void {
    const key = attributes.requiredText(tag, "k");
    if (lacksKey && handlers.required![type]!.includes(key)) lacksKey = false;
    const kept = handlers.keys?.[type];
    if (kept !== undefined && !kept.includes(key)) return;
    tags ??= Object.create(null) as Record<string, string>;
    tags[key] = attributes.requiredText(tag, "v");
  }

  function addMember(tag: XmlTag): void {
    members.push({
      type: memberType(attributes.requiredText(tag, "type"), fault, tag.at),
      ref: attributes.id(tag, "ref"),
      role: attributes.text(tag, "role") ?? "",
    });
  }

  return {
    begin(begun, tag) {
      type = begun;
      isWanted = handlers[type] !== undefined && !isDeleted(tag, attributes);
      if (!isWanted) return;
      lacksKey = handlers.required?.[type] !== undefined;
      id = attributes.id(tag, "id");
      tags = null;
      parts = 0;
      if (type === "way") refs = [];
      if (type === "relation") members = [];
      if (type !== "node") return;
      lat = attributes.latitude(tag, "lat");
      lng = attributes.longitude(tag, "lon");
    },
    inside(tag) {
      if (!isWanted) return;
      if (++parts > MOST_PARTS) throw fault(`a ${type} of more than ${MOST_PARTS} parts`, tag.at);
      if (tag.name === "tag") addTag(tag);
      else if (tag.name === "nd" && type === "way") refs.push(attributes.id(tag, "ref"));
      else if (tag.name === "member" && type === "relation") addMember(tag);
    },
    finish() {
      if (!isWanted || lacksKey) return;
      if (type === "node") handlers.node!(id, lat, lng, tags);
      else if (type === "way") handlers.way!(id, refs, tags ?? NO_TAGS);
      else handlers.relation!(id, members, tags ?? NO_TAGS);
    },
  };
}

/** Editors write `action`, histories `visible`. */
function isDeleted(tag: XmlTag, attributes: AttributeReader): boolean {
  return attributes.text(tag, "visible") === "false" || attributes.text(tag, "action") === "delete";
}

function memberType(type: string, fault: XmlFault, at: number): ElementType {
  if (type === "node" || type === "way" || type === "relation") return type;
  throw fault(`a member of the type ${JSON.stringify(type)}`, at);
}
