/** The versions of the restaurant's file in the database. */
import { assertEquals } from "@std/assert";
import { readNewestRestaurant } from "../../../src/storage/book/restaurant_versions.ts";
import { outdated } from "../../../src/storage/book/tidying.ts";
import { NOW, testByClock, testTwoStores } from "../_fixture.ts";

const DAY_MS = 24 * 60 * 60_000;
const saved = (text: string, after: number) => ({ text, after, actor: "Lupe" });

testTwoStores(
  "of two that follow the same version the first is added",
  async (one, other, database) => {
    assertEquals(await readNewestRestaurant(database), null);
    assertEquals(await one.restaurants.add(saved("{1}", 0)), 1);
    assertEquals(await other.restaurants.add(saved("{2}", 0)), null);
    assertEquals(await other.restaurants.add(saved("{1}", 0)), 1, "the same sent twice is one");
    assertEquals(await other.restaurants.add(saved("{2}", 7)), null, "no version before it");
    assertEquals(await other.restaurants.add(saved("{2}", 1)), 2);
    assertEquals(await one.restaurants.text(1), "{1}");
    assertEquals(await one.restaurants.all(), [
      { version: 2, at: NOW, actor: "Lupe" },
      { version: 1, at: NOW, actor: "Lupe" },
    ]);
    assertEquals((await readNewestRestaurant(database))?.text, "{2}");
  },
);

testByClock(
  "versions go after 200 newer ones or 400 unserved days",
  async (storage, clock) => {
    const { add, all } = storage.restaurants;
    for (let version = 0; version < 210; version++) await add(saved(`{${version}}`, version));
    await storage.database.write(outdated(NOW));
    const versions = (await all()).map(({ version }) => version);
    assertEquals([versions.length, versions[0], versions.at(-1)], [200, 210, 11]);
    clock.run(401 * DAY_MS);
    await add(saved("{new}", 210));
    await storage.database.write(outdated(clock.now()));
    assertEquals((await all()).map(({ version }) => version), [211, 210], "it was served till now");
  },
);
