/** The pages in a real browser: phone and desktop, light and dark, without JavaScript, as guests get them. */
import { assert, assertEquals } from "@std/assert";
import type { Browser, Locator } from "playwright-core";
import { linkCode } from "../../src/domain/menu.ts";
import type { SealedDraft } from "../../src/domain/order_draft/link.ts";
import { type Confirmation, confirmationPath } from "../../src/domain/reservation/reservation.ts";
import type { Answer } from "../../src/http/answer.ts";
import type { ReservationStore } from "../../src/ports/reservations.ts";
import { confirmationPage } from "../../src/pages/confirmation.ts";
import { draftPage, DRAFTS } from "../../src/pages/draft_page.ts";
import { homePage } from "../../src/pages/home_page.ts";
import { FACE } from "../../src/pages/look.ts";
import { pageAnswer, type PageDeps } from "../../src/pages/layout.ts";
import { menuPage } from "../../src/pages/menu_page.ts";
import { reservationFormPage } from "../../src/pages/reservation_page.ts";
import { EN } from "../../src/pages/texts/en.ts";
import { ES } from "../../src/pages/texts/es.ts";
import { sampleRestaurant } from "../../src/restaurant/load.ts";
import { SAMPLE_IMAGES } from "../../src/restaurant/sample_images.ts";
import {
  holdSizes,
  sheetsOf,
  takePicture,
  testInChromium,
  wcagViolations,
} from "../support/chromium.ts";
import { testRestaurant, testState } from "../support/restaurant_fixture.ts";
import { testApp } from "../support/test_app.ts";
import { HOME_DRAFT, NOW, pageDeps, PICKUP_DRAFT, sealed } from "./_draft_samples.ts";
import { samplePicture } from "./_pages.ts";

const image = (name: string) => Promise.resolve(SAMPLE_IMAGES.get(name) ?? null);

const NARROW = { width: 320, height: 640 };
const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 800 };

/** All that can be long, wide or turned around. */
const UNWIELDY_DRAFT: SealedDraft = {
  lines: Array.from({ length: 60 }, (_, index) => ({
    code: linkCode(index % 2 === 0 ? "panuchos-3" : `retirado-${index}`),
    quantity: 1_800,
    priceCents: 999_999,
  })),
  delivery: {
    mode: "domicilio",
    address: "Supercalifragilístico".repeat(14),
    references: "مرحبا \u202e <script>document.title = 'run'</script>",
    destination: { lat: 20.9712, lng: -89.6291 },
    street: "Prolongación".repeat(8),
    km: 7.9,
    costCents: 123_450,
    minutes: { min: 40, max: 40 },
  },
  comments: "👨‍👩‍👧‍👦".repeat(40),
  expiresAt: NOW + 60_000,
};

/** A house that says all it can of itself. */
const FACED = testRestaurant({
  name: "Restaurante Bar El Faro de la Ensenada Grande",
  face: {
    sentence: { es: "Pescado del día ".repeat(10).trim(), en: "Fish of the day" },
    cuisine: { es: "Mariscos y cortes al carbón", en: "Seafood and grill" },
    priceLevel: 4,
    photo: "f".repeat(64),
    logo: "e".repeat(64),
    accent: "#ffd800",
    links: ["Instagram", "Google", "Facebook", "TikTok", "X", "Tripadvisor"].map((name) => ({
      name,
      url: `https://${name.toLowerCase()}.example/faro`,
    })),
  },
});

async function somePages(): Promise<Readonly<Record<string, Answer>>> {
  const restaurant = testRestaurant({ name: "Casa Ceiba", sample: true });
  const state = testState({
    earlyKitchen: { serviceDay: "2026-08-01", closes: "2026-08-01T19:00" },
    soldOut: [{ dishId: "sopa-de-lima", serviceDay: null }],
  });
  const sample = { restaurant: () => restaurant, state: () => state, routePicture: samplePicture };
  const deps = pageDeps(sample);
  const expired = pageDeps({ ...sample, now: () => HOME_DRAFT.expiresAt });
  const home = DRAFTS + sealed(HOME_DRAFT);
  return {
    "entrega": await draftPage(deps, home, ES),
    "entrega-en": await draftPage(deps, home, EN),
    "sin-mapa": await draftPage(pageDeps(), home, ES),
    "recoger": await draftPage(pageDeps(), DRAFTS + sealed(PICKUP_DRAFT), ES),
    "largo": await draftPage(pageDeps(), DRAFTS + sealed(UNWIELDY_DRAFT), ES),
    "vencido": await draftPage(expired, home, ES),
    "incompleto": await draftPage(deps, `${DRAFTS}cut`, ES),
    "inicio": pageAnswer(homePage(deps, ES)),
    "inicio-cara": pageAnswer(homePage(pageDeps({ ...sample, restaurant: () => FACED }), ES)),
    "carta": pageAnswer(await menuPage(deps, EN)),
    ...await reservationPages(sample),
    ...await orderPages(),
  };
}

