import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { close } from "../../src/commands/close.ts";
import { listClosures, reopen } from "../../src/commands/reopen.ts";
import { leftRestaurant } from "./_database.ts";
import { recordingIo } from "./recording_io.ts";

/** Days from the restaurant's today. */
function ahead(today: string, days: number): string {
  return Temporal.PlainDate.from(today).add({ days }).toString();
}

Deno.test("close closes a whole service day, and says how to take it back", async () => {
  await using database = await leftRestaurant();
  const day = ahead(database.today, 3);
  const io = recordingIo();
  assertEquals(await close([day, "--reason", "  Nochebuena "], database.env, io), 0);
  const { closures: [closure] } = await database.house();
  assertEquals(closure, { id: closure!.id, kind: "day", day, reason: "Nochebuena" });
  assertEquals(io.written, [
    `closed: ${day}, all day (closure ${closure!.id}; "sobremesa reopen ${
      closure!.id
    }" takes it back)`,
    "no reservation is hit",
  ]);
});

const SPANS = [
  [["--from", "17:00", "--to", "20:00"], "17:00", "20:00", 0],
  [["--from", "19:00", "--to", "02:00"], "19:00", "02:00", 1],
  [["--from", "17:00"], "17:00", "01:30", 1],
  [["--to", "14:00"], "10:00", "14:00", 0],
  [["--to=01:00", "--from=23:30"], "23:30", "01:00", 1],
] as const;

for (const [args, from, to, days] of SPANS) {
  Deno.test(
    `close ${args.join(" ")} closes from ${from} to ${to}${days === 1 ? " of the next day" : ""}`,
    async () => {
      await using database = await leftRestaurant();
      const day = ahead(database.today, 3);
      const io = recordingIo();
      assertEquals(await close([day, ...args], database.env, io), 0);
      const { closures: [closure] } = await database.house();
      const until = `${ahead(day, days)}T${to}`;
      assertEquals(closure, {
        id: closure!.id,
        kind: "span",
        from: `${day}T${from}`,
        to: until,
        reason: "",
      });
      assertStringIncludes(io.written[0]!, `${day} ${from} to ${until.replace("T", " ")}`);
    },
  );
}

Deno.test("close tells which reservations it hits, and who they are only when asked", async () => {
  await using database = await leftRestaurant();
  const day = ahead(database.today, 3);
  const at = (time: string, days = 0) => ({ day: ahead(day, days), time, serviceDay: day });
  const [early, late, night] = await database.hold(
    { ...at("15:00"), name: "Ana Temprano" },
    { ...at("20:00"), name: "Beto Pech", phone: "+529995550001", partySize: 6 },
    { ...at("00:30", 1), name: "Caro Chan", phone: "+529995550002", partySize: 2 },
  );
  const io = recordingIo();
  assertEquals(await close([day, "--from", "19:00"], database.env, io), 0);
  const told = io.written.join("\n");
  assertStringIncludes(told, "2 reservations stand in that time, 8 people: write to them");
  assertStringIncludes(told, `${late}  ${day} 20:00  6 people`);
  assertStringIncludes(told, `${night}  ${ahead(day, 1)} 00:30  2 people`);
  for (const absent of [early!, "Beto", "Caro", "99955"]) assert(!told.includes(absent), absent);

  const asked = recordingIo();
  assertEquals(await close([day, "--from", "19:00", "--guests"], database.env, asked), 0);
  assertStringIncludes(asked.written.join("\n"), "6 people  Beto Pech  +529995550001");
  assertEquals((await database.house()).closures.length, 1, "the same closure, added once");
});

Deno.test("close refuses what is over, too far, the wrong way round, or unfit to be told", async () => {
  await using database = await leftRestaurant();
  const { today, env } = database;
  const tries: readonly (readonly [readonly string[], string])[] = [
    [[ahead(today, -1)], `${ahead(today, -1)}, all day is over already`],
    [
      [today, "--from", "10:00", "--to", "11:00"],
      `${today} 10:00 to ${today} 11:00 is over already`,
    ],
    [[ahead(today, 800)], `${ahead(today, 800)} is over two years ahead: is the year right?`],
    [[ahead(today, 1), "--from", "20:00", "--to", "18:00"], "there is nothing to close between"],
    [[ahead(today, 1), "--from", "20:00", "--to", "20:00"], "there is nothing to close between"],
    [[ahead(today, 1), "--reason", "x".repeat(201)], "--reason: expected one line of up to 200"],
    [[ahead(today, 1), "--reason", "boda\nya"], "--reason: expected one line of up to 200"],
    [[ahead(today, 1), "--reason", "\u001b[2J"], "--reason: expected one line of up to 200"],
    [[ahead(today, 1), "--reason", "boda \ud83d"], "--reason: expected one line of up to 200"],
  ];
  for (const [args, reason] of tries) {
    const io = recordingIo();
    assertEquals(await close(args, env, io), 1, args.join(" "));
    assertEquals(io.written, []);
    assertStringIncludes(io.complained.join(), `sobremesa: ${reason}`);
  }
  assertEquals((await database.house()).closures, []);
});

