/** /openapi.json agrees with the contract: endpoints, identifiers, parameters, fields, errors, limits. */
import { assert, assertEquals } from "@std/assert";
import type { Api } from "./api.ts";
import type { DeclaredOperation, JsonSchema } from "./description.ts";
import type { Suite } from "./suite.ts";

const LANG = { enum: ["es", "en"], default: "es" };

/** The contract's table of endpoints. */
const ENDPOINTS = [
  ["GET", "/api/info", "info", { lang: LANG }],
  ["GET", "/api/menu", "menu", { lang: LANG }],
  ["GET", "/api/disponibilidad", "getAvailableReservationTimes", {
    dia: { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$" },
    dias: { type: "integer", minimum: 1, maximum: 90, default: 7 },
  }],
  ["GET", "/api/envio", "envio", { lat: { type: "string" }, lng: { type: "string" } }],
  ["GET", "/api/contacto", "contacto", {
    motivo: { enum: ["duda", "pedido", "reserva"], default: "duda" },
  }],
  ["POST", "/api/pedido/borrador", "pedidoBorrador", {}],
  ["POST", "/api/reserva", "createRestaurantReservation", {}],
  // The one operation beyond the contract's.
  ["GET", "/api/ubicacion", "ubicacion", { texto: { type: "string" } }],
] as const;

/** The contract's table of errors, and the rate limit of reservations. */
const ERRORS = [
  ["GET", "/api/disponibilidad", 400, "dia"],
  ["GET", "/api/disponibilidad", 400, "dias"],
  ["GET", "/api/disponibilidad", 400, "rango"],
  ["GET", "/api/envio", 400, "coordenadas"],
  ["GET", "/api/envio", 429, "demasiadas"],
  ["POST", "/api/pedido/borrador", 400, "forma"],
  ["POST", "/api/pedido/borrador", 422, "lineas"],
  ["POST", "/api/pedido/borrador", 422, "fuera_de_cobertura"],
  ["POST", "/api/pedido/borrador", 429, "demasiadas"],
  ["POST", "/api/pedido/borrador", 503, "sin_ruta"],
  ["POST", "/api/reserva", 400, "json"],
  ["POST", "/api/reserva", 413, "grande"],
  ["POST", "/api/reserva", 422, "datos"],
  ["POST", "/api/reserva", 429, "demasiadas"],
  ["POST", "/api/reserva", 502, "base"],
  ["POST", "/api/reserva", 503, "apagado"],
] as const;

/** Fields of request bodies: whether required, and the declared limits. */
const BODY_FIELDS = [
  ["/api/pedido/borrador", "lineas", true, { maxItems: 60 }],
  ["/api/pedido/borrador", "lineas[].id", true, { type: "string" }],
  ["/api/pedido/borrador", "lineas[].cantidad", true, { type: "integer", minimum: 1, maximum: 30 }],
  ["/api/pedido/borrador", "entrega", true, { type: "object" }],
  ["/api/pedido/borrador", "entrega.modo", true, { enum: ["domicilio", "recoger"] }],
  ["/api/pedido/borrador", "entrega.direccion", false, { maxLength: 300 }],
  ["/api/pedido/borrador", "entrega.referencias", false, { maxLength: 300 }],
  ["/api/pedido/borrador", "entrega.lat", false, { type: "number" }],
  ["/api/pedido/borrador", "entrega.lng", false, { type: "number" }],
  ["/api/reserva", "dia", true, { type: "string" }],
  ["/api/reserva", "hora", true, { type: "string" }],
  ["/api/reserva", "personas", true, { type: "integer", minimum: 1, maximum: 40 }],
  ["/api/reserva", "nombre", true, { minLength: 2, maxLength: 80 }],
  ["/api/reserva", "telefono", true, { type: "string" }],
  ["/api/reserva", "ocasion", false, { enum: ["general", "cumpleanos"] }],
  ["/api/reserva", "comentarios", false, { maxLength: 500 }],
  ["/api/reserva", "landing", false, { type: "string" }],
] as const;

export function openApiRows(suite: Suite): void {
  endpointRows(suite);
  errorRows(suite);
  bodyRows(suite);
}

function endpointRows({ row }: Suite): void {
  row("versioning: OpenAPI 3.1, contract version 1.0.0", ({ description: { document } }) => {
    assert(document.openapi.startsWith("3.1."), document.openapi);
    assertEquals(document.info.version, "1.0.0");
  });
  row("endpoints: the contract's seven operations, ubicacion and no others", ({ description }) => {
    const declared = Object.entries(description.document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`)
    );
    assertEquals(declared.sort(), ENDPOINTS.map(([method, path]) => `${method} ${path}`).sort());
  });
  for (const [method, path, operationId, parameters] of ENDPOINTS) {
    row(`endpoint ${method} ${path} is the operation ${operationId}`, (api) => {
      const operation = declared(api, method, path);
      assertEquals(operation.operationId, operationId);
      assert(operation.responses["200"]?.content?.["application/json"], "no 200 in JSON");
      assertEquals(operation.requestBody?.required ?? false, method === "POST");
      assert(operation.description.length <= 300, "a description of over 300 characters");
      assertEquals(operation["x-openai-isConsequential"], path === "/api/reserva");
    });
    for (const [name, schema] of Object.entries(parameters)) {
      row(`endpoint ${method} ${path}: query ${name} as in the contract`, (api) => {
        const found = declared(api, method, path).parameters.find((parameter) =>
          parameter.name === name && parameter.in === "query"
        );
        assertEquals(found?.required, ["/api/envio", "/api/ubicacion"].includes(path));
        assertDeclares(found?.schema, schema);
      });
    }
  }
}

function errorRows({ row }: Suite): void {
  for (const [method, path, status, motivo] of ERRORS) {
    row(`error ${method} ${path} ${status} ${motivo} is declared`, ({ description }) => {
      const body = { ok: false, motivo, error: "x", detalle: "x" };
      const others = description.schemaErrors(method, path, status, { ...body, motivo: "otro" });
      const schemaErrors = description.schemaErrors(method, path, status, body);
      assert(others?.includes("/motivo"), "the schema accepts any motivo");
      assert(!schemaErrors?.includes("/motivo"), schemaErrors ?? "");
      const operation = description.operation(method, path)!;
      assert(operation["x-motivos"].includes(motivo));
      const hasWait = operation.responses[status]?.headers?.["Retry-After"] !== undefined;
      assertEquals(hasWait, status === 429, "Retry-After");
    });
  }
}

function bodyRows({ row }: Suite): void {
  for (const [path, field, isRequired, schema] of BODY_FIELDS) {
    row(`request body POST ${path}: ${field}, ${isRequired ? "" : "not "}required`, (api) => {
      const { parent, name } = bodyField(api, path, field);
      const properties = parent.properties as Readonly<Record<string, JsonSchema>>;
      assertDeclares(properties[name], schema);
      assertEquals((parent.required as readonly string[]).includes(name), isRequired);
    });
  }
}

function declared(api: Api, method: string, path: string): DeclaredOperation {
  const operation = api.description.operation(method, path);
  assert(operation, `${method} ${path} is not declared`);
  return operation;
}

/** Fails unless the schema, or its alternative that is not null, has every keyword of `expected`. */
function assertDeclares(schema: JsonSchema | undefined, expected: JsonSchema): void {
  assert(schema, "the schema is missing");
  const [notNull = schema] = (schema.anyOf ?? [schema]) as readonly JsonSchema[];
  for (const [keyword, value] of Object.entries(expected)) {
    assertEquals(notNull[keyword], value, `${keyword} in ${JSON.stringify(notNull)}`);
  }
}

/** The schema that holds a field, written `lineas[].id`. */
function bodyField(api: Api, path: string, field: string): { parent: JsonSchema; name: string } {
  const content = declared(api, "POST", path).requestBody!.content["application/json"]!;
  const steps = field.split(".");
  const name = steps.pop()!;
  let parent = resolved(api, content.schema);
  for (const step of steps) {
    const properties = parent.properties as Readonly<Record<string, JsonSchema>>;
    const next = properties[step.replace("[]", "")]!;
    parent = resolved(api, step.endsWith("[]") ? next.items as JsonSchema : next);
  }
  return { parent, name };
}

function resolved({ description }: Api, schema: JsonSchema): JsonSchema {
  if (typeof schema.$ref !== "string") return schema;
  return description.document.components.schemas[schema.$ref.split("/").at(-1)!]!;
}
