/** The page at confirmar_en, and links that were not copied whole. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { Answer, Api } from "./api.ts";
import { markedDraft, presentations } from "./drafts.ts";
import type { Suite } from "./suite.ts";

const PAGE = "confirmar_en";

export function draftPageRows(suite: Suite): void {
  wholeLinkRows(suite);
  brokenLinkRows(suite);
}

function wholeLinkRows({ row }: Suite): void {
  row(`${PAGE}: opens a page in Spanish, with lang=en in English`, async (api) => {
    assertStringIncludes((await open(api)).text, '<html lang="es">');
    assertStringIncludes((await open(api, "?lang=en")).text, '<html lang="en">');
  });

  row(`${PAGE}: shows the line, the address and the total of the draft`, async (api) => {
    const [first] = await presentations(api);
    const { total } = await markedDraft(api);
    for (const query of ["", "?lang=en"]) {
      const { text } = await open(api, query);
      assertStringIncludes(text, escaped(first!.nombre));
      if (api.delivers) assertStringIncludes(text, "Calle 58 núm. 495, Centro");
      const amount = total.toLocaleString("en-US", { minimumFractionDigits: 2 });
      assertStringIncludes(text, amount);
    }
  });

  row(`${PAGE}: texts of the draft are shown as text, never as markup`, async (api) => {
    const { text } = await open(api);
    assertStringIncludes(text, "&lt;script&gt;alert(1)&lt;/script&gt;");
    if (api.delivers) assertStringIncludes(text, "Portón &lt;b&gt;azul&lt;/b&gt; &amp; timbre");
    assert(!/<script/i.test(text), "a script");
  });

  row(`${PAGE}: one button opens WhatsApp with the order and the link`, async (api) => {
    const { confirmar_en } = await markedDraft(api);
    const links = orderLinks(await open(api));
    assertEquals(links.length, 1);
    const message = new URL(links[0]!).searchParams.get("text")!;
    assertStringIncludes(message, confirmar_en);
    assertStringIncludes(message, "Prueba de contrato");
    assert(message.length < 1800, `${message.length} characters`);
  });
}

function brokenLinkRows({ row }: Suite): void {
  const broken = (name: string, breakIt: (token: string) => string) =>
    row(`${PAGE}: a link ${name} gives a 404 page with the contact link`, async (api) => {
      await assertIncomplete(api, breakIt(await token(api)));
    });
  broken("cut by one letter", (whole) => whole.slice(0, -1));
  broken("with a letter changed", (whole) => changed(whole, Math.floor(whole.length / 2)));
  broken("without its token", () => "./");
}

async function open(api: Api, query = ""): Promise<Answer> {
  const { confirmar_en } = await markedDraft(api);
  const answer = await api.fetch(`${confirmar_en}${query}`);
  assertEquals(answer.status, 200);
  return answer;
}

/** Links that open WhatsApp. */
function orderLinks({ text }: Answer): string[] {
  return [...text.matchAll(/href="(https:\/\/wa\.me\/[^"]+)"/g)]
    .map(([, link]) => link!.replaceAll("&#39;", "'").replaceAll("&amp;", "&"));
}

async function token(api: Api): Promise<string> {
  return (await markedDraft(api)).confirmar_en.split("/").at(-1)!;
}

async function assertIncomplete(api: Api, token: string): Promise<void> {
  const { confirmar_en } = await markedDraft(api);
  const answer = await api.fetch(new URL(token, confirmar_en).href);
  assertEquals(answer.status, 404, token);
  assertMatch(answer.text, /href="https:\/\/wa\.me\/\d+\?text=/);
  assertMatch(answer.text, /incompleto/);
}

/** The token with another letter at `at`, which differs in the highest bit so that padding cannot hide it. */
function changed(token: string, at: number): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const other = letters[(letters.indexOf(token[at]!) + 32) % 64]!;
  return token.slice(0, at) + other + token.slice(at + 1);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