/** The order form as it opens, with a total, with everything wrong; a price of delivery; an address that is wrong. */
async function orderPages(): Promise<Readonly<Record<string, Answer>>> {
  const deps = () => ({ routePicture: samplePicture });
  await using app = await testApp({ restaurant: sampleRestaurant(), deps });
  const answer = async (path: string, sent?: Readonly<Record<string, string>>): Promise<Answer> => {
    const headers = { origin: app.url, accept: "text/html" };
    const body = sent && new URLSearchParams(sent);
    const { status, headers: given, text } = await app.get(
      path,
      body ? { method: "POST", body, headers } : { headers },
    );
    return { status, headers: Object.fromEntries(given), body: text };
  };
  const order = { "cochinita-m": "2", texto: "Calle 58 por 59", direccion: "Calle 58 núm. 3" };
  const wrong = { texto: "https://maps.app.goo.gl/x", referencias: "Larguísimas".repeat(40) };
  return {
    "pedir": await answer("/pedir"),
    "pedir-total": await answer("/pedir?lang=en", { ...order, accion: "total" }),
    "pedir-mal": await answer("/pedir", { ...wrong, "cochinita-m": "1801", accion: "total" }),
    "envio": await answer("/envio?texto=Calle+58+por+59"),
    "envio-lejos": await answer("/envio?texto=19.43,-99.13&lang=en"),
    "nada": await answer("/nada"),
    "docs": await answer("/docs"),
  };
}

/** The form as it opens, with everything wrong, with a full time; what its link shows, for two days and after. */
async function reservationPages(
  own: Parameters<typeof pageDeps>[0],
): Promise<Readonly<Record<string, Answer>>> {
  const deps = pageDeps(own);
  const form = { status: 200, typed: {}, key: "key" };
  const long = {
    cuando: "2026-08-08T20:30",
    nombre: "Nombre".repeat(20),
    telefono: "1".repeat(90),
  };
  const wrong = {
    ...{ hora: "hora", personas: "personas", nombre: "nombre", telefono: "telefono" } as const,
    comentarios: "posible_repetida",
  } as const;
  const full = { dia: "2026-08-08", personas: "40", cuando: "2026-08-08T20:15" };
  const table = { folio: "R-0123ABCD", day: "2026-08-09", time: "00:30", partySize: 40 };
  const guest = { name: "Nombre ".repeat(11).trim(), phone: "+123456789012345" };
  const confirmation = { ...table, ...guest, createdAt: NOW, second: true } as const;
  const asked = {
    ...{ ...table, ...guest, occasion: "cumpleanos" as const },
    comments: "Sin gluten, alergia a la nuez. ".repeat(16).trim(),
  };
  const finding = (found: Awaited<ReturnType<ReservationStore["findAsked"]>>) => ({
    ...deps,
    reservations: { ...deps.reservations, findAsked: () => Promise.resolve(found) },
  });
  const { seals } = deps;
  const later = pageDeps({ ...own, seals, now: () => NOW + 48 * 3_600_000 });
  const shown = (deps: PageDeps, changes: Partial<Confirmation> = {}) =>
    confirmationPage(deps, confirmationPath({ ...confirmation, ...changes }, seals), ES);
  return {
    "reservar": reservationFormPage(deps, form, ES),
    "reservar-mal": reservationFormPage(
      deps,
      { ...form, typed: { ...long, personas: "99" }, notice: "fields", wrong },
      EN,
    ),
    "reservar-lleno": reservationFormPage(
      deps,
      { ...form, typed: full, notice: "fields", wrong: { hora: "hora_no_reservable" } },
      ES,
    ),
    "confirmada": await shown(finding(asked)),
    "confirmada-antes": await shown(finding(asked), { unchanged: true }),
    "confirmada-cambiada": await shown(finding(null)),
    "confirmada-sin-base": await shown(finding({ kind: "unavailable" })),
    "confirmada-vencida": await shown(later),
  };
}

/** What is held of the pages, in a browser that finds them by name under the address. */
type Held = (browser: Browser, address: string, names: readonly string[]) => Promise<void>;

/** What is found there, which must be something. */
async function allOf(locator: Locator): Promise<readonly Locator[]> {
  const found = await locator.all();
  assert(found.length > 0, `there is no ${locator}`);
  return found;
}

