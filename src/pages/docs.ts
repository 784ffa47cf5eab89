/** What programs, and the people who write them, read of the service: /docs, /llms.txt and /robots.txt, out of the OpenAPI document. */
import type {
  OpenAPIObject,
  OperationObject,
  ParameterObject,
  ReferenceObject,
  ResponseObject,
  SchemaObject,
} from "openapi3-ts/oas31";
import { orderables } from "../domain/menu.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import { availability, bookingWindow } from "../domain/schedule/availability.ts";
import { nowDependsOn, situationNow } from "../domain/schedule/situation.ts";
import type { Answer } from "../http/answer.ts";
import { memo } from "../http/memo.ts";
import type { Route } from "../http/router.ts";
import type { Deps } from "../ports/guests.ts";
import { type Html, html } from "./html.ts";
import { pageAnswer } from "./layout.ts";

export type DocsDeps = Pick<Deps, "now" | "restaurant" | "state" | "baseUrl">;

/** @param document gives the OpenAPI document, the same one each time */
export function docsRoutes(deps: DocsDeps, document: () => OpenAPIObject): readonly Route[] {
  const pages = memo<Answer>();
  /** Its examples change with the minute at most, and looking for a free time takes milliseconds. */
  const page = () => pages.of("docs", nowDependsOn(deps), () => docsPage(deps, document()));
  return [
    { method: "GET", path: "/docs", answer: page },
    {
      method: "GET",
      path: "/llms.txt",
      answer: () => textAnswer(llmsText(deps.restaurant(), deps.baseUrl, document())),
    },
    // Every page may be read: one that must not be found says so itself, which a blocked one could not.
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

interface Described extends OperationObject {
  readonly operationId: string;
  readonly method: "GET" | "POST";
  readonly path: string;
}

function operationsOf({ paths = {} }: OpenAPIObject): readonly Described[] {
  return Object.entries(paths).flatMap(([path, { get, post }]) => [
    ...(get ? [{ ...get, method: "GET", path } as Described] : []),
    ...(post ? [{ ...post, method: "POST", path } as Described] : []),
  ]);
}

/** What an assistant needs to know before its first call, as https://llmstxt.org lays it out; at most 40 lines. */
function llmsText(restaurant: Restaurant, baseUrl: string, document: OpenAPIObject): string {
  const operations = operationsOf(document).map(({ summary, method, path, operationId }) =>
    `- [${summary}](${baseUrl}/docs#${operationId}): ${method} ${path}, tool ${operationId}`
  );
  return [
    `# ${restaurant.name}`,
    "",
    `> ${document.info.description}`,
    "",
    `${restaurant.address}. Time zone ${restaurant.timeZone}. Phone ${restaurant.phone}.`,
    "",
    "## How to call",
    "",
    `- [OpenAPI 3.1](${baseUrl}/openapi.json)`,
    `- Model Context Protocol: ${baseUrl}/mcp (Streamable HTTP, no authentication)`,
    `- [For people](${baseUrl}/docs)`,
    "",
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

const NEVER = [
  "Never say that a table is held without a 200; any error means that it is not.",
  "Never make up a name, a phone or coordinates: ask the person.",
  "Never offer a time that is not in horas_reservables, or a price that is not in an answer.",
  "Never reserve again to add something: tell the restaurant by the whatsapp link, with the folio.",
  "Never confirm an order for the person: give them the link of the draft.",
];

export function docsPage(deps: DocsDeps, document: OpenAPIObject): Answer {
  const operations = operationsOf(document);
  const { baseUrl } = deps;
  const examples = workingExamples(deps);
  const content = html`
    <p class="lead">${document.info.description ?? null}</p>
    <ul class="links">
    ${operations.map(({ operationId, summary }) =>
      html`<li><a href="#${operationId}">${summary ?? null}</a></li>`
    )}
    </ul>
    <section aria-labelledby="clients">
      <h2 id="clients">Connecting</h2>
      <dl>
        <dt>OpenAPI 3.1</dt>
        <dd class="links"><a href="/openapi.json">${baseUrl}/openapi.json</a></dd>
        <dt>Model Context Protocol, Streamable HTTP, no authentication</dt>
        <dd><code>${baseUrl}/mcp</code></dd>
        <dt>For assistants, in short</dt>
        <dd class="links"><a href="/llms.txt">${baseUrl}/llms.txt</a></dd>
      </dl>
    </section>
    ${operations.map((operation) => operationSection(operation, document, baseUrl, examples))}
  `;
  const restaurant = deps.restaurant();
  const title = document.info.title;
  return pageAnswer({ status: 200, language: "en", only: true, restaurant, title, content });
}

function operationSection(
  operation: Described,
  document: OpenAPIObject,
  baseUrl: string,
  examples: Examples,
): Html {
  const { operationId, method, path, summary, description } = operation;
  const sent = sentFields(operation, document);
  return html`
    <section aria-labelledby="${operationId}">
      <h2 id="${operationId}">${summary ?? null}</h2>
      <p><code>${method} ${path}</code></p>
      <p>${description ?? null}</p>
      <pre><code>${curl(operation, document, baseUrl, examples)}</code></pre>
      ${sent.length > 0 && html`<h3>Request</h3>${fieldList(sent)}`}
      <h3>Answer</h3>
      ${fieldList(fieldsOf(answerSchema(operation, document), document))}
      <h3>Failures</h3>
      <dl>${failures(operation, document)}</dl>
    </section>
  `;
}

/** A field of a request or of an answer. */
interface Field {
  /** Its path: `entrega.lat`, `lineas[].id`. */
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string | undefined;
}

function fieldList(fields: readonly Field[]): Html {
  return html`
    <dl>
    ${fields.map(({ name, type, required, description }) =>
      html`
        <dt><code>${name}</code> ${type}${!required && ", optional"}</dt>
        <dd>${description ?? null}</dd>
      `
    )}
    </dl>
  `;
}

function sentFields(operation: Described, document: OpenAPIObject): readonly Field[] {
  const parameters = (operation.parameters ?? []).map((parameter): Field => {
    const { name, in: place, required = false, description, schema } = resolved<ParameterObject>(
      parameter,
      document,
    );
    const type = typeOf(resolved<SchemaObject>(schema ?? {}, document));
    return { name, type: place === "header" ? "header" : type, required, description };
  });
  const body = bodySchema(operation, document);
  return [...parameters, ...(body ? fieldsOf(body, document) : [])];
}

function bodySchema({ requestBody }: Described, document: OpenAPIObject): SchemaObject | undefined {
  if (!requestBody || "$ref" in requestBody) return undefined;
  const schema = requestBody.content["application/json"]?.schema;
  return schema && resolved<SchemaObject>(schema, document);
}

function answerSchema({ responses }: Described, document: OpenAPIObject): SchemaObject {
  const answer = resolved<ResponseObject>(responses?.["200"] ?? {}, document);
  return resolved<SchemaObject>(answer.content?.["application/json"]?.schema ?? {}, document);
}

/** The fields of a schema, those within objects and lists by their paths. */
function fieldsOf(schema: SchemaObject, document: OpenAPIObject, path = ""): readonly Field[] {
  const { properties = {}, items } = branch(schema, document);
  if (items) return fieldsOf(resolved<SchemaObject>(items, document), document, `${path}[]`);
  return Object.entries(properties).flatMap(([key, property]) => {
    const inner = resolved<SchemaObject>(property, document);
    const name = path === "" ? key : `${path}.${key}`;
    const required = schema.required?.includes(key) ?? false;
    const { description = branch(inner, document).description } = inner;
    const field = { name, type: typeOf(inner), required, description };
    return [field, ...fieldsOf(inner, document, name)];
  });
}

/** The branch of a choice that has the most to say. */
function branch(schema: SchemaObject, document: OpenAPIObject): SchemaObject {
  const branches = (schema.anyOf ?? []).map((one) => resolved<SchemaObject>(one, document));
  const most = branches.find(({ properties, items, description }) =>
    properties ?? items ?? description
  );
  return most ?? schema;
}

function typeOf({ type, anyOf, enum: values, const: only }: SchemaObject): string {
  if (values) return values.map(String).join(" or ");
  if (only !== undefined) return JSON.stringify(only);
  if (type) return String(type);
  const types = (anyOf ?? []).map((one) => "$ref" in one ? "object" : typeOf(one));
  return types.join(" or ");
}

function failures({ responses = {} }: Described, document: OpenAPIObject): readonly Html[] {
  return Object.entries(responses).filter(([status]) => Number(status) >= 400)
    .map(([status, response]) => {
      const { description, content } = resolved<ResponseObject>(response, document);
      const codes = codesOf(content?.["application/json"]?.schema);
      return html`
        <dt>${status}</dt>
        ${description.split("\n").map((line) => html`<dd>${line}</dd>`)}
        <dd>${codes.map((code) =>
          html`
            <code>${code}</code>
          `
        )}</dd>
      `;
    });
}

/** The stable codes that a failure's schema lists. */
function codesOf(schema: SchemaObject | ReferenceObject | undefined): readonly string[] {
  const parts = (schema as SchemaObject | undefined)?.allOf ?? [];
  return (parts as readonly SchemaObject[]).flatMap(({ properties }) =>
    (properties?.error as SchemaObject | undefined)?.enum ?? []
  );
}

/** What `$ref` stands for, where it is one. */
function resolved<T extends object>(value: T | ReferenceObject, document: OpenAPIObject): T {
  if (!("$ref" in value)) return value;
  const steps = value.$ref.slice("#/".length).split("/");
  const found = steps.reduce<unknown>(
    (inner, step) => (inner as Record<string, unknown>)[step],
    document,
  );
  return found as T;
}

/** Values that this restaurant accepts now, by operationId and field: the document's own are of a fixed day and menu. */
type Examples = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

function workingExamples(deps: DocsDeps): Examples {
  const situation = situationNow(deps);
  const { restaurant } = situation;
  const { today } = bookingWindow(situation);
  const open = availability({ ...situation, from: today, days: 91 })
    .find(({ times }) => times.length > 0);
  const { lat, lng } = restaurant.location;
  const line = orderables(restaurant.menu).values().find(({ soldOut }) => !soldOut);
  return {
    envio: { lat, lng },
    getAvailableReservationTimes: { dia: open?.day ?? today },
    createRestaurantReservation: open ? { dia: open.day, hora: open.times.at(-1) } : {},
    pedidoBorrador: {
      ...(line ? { lineas: [{ id: line.id, cantidad: 1 }] } : {}),
      entrega: { modo: "recoger" },
    },
  };
}

/** A call as it is typed into a shell. */
function curl(
  { operationId, method, path, parameters = [], requestBody }: Described,
  document: OpenAPIObject,
  baseUrl: string,
  { [operationId]: working = {} }: Examples,
): string {
  if (method === "POST" && requestBody && !("$ref" in requestBody)) {
    const [example] = Object.values(requestBody.content["application/json"]?.examples ?? {});
    const body = { ...(example && "value" in example ? example.value : {}), ...working };
    const text = JSON.stringify(body, null, 2).replaceAll("'", "'\\''");
    return `curl ${baseUrl}${path} --header 'content-type: application/json' --data '${text}'`;
  }
  const query = new URLSearchParams();
  for (const parameter of parameters) {
    const { name, in: place, required, example } = resolved<ParameterObject>(parameter, document);
    const value = working[name] ?? (required ? example : undefined);
    if (place === "query" && value !== undefined) query.set(name, String(value));
  }
  return `curl '${baseUrl}${path}${query.size > 0 ? `?${query}` : ""}'`;
}
