/** Reads the body of a reservation field by field, in the contract's order, so that the first wrong field is the one told. */
import * as v from "valibot";
import { Failure } from "../domain/failure.ts";
import type { ReservationRequest } from "../domain/reservation/reservation.ts";
import { readReservation, type ReservationBody } from "../domain/reservation_fields.ts";
import { reservationBody } from "./reservation_schema.ts";

type Fields = Readonly<Record<string, unknown>>;

const TYPE_NAMES = { string: "un texto JSON", number: "un número JSON, sin comillas" } as const;

/**
 * @param value any JSON value
 * @throws {Failure} `datos`, with the field to correct in `campo`
 */
export function parseReservation(value: unknown): ReservationRequest {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Failure(
      "datos",
      "cuerpo_no_objeto",
      "El cuerpo debe ser un objeto JSON con los datos.",
    );
  }
  const fields = value as Fields;
  return readReservation((name) => typed(fields, name));
}

/** A field whose JSON type is the schema's; null and absent are one. */
function typed<Name extends keyof ReservationBody>(
  fields: Fields,
  name: Name,
): ReservationBody[Name] {
  const schema: v.GenericSchema = reservationBody.entries[name];
  const value = Object.hasOwn(fields, name) ? fields[name] ?? undefined : undefined;
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output as ReservationBody[Name];
  if (value === undefined) {
    throw new Failure("datos", "campo_falta", `Falta el campo ${name}.`, { campo: name });
  }
  const wanted = TYPE_NAMES[name === "personas" ? "number" : "string"];
  throw new Failure("datos", "tipo_invalido", `El campo ${name} debe ser ${wanted}.`, {
    campo: name,
  });
}
