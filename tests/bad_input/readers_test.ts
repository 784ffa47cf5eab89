/** Time that grows with the bytes sent, for every reader of every route; and forms of too many fields. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type AttackedBoard, attackedBoard } from "../staff/_attacked.ts";
import { exchange } from "../support/raw_http.ts";
import { type Good, goodRequests, type Side, slowReaders } from "./_readers.ts";

const SIDES = ["guests", "staff"] as const;

const routesOf = (side: Side, board: AttackedBoard) =>
  (side === "guests" ? board.app : board).routes;

Deno.test("the table of readers has every route that takes a body or a part of its path", async () => {
  await using board = await attackedBoard();
  for (const side of SIDES) {
    for (const route of routesOf(side, board)) {
      const goods = await goodRequests(side, route, board);
      assert(goods.length > 0, `${route.method} ${route.path} has no row in _readers.ts`);
    }
  }
});

Deno.test("bodies that guests send take at most 5 ms of processor for each 64 KB, and of twice the bytes at most 2.3 times", async () => {
  assertEquals(await slowReaders("guests", "bodies"), []);
});

const MORE_FIELDS = 200;
const ORIGIN = "sec-fetch-site: same-origin\r\n";

/** The form of each route that takes one. */
async function formsOf(side: Side, board: AttackedBoard): Promise<readonly Good[]> {
  const goods = await Promise.all(
    routesOf(side, board).map((route) => goodRequests(side, route, board)),
  );
  // Signing out reads no form.
  return goods.flat().filter(({ form, path }) => form && path !== "/salir");
}

/** How many fields the page that sends the form has, or the form itself if its page has fewer. */
function fieldsOnPage({ path, form, fields: known = 0 }: Good, text: string): number {
  const [page = ""] = text.match(new RegExp(`<form[^>]*action="${path}[?"].*?</form>`, "s")) ?? [];
  const fields = page.match(/<(?:input|select|textarea)[^>]* name="/g) ?? [];
  return Math.max(known, fields.length, Object.keys(form!).length);
}

function crowded(form: Readonly<Record<string, string>>, fields: number): [string, string][] {
  const own = Object.entries(form);
  const more = Array.from(
    { length: fields - own.length },
    (_, n): [string, string] => [`x${n}`, ""],
  );
  return [...own, ...more];
}

for (const side of SIDES) {
  Deno.test(`a form of ${side} is read with all the fields of its page and more, and refused with over 200 more, encoded or multipart`, async () => {
    await using board = await attackedBoard();
    const { url } = side === "guests" ? board.app : board;
    const asked = {
      headers: { cookie: board.cookie, "sec-fetch-site": "same-origin" },
      redirect: "manual",
    } as const;
    for (const good of await formsOf(side, board)) {
      const page = await fetch(url + good.path, asked);
      const own = fieldsOnPage(good, await page.text());
      const within = own > MORE_FIELDS / 2 ? own + MORE_FIELDS / 2 : MORE_FIELDS;
      for (const fields of [own + MORE_FIELDS + 1, within]) {
        const pairs = crowded(good.form!, fields);
        const multipart = new FormData();
        for (const [name, value] of pairs) multipart.append(name, value);
        for (const body of [new URLSearchParams(pairs), multipart]) {
          const answer = await fetch(url + good.path, { ...asked, method: "POST", body });
          const isRefused = /más campos que los de (la|esta) página/.test(await answer.text());
          const what = `${good.path} of ${fields} fields: ${answer.status}`;
          assertEquals(isRefused, fields !== within, what);
          if (isRefused) assertEquals(answer.status, 400, what);
        }
      }
    }
  });
}

Deno.test("a form of too many fields is refused before the rest of it comes", async () => {
  await using board = await attackedBoard();
  const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';
  const bodies = [["application/x-www-form-urlencoded", "a&"], [
    "multipart/form-data; boundary=b",
    part,
  ]];
  const targets = [[board.app.port, "/reservar"], [board.port, "/nueva"]] as const;
  // The answer waits two seconds for the rest.
  await Promise.all(targets.flatMap(([port, path]) =>
    bodies.map(async ([type, field]) => {
      const head = `POST ${path} HTTP/1.1\r\nHost: mesa.example\r\n${ORIGIN}` +
        `Cookie: ${board.cookie}\r\nContent-Type: ${type}\r\nContent-Length: 60000\r\n\r\n`;
      const { answers: [answer] } = await exchange(head + field!.repeat(210), { port, answers: 1 });
      assertEquals(answer?.status, 400, `${path} ${type}`);
      assertStringIncludes(answer!.text, "más campos que los");
    })
  ));
});
