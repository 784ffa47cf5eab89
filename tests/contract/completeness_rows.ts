/** Whether the suite has seen every error that it can cause. */
import { assertEquals } from "@std/assert";
import type { JsonSchema } from "./description.ts";
import type { Suite } from "./suite.ts";

/** Refusals that need a prepared server; other tests cover them. */
const PREPARED = new Set([
  "interno/error_interno",
  "demasiadas/limite_por_direccion",
  "base/sin_respuesta",
  "apagado/reservas_apagadas",
  "sin_ruta/ruta_no_trazada",
  "lineas/linea_agotada",
  "peticion/destino_invalido",
  "forma/cuerpo_incompleto",
  "json/cuerpo_incompleto",
]);

/** Must be registered last. */
export function completenessRows({ variant }: Suite): void {
  variant("every declared error was seen, except those that need a prepared server", (api) => {
    const declared = new Set<string>();
    for (const methods of Object.values(api.description.document.paths)) {
      for (const { responses } of Object.values(methods)) {
        for (const { content } of Object.values(responses)) {
          for (const code of errorCodes(content?.["application/json"]?.schema)) declared.add(code);
        }
      }
    }
    const seen = new Set([...api.refusals].map((refusal) => refusal.split("/")[1]));
    const prepared = new Set([...PREPARED].map((refusal) => refusal.split("/")[1]));
    assertEquals([...declared].filter((code) => !seen.has(code) && !prepared.has(code)), []);
  });
}

function errorCodes(schema: JsonSchema | undefined): readonly string[] {
  const parts = (schema?.allOf ?? []) as readonly {
    readonly properties?: { readonly error?: { readonly enum?: readonly string[] } };
  }[];
  return parts.flatMap(({ properties }) => properties?.error?.enum ?? []);
}
