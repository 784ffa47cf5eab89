/** The forms by which one person's data is erased. The telephone travels in the body, never in an address that is logged. */
import { type Html, html } from "../../pages/html.ts";
import { shownPhone } from "../guest_contact.ts";
import { hiddenFields } from "../house/switches.ts";

/** Asks for the telephone. */
export function erasureForm(fields: URLSearchParams, problem: string | null): Html {
  return html`
    <form method="post" action="/borrar" class="inline">
      <div>
        <label for="telefono">Teléfono</label>
        <input id="telefono" type="tel" name="telefono" required maxlength="40" autocomplete="off"
          value="${problem === null ? "" : fields.get("telefono") ?? ""}" ${problem !== null &&
            html`aria-invalid="true" aria-describedby="telefono-mal"`}>
      </div>
      <button name="accion" value="contar">Ver cuántas hay</button>
    </form>
    ${problem !== null && html`<p class="wrong" id="telefono-mal" role="alert">${problem}</p>`}
  `;
}

/** How many reservations bear a telephone. */
export interface ErasureCount {
  /** E.164. */
  readonly phone: string;
  readonly past: number;
  readonly upcoming: number;
}

/** Tells how many there are, and asks which of them shall go. */
export function erasureQuestion(
  { phone, past, upcoming }: ErasureCount,
  problem: string | null,
): Html {
  return html`
    <section class="card narrow" aria-labelledby="cuantas">
      <h2 id="cuantas">${shownPhone(phone)}</h2>
      <dl class="facts">
        <div><dt>Pasadas o canceladas</dt><dd><b>${past}</b></dd></div>
        <div><dt>Por venir</dt><dd><b>${upcoming}</b></dd></div>
      </dl>
      ${problem !== null && html`<p class="alarm" role="alert">${problem}</p>`}
      ${past + upcoming === 0
        ? html`<p>No hay reservaciones con ese teléfono: no hay nada que borrar.</p>`
        : confirmForm({ phone, past, upcoming })}
      <p><a class="button quiet" href="/datos">No borrar</a></p>
    </section>
  `;
}

function confirmForm({ phone, past, upcoming }: ErasureCount): Html {
  return html`
    <p>Se borran nombre, teléfono, comentarios, notas e historial. Queda escrito que se borró, cuándo y quién lo hizo. <b>No se puede deshacer.</b></p>
    <form method="post" action="/borrar">
      ${hiddenFields({ telefono: phone })}
      ${upcoming > 0 && html`
        <div class="alarm">
          <p>${upcoming === 1
            ? "Hay una mesa por venir. Si la borras, ya nadie la espera: su folio deja de valer."
            : `Hay ${upcoming} mesas por venir. Si las borras, ya nadie las espera: sus folios dejan de valer.`}</p>
          <p><label class="tick"><input type="checkbox" name="por_venir" value="si"> Borrar también ${upcoming ===
              1
            ? "la mesa por venir"
            : `las ${upcoming} mesas por venir`}</label></p>
        </div>
      `}
      <p><button class="bad" name="accion" value="borrar">${past === 0
        ? "Borrar"
        : past === 1
        ? "Borrar la pasada"
        : `Borrar las ${past} pasadas`}</button></p>
    </form>
  `;
}

/** What was erased, by the number in the address; null where there is none. */
export function erasedInWords(fields: URLSearchParams): string | null {
  const count = /^\d{1,6}$/.exec(fields.get("borradas") ?? "")?.[0];
  if (count === undefined) return null;
  if (Number(count) === 0) return "No había nada que borrar.";
  return Number(count) === 1
    ? "Listo: se borró 1 reservación con los datos de la persona."
    : `Listo: se borraron ${Number(count)} reservaciones con los datos de la persona.`;
}
