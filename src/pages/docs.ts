/** GET /docs and /llms.txt, made from the OpenAPI document, and /robots.txt. */
import type {
  OpenAPIObject,
  OperationObject,
  ReferenceObject,
  ResponseObject,
} from "openapi3-ts/oas31";
import { orderables } from "../domain/menu.ts";
import { largestParty } from "../domain/restaurant.ts";
import { availability, bookingWindow } from "../domain/schedule/availability.ts";
import { timeOf } from "../domain/local_time.ts";
import { delivers } from "../domain/tariff.ts";
import { announcedClosures, specialDays } from "../domain/schedule/closures.ts";
import {
  currentMenu,
  nowDependsOn,
  type Situation,
  situationNow,
} from "../domain/schedule/situation.ts";
import { type Html, html } from "../html/html.ts";
import type { Answer } from "../http/answer.ts";
import { memo } from "../http/memo.ts";
import type { Route } from "../http/router.ts";
import type { Deps } from "../ports/guests.ts";
import { pageAnswer, section, sells, takesTables } from "./layout.ts";
import { EN } from "./texts/en.ts";

type DocsDeps = Pick<
  Deps,
  "now" | "restaurant" | "state" | "baseUrl" | "hasPrices" | "findsAddresses"
>;

/** @param document gives the OpenAPI document, the same one each time */
export function docsRoutes(deps: DocsDeps, document: () => OpenAPIObject): readonly Route[] {
  const pages = memo<Answer>();
  /** They change with the minute at most, and making one takes milliseconds. */
  const kept = (path: string, make: () => Answer): Route => ({
    method: "GET",
    path,
    answer() {
      const shown = [...nowDependsOn(deps), deps.hasPrices(), deps.findsAddresses()];
      return pages.of(path, shown, make);
    },
  });
  return [
    kept("/docs", () => docsPage(deps, document())),
    kept("/llms.txt", () => textAnswer(llmsText(deps, document()))),
    // It blocks no page: a crawler cannot see the noindex of a page that it may not fetch.
    { method: "GET", path: "/robots.txt", answer: () => textAnswer("User-agent: *\nDisallow:\n") },
  ];
}

function textAnswer(body: string): Answer {
  const headers = {
    "content-type": "text/plain; charset=utf-8",
    "x-content-type-options": "nosniff",
    "cache-control": "no-cache",
  };
  return { status: 200, headers, body };
}

/** A part of the document with what each `$ref` in it names in its place. */
type Resolved<T> = T extends ReferenceObject ? never
  : T extends object ? { readonly [Key in keyof T]: Resolved<T[Key]> }
  : T;
interface Described extends Resolved<OperationObject> {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
}

function operationsOf(document: OpenAPIObject): readonly Described[] {
  return Object.entries(resolved(document, document).paths ?? {}).flatMap(([path, methods]) =>
    Object.entries<object>(methods).map(([method, operation]) =>
      ({ ...operation, method: method.toUpperCase(), path }) as Described
    )
  );
}

/** No schema of the document contains itself. What stands beside a reference adds to what it names. */
function resolved<T>(part: T, document: OpenAPIObject): Resolved<T> {
  return JSON.parse(JSON.stringify(part), (_, inner) => {
    if (typeof inner?.$ref !== "string") return inner;
    const { $ref, ...beside } = inner;
    const named = $ref.slice("#/".length).split("/")
      .reduce((outer: unknown, step: string) => Object(outer)[step], document);
    return { ...resolved(named, document), ...beside };
  });
}

/** What an assistant needs before its first call, in the format of https://llmstxt.org, in at most 40 lines. */
function llmsText(deps: DocsDeps, document: OpenAPIObject): string {
  const { baseUrl } = deps;
  const situation = situationNow(deps);
  const { restaurant } = situation;
  const links = readableLinks(deps, situation);
  const operations = operationsOf(document).map(({ summary, method, path, operationId }) =>
    `- [${summary}](${baseUrl}/docs#${operationId}): ${method} ${path}, tool ${operationId}`
  );
  return [
    `# ${restaurant.name}`,
    "",
    `> ${document.info.description}`,
    "",
    ...(restaurant.phone === null
      ? ["Opens soon: it has no hours, menu, address or phone yet."]
      : [`${restaurant.address}. Time zone ${restaurant.timeZone}. Phone ${restaurant.phone}.`]),
    ...closureLines(situation),
    "",
    "## How to call",
    "",
    `- [OpenAPI 3.1](${baseUrl}/openapi.json)`,
    `- Model Context Protocol: ${baseUrl}/mcp (Streamable HTTP, no authentication)`,
    `- [For people](${baseUrl}/docs)`,
    "",
    ...(links.length > 0 ? ["## If you can only read", "", ...links, ""] : []),
    "## Operations",
    "",
    ...operations,
    "",
    "## Never",
    "",
    ...NEVER.map((rule) => `- ${rule}`),
    "",
  ].join("\n");
}