for (
  const args of [
    [],
    ["tomorrow"],
    ["2026-02-30"],
    ["2026-12-24", "2026-12-25"],
    ["2026-12-24", "--from"],
    ["2026-12-24", "--from", "7:00"],
    ["2026-12-24", "--to", "24:00"],
    ["2026-12-24", "--hour", "20:00"],
    ["2026-12-24", "--from", "17:00", "--from", "18:00"],
  ]
) {
  Deno.test(`close ${args.join(" ")} explains its usage and closes nothing`, async () => {
    await using database = await leftRestaurant();
    const io = recordingIo();
    assertEquals(await close(args, database.env, io), 2);
    assertEquals(io.written, []);
    assertStringIncludes(io.complained.join(), "usage: sobremesa close AAAA-MM-DD");
    assertEquals((await database.house()).closures, []);
  });
}

Deno.test("closures lists what is not over, and reopen takes one back by its id", async () => {
  await using database = await leftRestaurant();
  const { today, env } = database;
  const none = recordingIo();
  assertEquals(await listClosures([], env, none), 0);
  assertEquals(none.written, ["no closures: the restaurant keeps its hours"]);
  await close([ahead(today, 2), "--from", "19:00", "--reason", "Boda"], env, recordingIo());
  await close([ahead(today, 1)], env, recordingIo());
  const [first, second] = (await database.house()).closures;
  const io = recordingIo();
  assertEquals(await listClosures([], env, io), 0);
  assertEquals(io.written, [
    `${first!.id}  ${ahead(today, 1)}, all day`,
    `${second!.id}  ${ahead(today, 2)} 19:00 to ${ahead(today, 3)} 01:30  Boda`,
  ]);
  const gone = recordingIo();
  assertEquals(await reopen([String(second!.id)], env, gone), 0);
  assertEquals(gone.written, [`open again: ${io.written[1]}`]);
  assertEquals((await database.house()).closures, [first!]);
});

Deno.test("reopen takes back every closure that begins on a day, and no other", async () => {
  await using database = await leftRestaurant();
  const { today, env } = database;
  const day = ahead(today, 2);
  await close([day], env, recordingIo());
  await close([day, "--from", "20:00"], env, recordingIo());
  await close([ahead(today, 3)], env, recordingIo());
  const io = recordingIo();
  assertEquals(await reopen([day], env, io), 0);
  assertEquals(io.written.length, 2);
  const { closures } = await database.house();
  assertEquals(closures.map((one) => one.kind === "day" && one.day), [ahead(today, 3)]);
});

Deno.test("reopen says so where there is no such closure", async () => {
  await using database = await leftRestaurant();
  for (const word of ["7", ahead(database.today, 5)]) {
    const io = recordingIo();
    assertEquals(await reopen([word], database.env, io), 1);
    assertEquals(io.complained, [
      `sobremesa: there is no closure ${word}; "sobremesa closures" lists those there are`,
    ]);
  }
});

for (const args of [[], ["all"], ["0"], ["-1"], ["1", "2"], ["1.5"], ["2026-02-30"]]) {
  Deno.test(`reopen ${args.join(" ")} explains its usage`, async () => {
    const io = recordingIo();
    assertEquals(await reopen(args, {}, io), 2);
    assertStringIncludes(io.complained.join(), "usage: sobremesa reopen ID|AAAA-MM-DD");
  });
}

Deno.test("closures with arguments explains its usage", async () => {
  const io = recordingIo();
  assertEquals(await listClosures(["2026-12-24"], {}, io), 2);
  assertEquals(io.complained, ["usage: sobremesa closures"]);
});

Deno.test("close --until closes several days, and reopen --until opens them again", async () => {
  await using database = await leftRestaurant();
  const [first, last] = [ahead(database.today, 3), ahead(database.today, 9)];
  const [folio] = await database.hold({ day: last, serviceDay: last });
  const io = recordingIo();
  assertEquals(await close([first, "--until", last, "--reason", "obra"], database.env, io), 0);
  assertStringIncludes(io.written[0]!, `closed: ${first} to ${last}, all day (closure `);
  assertStringIncludes(io.written[0]!, `"sobremesa reopen ${first} --until ${last}" takes it back`);
  assertStringIncludes(io.written.join("\n"), `${folio}  ${last}`);
  assertEquals((await database.house()).closures.length, 7);
  const [turn] = await database.rows("SELECT DISTINCT actor FROM switch_turns");
  assertEquals(turn?.actor, "sobremesa");
  const back = recordingIo();
  assertEquals(await reopen([first, "--until", last], database.env, back), 0);
  assertEquals(back.written.length, 7);
  assertEquals((await database.house()).closures, []);
});

Deno.test("close --until refuses days the wrong way round, too many, or with times", async () => {
  await using database = await leftRestaurant();
  const day = ahead(database.today, 3);
  const tries = [
    [["--until", ahead(day, -1)], 1],
    [["--until", ahead(day, 92)], 1],
    [["--until", ahead(day, 2), "--from", "19:00"], 2],
    [["--until", "mañana"], 2],
  ] as const;
  for (const [args, code] of tries) {
    assertEquals(await close([day, ...args], database.env, recordingIo()), code, args.join(" "));
  }
  for (const args of [["3", "--until", day], [day, "--until", "mañana"]]) {
    assertEquals(await reopen(args, database.env, recordingIo()), 2);
  }
  assertEquals((await database.house()).closures, []);
});
