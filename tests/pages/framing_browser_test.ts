/** The pages within an owner's own site: what may be framed, and a guest who reserves there, in a real browser. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { testInChromium } from "../support/chromium.ts";
import { testApp } from "../support/test_app.ts";
import { stored } from "./_guest_form.ts";

const OWNER = "https://casa.example";

Deno.test("only where guests reserve and order, and what these lead to, may be framed, by the named origins alone", async () => {
  await using open = await testApp({ app: { embedOrigins: [OWNER, "https://b.example"] } });
  await using shut = await testApp();
  const ancestors = async (app: typeof open, path: string, method: string) => {
    const headers = { accept: "text/html" };
    const answer = await app.fetch(path, { method, headers, redirect: "manual" });
    await answer.body?.cancel();
    return /frame-ancestors ([^;]*)/.exec(answer.headers.get("content-security-policy") ?? "")?.[1];
  };
  const named = `${OWNER} https://b.example`;
  const cases: readonly (readonly [path: string, framed: boolean, method?: string])[] = [
    ["/reservar", true],
    ["/reservar?lang=en&dia=x", true],
    ["/reservar", true, "POST"],
    ["/reservar", true, "DELETE"],
    ["/pedir", true],
    ["/pedir", true, "POST"],
    ["/envio?texto=x", true],
    ["/pedido/x", true],
    ["/reservada/x", true],
    ["/reservada", true],
    ["/", false],
    ["/?x=/reservar", false],
    ["/carta", false],
    ["/docs", false],
    ["/nada", false],
    ["/reservarse", false],
  ];
  for (const [path, isFramed, method = "GET"] of cases) {
    assertEquals(await ancestors(open, path, method), isFramed ? named : "'none'", path);
    assertEquals(await ancestors(shut, path, method), "'none'", path);
  }
});

testInChromium(
  "a guest reserves within the owner's site without cookies of others, and WhatsApp leaves the frame",
  async (browser) => {
    let framed = "";
    await using owner = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      ({ url }) => {
        const src = framed + new URL(url).searchParams.get("marco");
        return new Response(
          `<!DOCTYPE html><h1>Mi casa</h1><iframe src="${src}" style="width:100%;height:60rem"></iframe>`,
          { headers: { "content-type": "text/html" } },
        );
      },
    );
    // Another site than 127.0.0.1.
    const site = `http://localhost:${owner.addr.port}`;
    await using app = await testApp({ app: { embedOrigins: [site] } });
    framed = app.url;
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    await page.route("https://wa.me/**", (route) => route.fulfill({ body: "WhatsApp" }));
    await page.goto(`${site}/?marco=/reservar?lang=es`);
    const inside = page.frameLocator("iframe");
    await inside.locator('button[value="2026-03-13"]').click();
    await inside.getByText("viernes 13 de marzo, 2 personas").waitFor();
    await inside.locator('input[value="2026-03-13T20:30"]').check();
    await inside.locator("#nombre").fill("Guadalupe Pech");
    await inside.getByLabel("Teléfono").fill("9991234567");
    await inside.getByRole("button", { name: "Reservar", exact: true }).click();
    await inside.getByText("Tu mesa está confirmada").waitFor();
    assertEquals((await stored(app)).length, 1);
    assertEquals(await page.context().cookies(), []);
    assert(page.url().startsWith(site), "the owner's page is still there");
    await inside.getByRole("link", { name: "Cambiar o cancelar por WhatsApp" }).click();
    await page.waitForURL("https://wa.me/**");
    await page.goto(`${site}/?marco=/carta`);
    await page.waitForLoadState();
    const menu = page.frames().at(-1)!;
    assert(!(await menu.content()).includes("Panuchos"), "the menu is not framed");
    const foreign = await browser.newPage();
    await foreign.goto(`${site.replace("localhost", "127.0.0.1")}/?marco=/reservar`);
    assertStringIncludes(await foreign.content(), "Mi casa");
    assert(!(await foreign.frames().at(-1)!.content()).includes("Reserva una mesa"));
  },
  { own: ["--test-third-party-cookie-phaseout"] },
);
