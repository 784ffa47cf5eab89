/** /openapi.json agrees with the contract: endpoints, identifiers, parameters. */
import { assert, assertEquals } from "@std/assert";
import type { Api } from "./api.ts";
import type { OperationObject, ParameterObject } from "openapi3-ts/oas31";
import { declared } from "./conduct.ts";
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

export function openApiRows({ row }: Suite): void {
  row("versioning: OpenAPI 3.1, contract version 1.0.0", ({ description: { document } }) => {
    assert(document.openapi.startsWith("3.1."), document.openapi);
    assertEquals(document.info.version, "1.0.0");
  });
  row("endpoints: the contract's seven operations, ubicacion and no others", ({ description }) => {
    const served = description.operations.map(({ method, path }) =>
      `${method.toUpperCase()} ${path}`
    );
    assertEquals(served.sort(), ENDPOINTS.map(([method, path]) => `${method} ${path}`).sort());
  });
  for (const [method, path, operationId, parameters] of ENDPOINTS) {
    row(`endpoint ${method} ${path} is the operation ${operationId}`, (api) => {
      const operation = operationAt(api, method, path);
      assertEquals(operation.operationId, operationId);
      assert(operation.responses?.["200"]?.content?.["application/json"], "no 200 in JSON");
      const { required = false } = { ...operation.requestBody } as { required?: boolean };
      assertEquals(required, method === "POST");
      assert(operation.description!.length <= 300, "a description of over 300 characters");
      assertEquals(operation["x-openai-isConsequential"], path === "/api/reserva");
    });
    for (const [name, schema] of Object.entries(parameters)) {
      row(`endpoint ${method} ${path}: query ${name} as in the contract`, (api) => {
        const parameters = operationAt(api, method, path).parameters as ParameterObject[];
        const found = parameters.find((one) => one.name === name && one.in === "query");
        assertEquals(found?.required, ["/api/envio", "/api/ubicacion"].includes(path));
        assertDeclares(found?.schema as JsonSchema | undefined, schema);
      });
    }
  }
}

function operationAt({ description }: Api, method: string, path: string): OperationObject {
  const found = declared(description, { method, path });
  assert(found, `${method} ${path} is not declared`);
  return found.operation;
}

type JsonSchema = Readonly<Record<string, unknown>>;

/** Fails unless the schema, or its alternative that is not null, has every keyword of `expected`. */
function assertDeclares(schema: JsonSchema | undefined, expected: JsonSchema): void {
  assert(schema, "the schema is missing");
  const [notNull = schema] = (schema.anyOf ?? [schema]) as readonly JsonSchema[];
  for (const [keyword, value] of Object.entries(expected)) {
    assertEquals(notNull[keyword], value, `${keyword} in ${JSON.stringify(notNull)}`);
  }
}