/** The links that an assistant fills in for the person. */
function readableLinks(
  { baseUrl, hasPrices, findsAddresses }: DocsDeps,
  situation: Situation,
): readonly string[] {
  const isQuoted = delivers(situation.restaurant) && hasPrices();
  const place = findsAddresses() ? "texto=Calle+58+por+59" : "lat=LAT&lng=LNG";
  const links = [
    takesTables(situation) &&
    `Give the person ${baseUrl}/reservar?dia=YYYY-MM-DD&hora=HH:MM&personas=N with what they want: it opens with day, time and party chosen.`,
    sells(situation) &&
    `The menu for people: ${baseUrl}/carta. As an order form: ${baseUrl}/pedir?modo=recoger, with ID=2 for each id of the menu.`,
    isQuoted && `What delivery costs: ${baseUrl}/envio?${place}`,
  ];
  return links.filter((link) => link !== false).map((link) => `- ${link}`);
}

function closureLines(situation: Situation): readonly string[] {
  const closures = announcedClosures(situation).map(({ closed, reason, isPublic }) => {
    const when = closed.kind === "day"
      ? closed.day
      : `${closed.from} ${closed.kind === "days" ? "through" : "to"} ${closed.to}`;
    return isPublic ? `${when} (${reason})` : when;
  });
  const openings = specialDays(situation).flatMap(({ day, special: { services } }) =>
    services.map(({ opens, closes }) => `${day} ${timeOf(opens)} to ${timeOf(closes)}`)
  );
  return [
    ...(closures.length === 0 ? [] : ["", `Closed: ${closures.join("; ")}.`]),
    ...(openings.length === 0 ? [] : ["", `Other hours on these days: ${openings.join("; ")}.`]),
  ];
}

const NEVER = [
  "Never say that a table is held without a 200: an error held none, and its detalle tells of an earlier one.",
  "Never make up a name, a phone or coordinates: ask the person.",
  "Never offer a time that is not in horas_reservables, or a price that is not in an answer.",
  "Never reserve again to change or add something: give the person the whatsapp link, with the folio.",
  "Never confirm an order for the person: give them the link of the draft.",
];

function docsPage(deps: DocsDeps, document: OpenAPIObject): Answer {
  const operations = operationsOf(document);
  const { baseUrl } = deps;
  const examples = workingExamples(deps);
  const content = html`
    <p class="lead">${document.info.description ?? null}</p>
    ${section("do", "What to do", conversations())}
    ${section("clients", "Connecting", connecting(baseUrl))}
    ${operations.map((operation) =>
      section(
        operation.operationId,
        operation.summary ?? "",
        described(operation, curl(operation, baseUrl, examples)),
      )
    )}
  `;
  const restaurant = deps.restaurant();
  const title = document.info.title;
  return pageAnswer({ status: 200, texts: EN, monolingual: true, restaurant, title, content });
}

/** What a person says, the calls that it takes, and what to tell them. */
const CONVERSATIONS: Readonly<Record<string, readonly [string, string, string]>> = {
  Facts: [
    "“Can we still come and eat?”",
    "GET /api/info",
    "Tell ahora.cocina_abierta and ahora.cocina_cierra: the kitchen closes before the house. The FAQ has the rest.",
  ],
  "A price": [
    "“What does delivery to calle 58 por 59 cost?”",
    "GET /api/ubicacion, then GET /api/envio with the point",
    "Tell costo and read calle back. Where cotizado is false there is no price: offer pickup or the link in whatsapp.",
  ],
  "An order": [
    "“Two cochinitas, to my house.”",
    "GET /api/menu for the ids, then POST /api/pedido/borrador",
    "Give confirmar_en unchanged, with expira_en_minutos: the person confirms there, not you.",
  ],
  "A table": [
    "“Saturday at nine, for four.”",
    "GET /api/disponibilidad, then, with name and phone confirmed, POST /api/reserva",
    "A 200 is a held table: tell folio, read telefono back, give comprobante. Any error held none.",
  ],
  "A changed mind": [
    "“We will be six after all.”",
    "None; without the answer at hand, GET /api/contacto with motivo=reserva",
    "Give the link in whatsapp, with the folio. Never reserve again to change something.",
  ],
};

