import { assert, assertEquals } from "@std/assert";
import { OPERATIONS } from "../../src/app.ts";
import { failure as failureOf, type FailureDeclaration } from "../../src/http/failure.ts";
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
  readonly failure: FailureDeclaration;
  readonly error: string;
}

/** Everything that the operations declare, by `operationId status motivo error`. */
const DECLARED: ReadonlyMap<string, Declared> = new Map(
  OPERATIONS.flatMap(({ operationId, method, path, failures }) =>
    (failures as readonly FailureDeclaration[]).flatMap((failure) =>
      Object.keys(failure.errors).map((error): [string, Declared] => [
        `${operationId} ${failure.status} ${failure.motivo} ${error}`,
        { method, path, failure, error },
      ])
    )
  ),
);

Deno.test("there is a way to every declared failure, and to none that is not declared", () => {
  assertEquals(Object.keys(WAYS).sort(), [...DECLARED.keys()].sort());
});

for (const [key, { app: options, prepare, ask, campo }] of Object.entries(WAYS)) {
  Deno.test(`reached through HTTP: ${key}`, async () => {
    const { method, path, failure, error } = DECLARED.get(key)!;
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
    if (error === failure.example.error) {
      const { body: example } = failureOf(failure, error, failure.example);
      assertEquals(Object.keys(body), Object.keys(example), "the example has its fields");
    }
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
  for (const { operationId, query = {}, body, failures } of OPERATIONS) {
    const declared = (failures as readonly FailureDeclaration[]).flatMap(({ errors }) =>
      Object.keys(errors)
    );
    const parameters = Object.values(query) as { readonly schema: unknown }[];
    for (const { schema } of [...parameters, ...(body ? [body] : [])]) {
      for (const code of codesOf(schema as Checking)) {
        assert(declared.includes(code), `${operationId} declares no failure with ${code}`);
        seen.add(code);
      }
    }
  }
  assert(seen.size > 10, [...seen].join());
});
