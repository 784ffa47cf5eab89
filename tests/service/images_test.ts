/** The images that guests see, from the database. */
import { assertEquals } from "@std/assert";
import { createHash } from "node:crypto";
import { guestImages } from "../../src/service/images.ts";
import { testStore } from "../storage/_fixture.ts";
import { testRestaurant } from "../support/restaurant_fixture.ts";

const IMAGE = { type: "image/png", bytes: Uint8Array.of(1, 2, 3) } as const;

testStore(
  "a photo that arrives after the file that names it is seen a second later",
  async (storage) => {
    const photo = createHash("sha256").update(IMAGE.bytes).digest("hex");
    const { face } = testRestaurant();
    const restaurant = testRestaurant({ face: { ...face, photo } });
    let now = 0;
    const image = guestImages({ restaurant: () => restaurant, storage, now: () => now });
    assertEquals(await image(photo), null);
    assertEquals(await storage.images.add(IMAGE), photo);
    now = 1_000;
    assertEquals(await image(photo), IMAGE);
  },
);
