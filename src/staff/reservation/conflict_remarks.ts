/** What is said beside each field that two people changed at once. */
import type { Rebased } from "../../domain/reservation/change.ts";
import type { Reservation } from "../../domain/reservation/reservation.ts";
import { currentServiceDay, type Situation } from "../../domain/schedule/situation.ts";
import type { EditableValues, TypedField } from "../../domain/reservation/typed.ts";
import { type Html, html } from "../../pages/html.ts";
import { valueInWords } from "./change_words.ts";

const FIELDS: Readonly<Record<keyof EditableValues, TypedField>> = {
  day: "dia",
  time: "hora",
  partySize: "personas",
  name: "nombre",
  phone: "telefono",
  occasion: "ocasion",
  comments: "comentarios",
};

/** `Ahora dice 21:00.`, by field: the field itself holds one's own wish. */
export function conflictRemarks(
  current: Reservation,
  { conflicts }: Rebased,
  situation: Situation,
): Partial<Record<TypedField, Html>> {
  const today = currentServiceDay(situation);
  return Object.fromEntries(conflicts.map((field) => {
    const value = valueInWords({ field, value: current[field] }, today);
    return [FIELDS[field], html`<p class="remark">La otra persona puso: ${value}</p>`];
  }));
}