function conversations(): Html {
  return html`<dl>${
    Object.entries(CONVERSATIONS).map(([title, [says, calls, tell]]) =>
      html`
        <dt>${title}</dt>
        <dd>${says}</dd>
        <dd><code>${calls}</code></dd>
        <dd>${tell}</dd>
      `
    )
  }</dl>`;
}

function connecting(baseUrl: string): Html {
  return html`
    <dl>
      <dt>OpenAPI 3.1, with every field</dt>
      <dd class="links"><a href="/openapi.json">${baseUrl}/openapi.json</a></dd>
      <dt>Model Context Protocol, Streamable HTTP, no authentication</dt>
      <dd><code>${baseUrl}/mcp</code></dd>
      <dt>For assistants, in short</dt>
      <dd class="links"><a href="/llms.txt">${baseUrl}/llms.txt</a></dd>
    </dl>
  `;
}

function described(operation: Described, example: string): Html {
  const { method, path, description } = operation;
  return html`
    <p><code>${method} ${path}</code></p>
    <p>${description ?? null}</p>
    ${operation["x-openai-isConsequential"] &&
      html`<p>This example holds a real table: cancel it on the board if you run it.</p>`}
    <pre><code>${example}</code></pre>
    <details>
      <summary>Failures</summary>
      <dl>${failures(operation)}</dl>
    </details>
  `;
}

function failures({ responses = {} }: Described): readonly Html[] {
  return Object.entries(responses).filter(([status]) => !["200", "304"].includes(status))
    .map(([status, response]: [string, Resolved<ResponseObject>]) => {
      const lines = response.description.split("\n").map((line) => html`<dd>${line}</dd>`);
      return html`<dt>${status === "default" ? "405, 500" : status}</dt>${lines}`;
    });
}

/** Values that are accepted now, by operationId and field: the document's own are of a fixed day and menu. */
type Examples = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

function workingExamples(deps: DocsDeps): Examples {
  const situation = situationNow(deps);
  const { restaurant } = situation;
  const { lat, lng } = restaurant.location;
  const line = orderables(currentMenu(situation)).values().find(({ soldOut }) => !soldOut);
  return {
    envio: restaurant.phone === null ? {} : { lat, lng },
    createRestaurantReservation: openTable(situation, Math.min(4, largestParty(restaurant))) ??
      openTable(situation, 1) ?? {},
    pedidoBorrador: {
      ...(line ? { lineas: [{ id: line.id, cantidad: 1 }] } : {}),
      entrega: { modo: "recoger" },
    },
  };
}

/** The last time of the first day on which so many can reserve. */
function openTable(situation: Situation, personas: number) {
  const from = bookingWindow(situation).today;
  const open = availability({ ...situation, from, days: 91, partySize: personas })
    .find(({ times }) => times.length > 0);
  return open && { dia: open.day, hora: open.times.at(-1), personas };
}

/** A call as it is typed into a shell. */
function curl(
  { operationId, path, parameters = [], requestBody }: Described,
  baseUrl: string,
  { [operationId]: working = {} }: Examples,
): string {
  if (requestBody) {
    const [example] = Object.values(requestBody.content["application/json"]?.examples ?? {});
    const text = JSON.stringify({ ...example?.value, ...working }, null, 2);
    const quoted = `'${text.replaceAll("'", "'\\''")}'`;
    return `curl ${baseUrl}${path} --header 'content-type: application/json' --data ${quoted}`;
  }
  const query = new URLSearchParams();
  for (const { name, in: place, required, example } of parameters) {
    const value = working[name] ?? (required ? example : undefined);
    if (place === "query" && value !== undefined) query.set(name, String(value));
  }
  return `curl '${baseUrl}${path}${query.size > 0 ? `?${query}` : ""}'`;
}
