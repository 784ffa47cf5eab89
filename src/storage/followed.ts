/** What changes or tells of the house, such that the house of this instance has followed by the time that it is answered. */
import type { ClosureBook, ReservationStore, Switches } from "../ports.ts";
import type { Closures } from "./closures.ts";
import type { House } from "./house_state.ts";

/** A refusal is news of the house: it has followed when the refusal is told. */
export function noticing(store: ReservationStore, house: House): ReservationStore {
  return {
    findReplay: store.findReplay,
    async reserve(candidate) {
      const outcome = await store.reserve(candidate);
      if (outcome.kind === "paused" || outcome.kind === "closed") await house.refresh();
      return outcome;
    },
  };
}

export function followedSwitches(switches: Switches, house: House): Switches {
  const { refresh } = house;
  return {
    pause: (until) => switches.pause(until).then(refresh),
    resume: () => switches.resume().then(refresh),
    valet: (on) => switches.valet(on).then(refresh),
    kitchen: (early) => switches.kitchen(early).then(refresh),
    soldOut: (dishId, serviceDay) => switches.soldOut(dishId, serviceDay).then(refresh),
    available: (dishId) => switches.available(dishId).then(refresh),
    by: (actor) => followedSwitches(switches.by(actor), house),
    turns: switches.turns,
  };
}

export function followedClosures(closures: Closures, house: House): Closures {
  return {
    ...followedBook(closures, house),
    addDay: (day, reason) => followed(closures.addDay(day, reason), house),
    addSpan: (from, to, reason) => followed(closures.addSpan(from, to, reason), house),
  };
}

function followedBook(closures: ClosureBook, house: House): ClosureBook {
  return {
    list: closures.list,
    add: (closed, reason) => followed(closures.add(closed, reason), house),
    remove: (id) => followed(closures.remove(id), house),
    by: (actor) => followedBook(closures.by(actor), house),
  };
}

async function followed<T>(change: Promise<T>, { refresh }: House): Promise<T> {
  const result = await change;
  await refresh();
  return result;
}
