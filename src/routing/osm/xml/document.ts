import type { ElementType, OsmFileInfo, OsmHandlers } from "../elements.ts";
import { formatOf, START_BYTES } from "../format.ts";
import { textCache } from "../text_cache.ts";
import { attributeReader } from "./attributes.ts";
import { infoReader } from "./file_info.ts";
import { elementReader } from "./map_element.ts";
import type { XmlTag } from "./tag.ts";
import { skipSpace, type XmlFault } from "./tag_parser.ts";
import { type XmlTokenizer, xmlTokenizer } from "./tokenizer.ts";

const ROOT = "osm";
/** How deep tags may lie in each other; in maps it is three. */
const DEEPEST = 32;

/** A document of OpenStreetMap's XML, being read. */
export interface MapDocument extends XmlTokenizer {
  /** What it has said about itself so far. */
  info(): OsmFileInfo;
}

/** A reader of one document, which calls `handlers`. */
export function mapDocument(handlers: OsmHandlers, fault: XmlFault): MapDocument {
  const textOf = textCache();
  const attributes = attributeReader(textOf, fault);
  const elements = elementReader(handlers, attributes, fault);
  const infos = infoReader(attributes, fault);
  /** Tags that are open, from the root on. */
  const path: string[] = [];
  let isOver = false;

  function open(tag: XmlTag): void {
    if (path.length === DEEPEST) throw fault("tags in each other without end", tag.at);
    if (path.length === 0) checkRoot(tag);
    if (path.length === 1 && isElement(tag.name)) elements.begin(tag.name, tag);
    else if (path.length === 2 && isElement(path[1]!)) elements.inside(tag);
    else infos.read(tag);
    path.push(tag.name);
  }

  function checkRoot(tag: XmlTag): void {
    if (isOver) throw fault(`<${tag.name}> after the end of the map`, tag.at);
    if (tag.name !== ROOT) throw fault(`<${tag.name}> where a map begins with <osm>`, tag.at);
  }

  function close(name: string, at: number): void {
    const opened = path.pop();
    if (opened !== name) throw fault(`</${name}> where <${opened ?? ""}> is open`, at);
    if (path.length === 1 && isElement(name)) elements.finish();
    isOver = path.length === 0;
  }

  function text(bytes: Uint8Array, at: number): void {
    if (path.length === 0 && skipSpace(bytes, 0) < bytes.length && at > 0) {
      throw fault("text outside of <osm>", at);
    }
    // Overpass ends with this where it gave up, and answers 200 all the same.
    if (path.at(-1) !== "remark") return;
    const remark = textOf(bytes, 0, Math.min(bytes.length, START_BYTES)).trim();
    if (!/error/i.test(remark)) return;
    throw fault(`the map is not whole, its server says: ${remark}`, at);
  }

  const tokenizer = xmlTokenizer(textOf, { start: checkStart, open, close, text }, fault);

  function checkStart(bytes: Uint8Array): void {
    const problem = problemOf(bytes.subarray(0, START_BYTES));
    if (problem !== null) throw fault(problem, 0);
  }

  return {
    write: tokenizer.write,
    end() {
      const length = tokenizer.end();
      if (isOver) return length;
      const open = path.length === 0 ? "before <osm>" : `while <${path.join("><")}> is open`;
      throw fault(`the file is cut, it ends ${open}; download it again`, length);
    },
    info: infos.info,
  };
}

function isElement(name: string): name is ElementType {
  return name === "node" || name === "way" || name === "relation";
}

/** What is wrong with a document that starts with `bytes`; null for nothing. */
function problemOf(bytes: Uint8Array): string | null {
  const format = formatOf(bytes);
  if (typeof format === "object") return format.problem;
  if (format !== "xml") return `packed ${format} within a packed file; unpack it once`;
  const start = new TextDecoder().decode(bytes);
  const encoding = /^[^>]*\sencoding\s*=\s*["']([^"']*)/.exec(start)?.[1] ?? "UTF-8";
  if (/^(utf-?8|us-ascii)$/i.test(encoding)) return null;
  return `XML written in ${encoding}; convert it to UTF-8`;
}
