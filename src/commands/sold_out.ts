import type { Environment } from "../config/config.ts";
import { dishWithId, type Menu } from "../domain/menu.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import { currentServiceDay } from "../domain/schedule/situation.ts";
import { nearest } from "../restaurant/problems.ts";
import { readArguments } from "./arguments.ts";
import { atRestaurant } from "./at_restaurant.ts";
import { CannotDo } from "./cannot_do.ts";
import type { CommandIo } from "./io.ts";

/**
 * `sobremesa soldout ID [--hold]`: takes a dish off the menu, on every running instance, until the service day is over; with --hold
 * until `available` puts it back.
 *
 * @returns the exit code: 0 when it is off, 1 where there is no such dish or database or restaurant file cannot be used, 2 when the
 * arguments make no sense
 */
export async function soldOut(
  args: readonly string[],
  environment: Environment,
  io: CommandIo,
): Promise<number> {
  const given = readArguments(args, { words: 1, flags: ["hold"] });
  if (given === null) {
    io.err("usage: sobremesa soldout ID [--hold]");
    return 2;
  }
  const [id = ""] = given.words;
  const held = given.flags.has("hold");
  return await atRestaurant(environment, io, async ({ switches, situation }) => {
    const dish = dishWithId(id, situation.restaurant.menu);
    if (!dish) throw unknownDish(id, situation.restaurant);
    const today = currentServiceDay(situation);
    await switches.soldOut(id, held ? null : today);
    const until = held ? "until it is put back" : `until the service day ${today} is over`;
    io.out(`${dish.name} (${id}) is off the menu ${until}`);
    io.out(`"sobremesa available ${id}" puts it back`);
  });
}

/**
 * `sobremesa available ID`: puts a dish back on the menu.
 *
 * @returns the exit code, like {@linkcode soldOut}
 */
export async function available(
  args: readonly string[],
  environment: Environment,
  io: CommandIo,
): Promise<number> {
  const given = readArguments(args, { words: 1 });
  if (given === null) {
    io.err("usage: sobremesa available ID");
    return 2;
  }
  const [id = ""] = given.words;
  return await atRestaurant(environment, io, async ({ switches, situation }) => {
    const dish = dishWithId(id, situation.restaurant.menu);
    // A dish that the file has lost meanwhile can be put back all the same.
    const marked = situation.house.soldOut.some(({ dishId }) => dishId === id);
    if (!dish && !marked) throw unknownDish(id, situation.restaurant);
    await switches.available(id);
    io.out(
      dish?.soldOut
        ? `${dish.name} (${id}) stays off the menu: the restaurant file says agotado`
        : `${dish?.name ?? "a dish of an earlier menu"} (${id}) is on the menu`,
    );
  });
}

function unknownDish(id: string, { menu, name, sample }: Restaurant): CannotDo {
  const where = sample ? `${name}, the sample restaurant (RESTAURANT_FILE names yours)` : name;
  return new CannotDo(
    `there is no dish ${JSON.stringify(id)} on the menu of ${where}${meant(id, menu)}`,
  );
}

function meant(id: string, { sections }: Menu): string {
  const dishes = sections.flatMap((section) => section.dishes);
  const part = dishes.find(({ presentations }) => presentations.some((one) => one.id === id));
  if (part) return `: that is one way in which ${part.id} is sold`;
  const near = nearest(id, dishes.map((dish) => dish.id)) ?? byName(id, dishes);
  return near === null ? "" : `; did you mean ${near}?`;
}

function byName(
  typed: string,
  dishes: readonly { readonly id: string; readonly name: string }[],
): string | null {
  const name = nearest(typed, dishes.map((dish) => dish.name));
  return dishes.find((dish) => dish.name === name)?.id ?? null;
}