const HELD: Readonly<Record<string, Held>> = {
  "pages fit phone and desktop, without script, with links of 44 pixels, also enlarged": async (
    browser,
    address,
    names,
  ) => {
    for (const viewport of [NARROW, PHONE, DESKTOP]) {
      const page = await browser.newPage({ viewport, javaScriptEnabled: false });
      const held = names.filter((name) => viewport !== NARROW || name !== "largo");
      for (const name of held) {
        await page.goto(`${address}/${name}`);
        await holdSizes(page, `${name} at ${viewport.width} px`);
        await takePicture(page, `${name}-${viewport.width}`);
        // Amounts of millions, which break nowhere.
        if (name === "largo") continue;
        await page.evaluate("document.documentElement.style.fontSize = '200%'");
        await holdSizes(page, `${name} at ${viewport.width} px, letters twice the size`);
      }
      await page.close();
    }
  },
  "pages meet WCAG 2.2 AA, contrast included, in light and dark": async (
    browser,
    address,
    names,
  ) => {
    // By night no more than the colours differ.
    const colours = { type: "rule" as const, values: ["color-contrast"] };
    for (const [colorScheme, rules] of [["light"], ["dark", colours]] as const) {
      const page = await browser.newPage({ viewport: PHONE, colorScheme, bypassCSP: true });
      for (const name of names) {
        await page.goto(`${address}/${name}`);
        assertEquals(await wcagViolations(page, rules), [], `${name}, ${colorScheme}`);
        await takePicture(page, `${name}-${colorScheme}`);
      }
      await page.close();
    }
  },
  "with scripts allowed by the browser, the page's own policy still runs none": async (
    browser,
    address,
  ) => {
    const page = await browser.newPage({ viewport: PHONE });
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("requestfailed", (request) => complaints.push(request.url()));
    await page.goto(`${address}/largo`);
    assertEquals(await page.title(), "Revisa tu pedido · La Prueba");
    assertEquals(complaints.filter((text) => !text.includes("favicon")), []);
    const background = await page.evaluate("getComputedStyle(document.body).backgroundColor");
    assertEquals(background, "rgb(255, 253, 249)", "the policy must let the style through");
  },
  "the button is in sight where a draft opens, and its bar is never over the map": async (
    browser,
    address,
  ) => {
    for (const viewport of [NARROW, PHONE, { width: 820, height: 600 }, DESKTOP]) {
      const page = await browser.newPage({ viewport });
      await page.goto(`${address}/entrega`);
      const button = page.getByRole("link", { name: "Enviar por WhatsApp" });
      const { y, height } = (await button.boundingBox())!;
      assert(y + height <= viewport.height, `in sight at ${viewport.width} px`);
      for (let top = 0; top < 1_500; top += 75) {
        await page.evaluate(`scrollTo(0, ${top})`);
        const bar = (await page.locator(".confirm").boundingBox())!;
        const map = (await page.locator(".route").boundingBox())!;
        const isBeside = map.x >= bar.x + bar.width;
        assert(isBeside || bar.y + bar.height <= map.y, `${viewport.width} px, ${top} down`);
      }
      await page.close();
    }
  },
  "a picture of the route goes to a phone's edges, keeps its shape, and its words fit on the narrowest phone":
    async (browser, address) => {
      for (const width of [320, 360, 1280]) {
        const page = await browser.newPage({ viewport: { width, height: 740 } });
        await page.goto(`${address}/entrega`);
        const picture = page.getByRole("img", { name: "Mapa con la ruta en coche" });
        const box = (await picture.boundingBox())!;
        const part = (await page.locator("section", { has: picture }).boundingBox())!;
        const full = width === 1280 ? part.width : width;
        assert(Math.abs(box.width - full) <= 3, `${width}: ${box.width} of ${full}`);
        assert(Math.abs(box.width / box.height - 1600 / 1120) < 0.01, `${width}: its shape`);
        for (const text of await allOf(picture.locator("text"))) {
          const { x, y, width: wide, height } = (await text.boundingBox())!;
          const words = await text.textContent();
          assert(
            x >= box.x && y >= box.y && x + wide <= box.x + box.width &&
              y + height <= box.y + box.height,
            `${width}: ${words} is cut`,
          );
          assert(Math.min(wide, height) >= 9, `${width}: ${words} is too small to read`);
        }
        await page.close();
      }
    },
  "at each width every section of the menu is in sight, and booking and ordering stay at hand":
    async (browser, address) => {
      for (const name of ["carta", "pedir"]) {
        for (const viewport of [NARROW, PHONE, { width: 820, height: 1180 }, DESKTOP]) {
          const page = await browser.newPage({ viewport });
          await page.goto(`${address}/${name}`);
          for (const link of await allOf(page.locator(".sections a"))) {
            const { x, y, width } = (await link.boundingBox())!;
            assert(
              x >= 0 && x + width <= viewport.width && y < viewport.height,
              `${name} at ${viewport.width} px: ${x}, ${y}, ${width}`,
            );
          }
          if (name === "pedir") await page.locator("[type=number]").first().fill("1");
          await page.locator(".menu section").nth(1).scrollIntoViewIfNeeded();
          for (const link of await allOf(page.locator(".bar a:visible"))) {
            const { y, height } = (await link.boundingBox())!;
            assert(y > 0 && y + height <= viewport.height, `${name} at ${viewport.width} px`);
          }
          await page.close();
        }
      }
    },
};

