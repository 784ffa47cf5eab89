import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { OsmFileError } from "../../../src/routing/osm/elements.ts";
import { osmSource } from "../../../src/routing/osm/open_osm.ts";
import { contentOf, elementsOf, inMemory } from "./reading.ts";

function osm(content: string): Uint8Array {
  return new TextEncoder().encode(`<osm version="0.6">${content}</osm>`);
}

Deno.test("attributes are read in any order, in either quotes, with entities and blanks", async () => {
  const read = await elementsOf(osm(
    `<node lon='-89.624'\n\tid = "7000000001" visible="true" lat="20.967" user='a > "b"'>
       <tag v='Caf&#233; &amp; &quot;Panader&#xED;a&quot; &lt;3 &apos;' k="name"/>
       <tag k="note" v="two
lines"></tag></node >`,
  ));
  assertEquals(read, [{
    type: "node",
    id: 7_000_000_001,
    lat: 209_670_000,
    lng: -896_240_000,
    tags: { name: `Café & "Panadería" <3 '`, note: "two lines" },
  }]);
});

Deno.test("comments, CDATA, declarations and unknown elements are stepped over", async () => {
  const text = `\ufeff<?xml version="1.0" encoding="utf-8"?>
    <!DOCTYPE osm [ <!ENTITY x "<node/>"> ]>
    <!-- <node id="no"> -- > -->
    <osm><note>Free & loose text</note><![CDATA[<way>]]>
    <changeset><tag k="a" v="b"/></changeset>
    <way id="-1"><unknown ref="5"/><nd ref="-2"/><!-- -->
    <tag k="highway" v="service"/></way></osm> <!-- the end -->\n`;
  assertEquals(await elementsOf(new TextEncoder().encode(text)), [
    { type: "way", id: -1, refs: [-2], tags: { highway: "service" } },
  ]);
});

Deno.test("a file may begin with a comment or a document type", async () => {
  for (const start of ["<!-- a map -->", "\n <!DOCTYPE osm>", "<?xml version='1.0'?>"]) {
    const file = new TextEncoder().encode(`${start}<osm><way id="1"/></osm>`);
    assertEquals(await elementsOf(file), [{ type: "way", id: 1, refs: [] }]);
  }
});

/** Degrees as files spell them, and units of 1e-7 degrees. */
const DEGREES: readonly [text: string, units: number][] = [
  ["20.9670001", 209_670_001],
  ["-0", 0],
  ["90", 900_000_000],
  ["-89.99999999", -900_000_000],
  ["0.12345674999", 1_234_567],
  ["0.12345675001", 1_234_568],
  ["5.0E-6", 50],
  ["-.5", -5_000_000],
  ["1.", 10_000_000],
];
for (const [text, units] of DEGREES) {
  Deno.test(`a latitude written ${text} is ${units} units`, async () => {
    const [node] = await elementsOf(osm(`<node id="1" lat="${text}" lon="0"/>`));
    assertEquals(node, { type: "node", id: 1, lat: units, lng: 0 });
  });
}

Deno.test("deleted elements are not handed over", async () => {
  const read = await elementsOf(osm(
    `<node id="1" visible="false"/><way id="2" action="delete"><nd ref="1"/></way>
     <way id="3" action="modify"/>`,
  ));
  assertEquals(read, [{ type: "way", id: 3, refs: [] }]);
});

Deno.test("only wanted tags, and elements with a required key, are handed over", async () => {
  const file = osm(
    `<way id="1"><tag k="name" v="x"/><tag k="highway" v="y"/></way>
     <way id="2"><tag k="building" v="yes"/></way><node id="3" lat="1" lon="2"/>`,
  );
  const limits = { keys: { way: ["name"] }, required: { way: ["highway"], node: ["barrier"] } };
  assertEquals(await elementsOf(file, limits), [
    { type: "way", id: 1, refs: [], tags: { name: "x" } },
  ]);
});

Deno.test("box and timestamp are read as the known tools write them", async () => {
  const bbox = { south: 20.8, west: -89.75, north: 21.1, east: -89.5 };
  const heads = [
    `<osm timestamp="2024-09-08T20:21:00Z">
     <bounds minlat="20.8" minlon="-89.75" maxlat="21.1" maxlon="-89.5"/></osm>`,
    `<osm><meta osm_base="2024-09-08T20:21:00Z"/><bound box="20.8,-89.75,21.1,-89.5"/></osm>`,
  ];
  for (const head of heads) {
    const { info } = await contentOf(new TextEncoder().encode(head));
    assertEquals(info.bbox, bbox);
    assertEquals(info.timestamp?.toString(), "2024-09-08T20:21:00Z");
  }
  assertEquals((await contentOf(osm(""))).info, { timestamp: null, bbox: null });
});

