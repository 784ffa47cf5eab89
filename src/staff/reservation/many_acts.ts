/** What staff do to several reservations together: POST /reservas. */
import type { Answer } from "../../http/answer.ts";
import type { ReservationBook, StaffDeps } from "../../ports.ts";
import { readVersion, UNKNOWN_ACTION } from "./asked_act.ts";
import { localPath } from "../local_path.ts";
import { type Done, type ManyMove, manyPage } from "./many_page.ts";
import { refusalPage } from "../refusal_pages.ts";
import { moveReservation } from "./reservation_moving.ts";
import { seeOther, type StaffAct, type StaffRoute } from "../route.ts";
import { currentSituation } from "../current_situation.ts";

interface Chosen {
  readonly folio: string;
  readonly version: number;
}

const MOVES: Readonly<Record<string, ManyMove>> = { cancelar: "cancelled", deshacer: "undone" };

export function manyActsRoute(deps: StaffDeps): StaffRoute {
  return { method: "POST", path: "/reservas", act: (act) => perform(deps, act) };
}

async function perform(deps: StaffDeps, act: StaffAct): Promise<Answer> {
  const { form, actor } = act;
  const back = localPath(form.get("volver"));
  const chosen = readChosen(form.getAll("elegida"));
  const action = form.get("accion") ?? "";
  if (chosen.length === 0) return refusalPage(deps.restaurant(), NONE_CHOSEN);
  if (action === "visto") {
    await deps.book.acknowledge(chosen.map(({ folio }) => folio), actor);
    return seeOther(back);
  }
  const move = Object.hasOwn(MOVES, action) ? MOVES[action] : undefined;
  if (move === undefined) return refusalPage(deps.restaurant(), UNKNOWN_ACTION);
  const done = await moveAll(deps.book, chosen, move, actor);
  if (done.every(({ moving }) => moving.kind === "moved")) return seeOther(back);
  return manyPage({ done, move, actor, back, situation: currentSituation(deps) });
}

const NONE_CHOSEN = {
  status: 422,
  title: "No se hizo nada",
  text: "No elegiste ninguna reservación: marca las casillas y vuelve a intentarlo.",
};

const UNSURE = { kind: "unsure" } as const;

/** `R-XXXXXXXX:VERSION`, each folio once; what is none is left out. */
function readChosen(values: readonly string[]): readonly Chosen[] {
  const chosen = values.map((value) => {
    const [folio, version] = value.split(":");
    return { folio: folio!, version: readVersion(version ?? null) };
  });
  return [...new Map(chosen.map((one) => [one.folio, one])).values()];
}

/**
 * One by one, each by its own version: one that cannot be keeps no other from it. Where the database fails on the way, the rest is
 * not tried: each try could take as long as the first.
 */
async function moveAll(
  book: ReservationBook,
  chosen: readonly Chosen[],
  move: ManyMove,
  actor: string,
): Promise<readonly Done[]> {
  const found = await book.find(chosen.map(({ folio }) => folio));
  const byFolio = new Map(found.map((reservation) => [reservation.folio, reservation]));
  const done: Done[] = [];
  let failed = false;
  for (const { folio, version } of chosen) {
    const reservation = byFolio.get(folio);
    const moving: Done["moving"] = failed
      ? { kind: "untried" }
      : reservation === undefined
      ? { kind: "missing" }
      : await moveReservation(book, { reservation, version, move, actor }).catch(() => UNSURE);
    failed ||= moving === UNSURE;
    done.push({ folio, version, reservation: reservation ?? null, moving });
  }
  return done;
}
