import type { Config } from "../../config/config.ts";
import type { Restaurant } from "../../domain/restaurant.ts";
import { restaurantSource } from "../../restaurant/load.ts";
import { streetRoutes } from "../../routing/built_in_planner.ts";
import { mapCoverage } from "../../routing/map_coverage.ts";
import { loadMap } from "../../routing/map_file/map_file.ts";
import { mapAge, OLD_REMEDY } from "../map_check.ts";
import { PREFERENCES } from "../../service/streets.ts";
import { fail, type Finding, ok, reason, warn } from "./finding.ts";

const GOOD_SHARE = 0.9;

/** The restaurant, null where its file is bad, and what is to say about it. */
export async function checkRestaurant(
  { restaurantFile }: Config,
): Promise<{ readonly restaurant: Restaurant | null; readonly finding: Finding }> {
  const about = "restaurant";
  try {
    const restaurant = (await restaurantSource({ path: restaurantFile })).current();
    const finding = restaurant.sample
      ? warn(
        about,
        "MUESTRA: this is the sample",
        "set RESTAURANT_FILE to a file made with sobremesa init",
      )
      : ok(about, `${restaurant.name}, from ${restaurantFile}`);
    return { restaurant, finding };
  } catch (error) {
    const finding = fail(about, reason(error), 'mend the file: "sobremesa check" names each place');
    return { restaurant: null, finding };
  }
}

/** Whether delivery can be priced, and where. @param now epoch milliseconds */
export async function checkMap(
  { mapFile, router }: Config,
  restaurant: Restaurant,
  now: number,
): Promise<Finding> {
  if (router !== null) return ok("map", `routes come from ${router.engine}`);
  if (mapFile === null) {
    if (restaurant.sample) return ok("map", "the sample's own");
    const remedy = "make one with sobremesa map import and set MAP_FILE, or set ROUTER";
    return warn("map", "there is none: no delivery is priced", remedy);
  }
  try {
    return await judgedMap(mapFile, restaurant, now);
  } catch (error) {
    return fail("map", reason(error), "make it again with sobremesa map import");
  }
}

async function judgedMap(path: string, restaurant: Restaurant, now: number): Promise<Finding> {
  const { location, tariff } = restaurant;
  const { graph, index, info } = await loadMap(path);
  const preference = PREFERENCES[restaurant.routeChoice];
  const { tree } = streetRoutes(graph, location, { index, preference });
  const { share } = mapCoverage(graph, index, tree, location, tariff.maxRadiusKm);
  const age = mapAge(info, now);
  const says = `${age.says}, covers ${Math.floor(share * 100)} % of the delivery radius`;
  if (share < GOOD_SHARE) return warn("map", says, '"sobremesa map check" tells where it ends');
  if (age.isOld) return warn("map", says, OLD_REMEDY);
  return ok("map", says);
}