Deno.test("texts that are kept do not depend on how the file was cut into pieces", async () => {
  const streets = Array.from(
    { length: 4000 },
    (_, i) => `<way id="${i}"><nd ref="${i * 7}"/><tag k="name" v="Calle ${i} ñ 🍲"/></way>`,
  );
  const read = await elementsOf(osm(streets.join("")));
  assertEquals(
    read,
    streets.map((_, i) => ({
      type: "way",
      id: i,
      refs: [i * 7],
      tags: { name: `Calle ${i} ñ 🍲` },
    })),
  );
});

/** Documents that cannot be, what the error says, and where it points to. */
const WRONG: readonly [promise: string, text: string, says: string, offset: number][] = [
  [
    "a file cut between tags",
    `<osm><node id="1" lat="1" lon="1">`,
    "while <osm><node> is open",
    34,
  ],
  ["a file cut in a tag", `<osm><node id="1" la`, "cut within a tag", 20],
  ["a file cut before its root", `<?xml version="1.0"?>`, "before <osm>", 21],
  ["a file cut in a comment", `<osm><!-- `, "cut within a tag", 10],
  ["a wrong end tag", `<osm><way id="1"></node></osm>`, "</node> where <way> is open", 17],
  ["an end tag too many", `<osm></osm></osm>`, "</osm> where <> is open", 11],
  ["a second map", `<osm></osm><osm></osm>`, "<osm> after the end", 11],
  ["text behind the map", `<osm></osm>more`, "text outside of <osm>", 11],
  ["a node without id", `<osm><node lat="1" lon="1"/></osm>`, "without the attribute id", 5],
  ["a node without place", `<osm><node id="1" lat="1"/></osm>`, "without the attribute lon", 5],
  ["an id with a fraction", `<osm><way id="1.5"/></osm>`, 'id="1.5", which is no id', 5],
  ["an id beyond 2^53", `<osm><way id="9007199254740993"/></osm>`, "which is no id", 5],
  ["a latitude off the globe", `<osm><node id="1" lat="91" lon="1"/></osm>`, "no latitude", 5],
  ["a longitude that is a word", `<osm><node id="1" lat="1" lon="x"/></osm>`, "no longitude", 5],
  ["an unknown entity", `<osm><way id="1"><tag k="&a;" v=""/></way></osm>`, "unknown entity", 17],
  ["a bare ampersand", `<osm><way id="1"><tag k="a" v="b & c"/></way></osm>`, "unknown entity", 17],
  [
    "a member of no type",
    `<osm><relation id="1"><member type="x" ref="1"/></relation></osm>`,
    'type "x"',
    22,
  ],
  ["a lost quote", `<osm><way id="1><nd ref="2"/></way></osm>`, "without its closing quote", 10],
  ["an attribute without value", `<osm><way id></way></osm>`, "no attribute", 10],
  ["a < in the open", `<osm>< node/></osm>`, "begins no tag", 5],
  ["tags in each other without end", `<osm>${"<a>".repeat(40)}`, "without end", 98],
  [
    "a map that Overpass broke off",
    `<osm><remark> runtime error: Query timed out </remark></osm>`,
    "Query timed out",
    13,
  ],
];
for (const [promise, text, says, offset] of WRONG) {
  Deno.test(`${promise} is an error that says where`, async () => {
    const error = await fileError(new TextEncoder().encode(text));
    assertStringIncludes(error.message, says);
    assertEquals(error.offset, offset);
  });
}

Deno.test("a tag without end is refused before it fills the memory", async () => {
  const error = await fileError(osm(`<way id="${"1".repeat(3_000_000)}`));
  assertStringIncludes(error.message, "more than 1 MB");
});

Deno.test("an element of more than a million parts is refused", async () => {
  const error = await fileError(osm(`<way id="1">${'<nd ref="1"/>'.repeat(1_000_001)}</way>`));
  assertStringIncludes(error.message, "a way of more than 1000000 parts");
});

Deno.test("what a handler throws comes out of an XML file as it is", async () => {
  const source = await osmSource(inMemory(osm(`<way id="1"/>`)));
  const thrown = new TypeError("the handler's own");
  const caught = await assertRejects(() =>
    source.read({
      way() {
        throw thrown;
      },
    })
  );
  assertEquals(caught, thrown);
});

async function fileError(file: Uint8Array): Promise<OsmFileError> {
  return await assertRejects(() => elementsOf(file), OsmFileError);
}
