/** A new restaurant's first steps, on a real service, as its owner takes them in the browser. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Browser, Page } from "playwright-core";
import { holdSizes, takePicture, testInChromium, wcagViolations } from "../support/chromium.ts";
import { freePort, type ServiceProcess, startServiceProcess } from "../support/service_process.ts";
import { jar } from "./_attacked.ts";
import { DESKTOP, PHONE, textOf, untilLive } from "./_browser.ts";
import { openStep, take } from "./_first_steps.ts";
import { signIn } from "../service/_board.ts";

/** Starts the service of a new database, where guests come to an address of their own. */
function startBlank(): Promise<ServiceProcess> {
  const port = freePort();
  return startServiceProcess({ env: { PORT: `${port}`, BASE_URL: `http://127.0.0.1:${port}` } });
}

async function signedInPage(browser: Browser, service: ServiceProcess): Promise<Page> {
  const context = await browser.newContext({ viewport: PHONE, bypassCSP: true });
  const cookies = Object.entries(jar((await signIn(service))!));
  await context.addCookies(
    cookies.map(([name, value]) => ({ name, value, url: service.staffUrl })),
  );
  const page = await context.newPage();
  await page.goto(service.staffUrl);
  return page;
}

/** Holds the page to its sizes and to WCAG on a phone and on a desktop. */
async function hold(page: Page, name: string): Promise<void> {
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    const label = `${name}-${viewport.width}`;
    await holdSizes(page, label);
    await takePicture(page, `pasos-${label}`);
    assertEquals(await wcagViolations(page), [], label);
  }
}

function stepLine(page: Page, step: string): Promise<string> {
  return textOf(page.locator("#pasos ~ ol > li", { hasText: step }));
}

testInChromium(
  "from a blank database, through the steps on the board, to a guest's table",
  async (browser) => {
    await using service = await startBlank();
    const page = await signedInPage(browser, service);
    const guest =
      await (await browser.newContext({ viewport: PHONE, bypassCSP: true, locale: "es-MX" }))
        .newPage();
    const guestSees = async (path: string) => {
      await guest.goto(`${service.url}${path}`);
      return await textOf(guest.locator("body"));
    };
    await hold(page, "lista");
    await guestSees("/");
    await hold(guest, "pronto");
    await openStep(page, "Nombre, teléfono");
    await hold(page, "lugar");
    await page.getByRole("button", { name: "Guardar", exact: true }).click();
    await page.getByRole("link", { name: "Nombre del restaurante: " }).waitFor();
    await page.goto(service.staffUrl);

    await take(page, "Nombre, teléfono", {
      nombre: "La Lupita",
      telefono: "999 111 2233",
      direccion: "Calle 60 500, Centro",
      ciudad: "Mérida",
      ubicacion: "https://www.google.com/maps/@20.967,-89.6237,17z",
      zona: "Yucatán",
    });
    assertStringIncludes(await stepLine(page, "Nombre, teléfono"), "Hecho");
    assertStringIncludes(await guestSees("/"), "Abrimos pronto");
    await hold(guest, "pronto-con-lugar");
    assertEquals(
      (await (await fetch(`${service.url}/api/disponibilidad`)).json()).zona,
      "America/Merida",
    );

    const week = ["cerrado", "1pm-11pm", "igual", "igual", "13:00 a 1:00", "igual", "de 1 a 6 pm"];
    const days = ["lunes", "martes", "miercoles", "jueves", "viernes", "sabado", "domingo"];
    await take(
      page,
      "Horario",
      Object.fromEntries(days.map((day, n) => [`horario.${day}`, week[n]!])),
    );
    assertStringIncludes(
      await guestSees("/reservar"),
      "No se toman reservaciones en línea por ahora",
    );

    await openStep(page, "Carta y precios");
    await page.getByLabel("Pégala aquí").fill("Antojitos\nPanuchos $38");
    await page.getByRole("button", { name: "Leer la carta" }).click();
    await page.getByRole("button", { name: "Guardar", exact: true }).click();
    assertStringIncludes(await stepLine(page, "Carta y precios"), "Hecho");

    await take(page, "Envío a domicilio", {
      "envio.base_km": "3",
      "envio.base_costo": "40",
      "envio.costo_km_extra": "10",
      "envio.radio_maximo_km": "8",
    });
    assertStringIncludes(
      await stepLine(page, "Mapa de calles"),
      "run -qP src/main.ts map import -",
    );
    await hold(page, "a-medias");
    for (const step of ["Mapa de calles", "Aviso", "Copias", "Clave para el turno", "Cupo"]) {
      await untilLive(page);
      await page.getByRole("group", { name: step }).getByRole("button").click();
      await page.locator("#pasos ~ ol > li", { hasText: step }).locator(".chip").waitFor();
    }
    await openStep(page, "Abrir las reservaciones");
    await page.getByRole("button", { name: "Sí, abrir" }).click();
    await page.getByText(/Está todo\. Quedan fuera: Mapa de calles, .*Cupo\./).waitFor();
    await untilLive(page);
    await page.getByRole("button", { name: "Quitar esta lista" }).click();
    await page.getByRole("heading", { name: "Hoy" }).waitFor();
    assertEquals(await page.getByText("Primeros pasos").count(), 0);

    const { dias } = await (await fetch(`${service.url}/api/disponibilidad?dias=8`)).json();
    // Not today, whose last times may pass while this runs.
    const { dia, horas_reservables: [hora] } = dias.slice(1)
      .find((each: { horas_reservables: string[] }) => each.horas_reservables.length > 0);
    await guest.goto(`${service.url}/reservar?dia=${dia}&hora=${hora}&personas=2`);
    await guest.getByLabel("Nombre").fill("Guadalupe Pech");
    await guest.getByLabel("Teléfono").fill("9995550001");
    await guest.getByRole("button", { name: "Reservar", exact: true }).click();
    await guest.getByText("Tu mesa está confirmada").waitFor();
    await page.goto(`${service.staffUrl}/?dia=${dia}`);
    await page.getByText("Guadalupe Pech").first().waitFor();
    const log = service.lines.join("\n");
    assert(!/MUESTRA|"level":"error"/.test(log), log);
  },
);
