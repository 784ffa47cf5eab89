import { assert, assertEquals } from "@std/assert";
import { OPERATIONS } from "../../src/app.ts";
import { allFailures } from "../../src/http/operation.ts";
import { testApp } from "../support/test_app.ts";
import { checked, countRows } from "./_checked_app.ts";
import { SECRET, type Ways } from "./_ways.ts";
import { WAYS_OF_DRAFTS } from "./_ways_of_drafts.ts";
import { WAYS_OF_READS } from "./_ways_of_reads.ts";
import { WAYS_OF_RESERVATIONS } from "./_ways_of_reservations.ts";

const WAYS: Ways = { ...WAYS_OF_READS, ...WAYS_OF_DRAFTS, ...WAYS_OF_RESERVATIONS };

interface Declared {
  readonly method: string;
  readonly path: string;
}

/** Everything that the operations declare, by `operationId status motivo error`. */
const DECLARED: ReadonlyMap<string, Declared> = new Map(
  OPERATIONS.flatMap((operation) =>
    allFailures(operation).flatMap(({ status, motivo, errors }) =>
      Object.keys(errors).map((error): [string, Declared] => [
        `${operation.operationId} ${status} ${motivo} ${error}`,
        operation,
      ])
    )
  ),
);

Deno.test("there is a way to every declared failure, and to none that is not declared", () => {
  assertEquals(Object.keys(WAYS).sort(), [...DECLARED.keys()].sort());
});

for (const [key, { app: options, prepare, ask, campo }] of Object.entries(WAYS)) {
  Deno.test(`reached through HTTP: ${key}`, async () => {
    const { method, path } = DECLARED.get(key)!;
    await using app = await testApp(options);
    await prepare?.(app);
    const before = await countRows(app, "reservations");
    const answer = checked(method.toLowerCase(), path, await ask(app));
    const { status, body, text } = answer;
    assertEquals(`${status} ${body.motivo} ${body.error}`, key.split(" ").slice(1).join(" "));
    assertEquals([body.ok, body.campo], [false, campo]);
    assert(typeof body.detalle === "string" && /[.]$/.test(body.detalle), text);
    assert(!text.includes(SECRET), "what went wrong inside stays inside");
    assertEquals(await countRows(app, "reservations"), before, "an error holds no table");
  });
}

interface Checking {
  readonly message?: unknown;
  readonly entries?: Readonly<Record<string, Checking>>;
  readonly item?: Checking;
  readonly wrapped?: Checking;
  readonly pipe?: readonly Checking[];
}

/** The codes that a schema and its parts give; those of rules are typed by their tables. */
function codesOf({ message, entries = {}, item, wrapped, pipe = [] }: Checking): string[] {
  const [first, ...steps] = pipe;
  const given = typeof message === "function"
    ? [undefined, 0].map((input) => message({ input }))
    : [message];
  const parts = [...Object.values(entries), ...(item ? [item] : []), ...(wrapped ? [wrapped] : [])];
  const all = [...parts, ...steps, ...(first && "pipe" in first ? [first] : [])];
  return [
    ...given.filter((code) => typeof code === "string"),
    ...all.flatMap((part) => codesOf(part)),
  ];
}

Deno.test("every code that a schema gives is one of a declared failure", () => {
  const seen = new Set<string>();
  for (const operation of OPERATIONS) {
    const declared = allFailures(operation).flatMap(({ errors }) => Object.keys(errors));
    for (const schema of [operation.query ?? {}, operation.body?.schema ?? {}]) {
      for (const code of codesOf(schema as Checking)) {
        assert(
          declared.includes(code),
          `${operation.operationId} declares no failure with ${code}`,
        );
        seen.add(code);
      }
    }
  }
  assert(seen.size > 10, [...seen].join());
});
