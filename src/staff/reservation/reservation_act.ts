/** What staff do to one reservation: POST /reserva/{folio}; and that they have seen some: POST /visto. */
import { isItsDay, type Move } from "../../domain/reservation/reservation.ts";
import { readNote } from "../../domain/reservation/typed.ts";
import { currentServiceDay } from "../../domain/schedule/situation.ts";
import type { Answer } from "../../http/answer.ts";
import type { StaffDeps } from "../../ports.ts";
import { refusalPage } from "../refusal_pages.ts";
import { changeReservation, moveReservation, type ReservationAct } from "./reservation_changing.ts";
import { noteForm } from "./reservation_forms.ts";
import { reservationAt, reservationPage, unknownReservationPage } from "./reservation_page.ts";
import { currentSituation, localPath, seeOther, type StaffRoute } from "../route.ts";
import { STATUS_WORDS } from "./reservation_history.ts";
import { cancelQuestion, impossiblePage, moveAgain, stalePage } from "./stale_page.ts";

const MOVES: Readonly<Record<string, Move>> = {
  llego: "arrived",
  no_vino: "no_show",
  cancelar: "cancelled",
  deshacer: "undone",
};

export function reservationActRoute(deps: StaffDeps): StaffRoute {
  return {
    method: "POST",
    path: "/reserva/{folio}",
    async act(act) {
      const reservation = await reservationAt(deps, act);
      if (reservation === null) return unknownReservationPage(deps, act);
      const version = readVersion(act.form.get("version"));
      const back = localPath(act.form.get("volver"));
      return await perform({ deps, act, reservation, version, back });
    },
  };
}

/** Marks as seen what the form lists, once per `folio` field. */
export function acknowledgingRoute({ book }: StaffDeps): StaffRoute {
  return {
    method: "POST",
    path: "/visto",
    async act({ form, actor }) {
      await book.acknowledge(form.getAll("folio"), actor);
      return seeOther(localPath(form.get("volver")));
    },
  };
}

function perform(asked: ReservationAct): Answer | Promise<Answer> {
  const action = asked.act.form.get("accion") ?? "";
  const move = Object.hasOwn(MOVES, action) ? MOVES[action] : undefined;
  if (move !== undefined) return performMove(asked, move);
  if (action === "nota") return writeNote(asked);
  if (action === "cambiar") return changeReservation(asked);
  return refusalPage(asked.deps.restaurant(), UNKNOWN_ACTION);
}

async function performMove(asked: ReservationAct, move: Move): Promise<Answer> {
  const { deps, act: { actor, form }, back, reservation: asSeen } = asked;
  const situation = currentSituation(deps);
  const seen = { reservation: asSeen, situation, actor, back };
  if (!isItsDay(move, asSeen.serviceDay, currentServiceDay(situation))) {
    return impossiblePage(seen, move, "es de otro día");
  }
  if (move === "cancelled" && form.get("seguro") !== "si") {
    return cancelQuestion(seen, asked.version);
  }
  const moving = await moveReservation(deps.book, { ...asked, move, actor });
  if (moving.kind === "moved") return seeOther(back);
  if (moving.kind === "missing") return unknownReservationPage(deps, asked.act);
  const { reservation } = moving;
  const page = { ...seen, reservation };
  if (moving.kind === "impossible") {
    return impossiblePage(page, move, `está ${STATUS_WORDS[reservation.status]}`);
  }
  return stalePage(page, moving.since, moveAgain(page, move));
}

async function writeNote(asked: ReservationAct): Promise<Answer> {
  const { deps, act, reservation, version, back } = asked;
  const typed = act.form.get("nota") ?? "";
  const read = readNote(typed);
  if (!read.ok) {
    const note = { version, back, typed, error: read.error };
    return reservationPage(deps, act, reservation, { status: 422, note });
  }
  const { folio } = reservation;
  const { note } = read;
  if (reservation.version === version && reservation.note === note) return seeOther(back);
  const outcome = await deps.book.edit({
    folio,
    version,
    action: "noted",
    changes: { note },
    actor: act.actor,
  });
  if (outcome.kind === "changed") return seeOther(back);
  if (outcome.kind === "missing") return unknownReservationPage(deps, act);
  const now = outcome.reservation;
  if (now.note === note) return seeOther(back);
  const page = { reservation: now, situation: currentSituation(deps), actor: act.actor, back };
  const again = noteForm({ reservation: now, version: now.version, back, typed, error: null });
  return stalePage(page, outcome.since, again);
}

/** 0, which no version is, where `text` is none. */
function readVersion(text: string | null): number {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
}

/** What is said of a button that no page has. */
const UNKNOWN_ACTION = [
  422,
  "No se hizo nada",
  "Ese botón no existe. Vuelve a abrir el tablero e inténtalo otra vez.",
] as const;
