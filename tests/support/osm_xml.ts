import type { OsmElement } from "./osm_files.ts";

/** A file in OpenStreetMap's XML of `elements` in their order. */
export function xmlFile(elements: readonly OsmElement[], head = ""): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(
    `<?xml version='1.0' encoding='UTF-8'?>\n<osm version="0.6" generator="a test">\n${head}` +
      `${elements.map(written).join("\n")}\n</osm>\n`,
  );
}

function written(element: OsmElement): string {
  const tags = Object.entries(element.tags ?? {})
    .map(([k, v]) => `<tag k="${escaped(k)}" v="${escaped(v)}"/>`).join("");
  const open = `<${element.type} id="${element.id}" version="1" user="a &amp; b"`;
  const close = `</${element.type}>`;
  if (element.type === "node") {
    return `${open} lat="${degrees(element.lat)}" lon="${degrees(element.lng)}">${tags}${close}`;
  }
  if (element.type === "way") {
    return `${open}>${element.refs.map((ref) => `<nd ref="${ref}"/>`).join("")}${tags}${close}`;
  }
  const members = element.members.map(({ type, ref, role }) =>
    `<member type="${type}" ref="${ref}" role="${escaped(role)}"/>`
  );
  return `${open}>${members.join("")}${tags}${close}`;
}

function degrees(units: number): string {
  const digits = String(Math.abs(units)).padStart(8, "0");
  return `${units < 0 ? "-" : ""}${digits.slice(0, -7)}.${digits.slice(-7)}`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#xD;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, (letter) => ENTITIES[letter]!);
}
