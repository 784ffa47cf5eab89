import { assertEquals, assertStringIncludes } from "@std/assert";
import { cookiesOf, formRequest, STAFF_KEY, testBoard } from "../support/test_board.ts";

Deno.test("with the key and a name one is signed in, and goes on to where one wanted to go", async () => {
  await using board = await testBoard();
  const answer = await board.fetch(
    "/entrar",
    formRequest({ clave: STAFF_KEY, nombre: " Wendy  Chan ", volver: "/buscar?q=Pech" }),
  );
  assertEquals([answer.status, await answer.text()], [303, ""]);
  assertEquals(answer.headers.get("location"), "/buscar?q=Pech");
  const cookies = answer.headers.getSetCookie();
  assertEquals(cookies.map((cookie) => cookie.replace(/=[^;]*/, "")), [
    "sobremesa_turno; HttpOnly; Max-Age=2592000; SameSite=Strict; Path=/",
    "sobremesa_nombre; HttpOnly; Max-Age=34560000; SameSite=Strict; Path=/",
  ]);
  const page = await board.fetch("/entrar", { headers: { cookie: cookiesOf(answer.headers) } });
  assertStringIncludes(await page.text(), 'value="Wendy  Chan"');
});