testInChromium("the pages of all that guests may see, in one browser", async (browser, test) => {
  const pages = await somePages();
  const options = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
  await using server = Deno.serve(options, (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === FACE.href) return new Response(FACE.bytes);
    const answer = pages[pathname.slice(1)];
    return answer ? new Response(answer.body, answer) : new Response(null, { status: 404 });
  });
  const address = `http://127.0.0.1:${server.addr.port}`;
  for (const [name, hold] of Object.entries(HELD)) {
    await test.step(name, () => hold(browser, address, Object.keys(pages)));
  }
});

testInChromium(
  "the first screen says which house, whether it is open, and leads to a table, a map, a call and a chat",
  async (browser) => {
    await using app = await testApp({ restaurant: sampleRestaurant() });
    for (const viewport of [PHONE, DESKTOP]) {
      const page = await browser.newPage({ viewport, locale: "es-MX" });
      await page.goto(app.url);
      const links = ["Reservar una mesa", "Ver la carta", "Pedir", "Cómo llegar"];
      for (
        const seen of [
          page.getByRole("heading", { level: 1, name: "Sobremesa de la 58" }),
          page.getByRole("img", { name: "Foto de Sobremesa de la 58" }),
          page.getByText("Cerrado; abre hoy a las 13:00."),
          ...[...links, "Llamar: 999 000 0000", "Escribir por WhatsApp"].map((name) =>
            page.getByRole("link", { name, exact: true })
          ),
        ]
      ) {
        const box = (await seen.boundingBox())!;
        assert(box.y + box.height <= viewport.height, `${await seen.textContent()}: ${box.y}`);
      }
      const where = "getComputedStyle(document.querySelector('.where')).textAlign";
      assertEquals(await page.evaluate(where), "start", "like the words above");
      const [said, state] = await Promise.all(
        [".plate", ".state"].map((part) => page.locator(part).boundingBox()),
      );
      assert(state!.y - said!.y - said!.height >= 16, "the state stands apart from the name");
      const friday = page.getByRole("rowheader", { name: "Viernes" });
      // On a phone the week is one tap away.
      assertEquals(await friday.isVisible(), viewport === DESKTOP);
      if (viewport === PHONE) await page.getByText("Hoy: 13:00 a 23:00").click();
      await friday.waitFor();
      await page.close();
    }
  },
);

testInChromium(
  "on a wide screen the menu's sections stay at the left of its dishes, which stand in two columns, however many",
  async (browser) => {
    const { sections: [first], additions } = testRestaurant().menu;
    const sections = Array.from({ length: 40 }, (_, nth) => ({ ...first!, name: `Parte ${nth}` }));
    await using app = await testApp({
      restaurant: testRestaurant({ menu: { sections, additions } }),
    });
    const page = await browser.newPage({ viewport: DESKTOP });
    await page.goto(`${app.url}/carta?lang=es`);
    for (const nth of [0, 30]) {
      const link = page.locator(".sections a").nth(nth);
      await link.click();
      const dishes = page.locator(".menu section").nth(nth).locator("article");
      const order = page.getByRole("link", { name: "Pedir" });
      const all = [link, order, dishes.nth(0), dishes.nth(1)].map((one) => one.boundingBox());
      const [way, deed, left, right] = (await Promise.all(all)).map((box) => box!);
      for (const { y, height } of [way!, deed!, left!]) {
        assert(y >= 0 && y + height <= DESKTOP.height, `${nth}: at hand`);
      }
      assert(left!.x > deed!.x + deed!.width && right!.x > left!.x + left!.width, "columns");
      assertEquals(left!.y, right!.y, "one row");
    }
  },
);

testInChromium(
  "the sample's menu prints on two sheets of A4, in both languages",
  async (browser) => {
    const deps = pageDeps({ restaurant: sampleRestaurant, image });
    for (const texts of [ES, EN]) {
      const page = await browser.newPage();
      await page.setContent(pageAnswer(await menuPage(deps, texts)).body!);
      const sheets = await sheetsOf(page, "A4");
      assertEquals([texts.language, sheets.length], [texts.language, 2]);
      await page.close();
    }
  },
);
