/** The images that guests see, from the database. */
import { assertEquals } from "@std/assert";
import { createHash } from "node:crypto";
import type { ImageStore } from "../../src/ports/restaurant.ts";
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

testStore("sixty photos of dishes are each read once, however many guests ask", async (storage) => {
  const bytes = Array.from({ length: 60 }, (_, n) => Uint8Array.of(n, 2, 3));
  const names = await Promise.all(
    bytes.map((bytes) => storage.images.add({ type: "image/png", bytes })),
  );
  const [section] = testRestaurant().menu.sections;
  const dishes = names.map((photo) => ({ ...section!.dishes[0]!, photo }));
  const menu = { sections: [{ name: "Antojitos", dishes }], additions: [] };
  const restaurant = testRestaurant({ menu });
  const read: string[] = [];
  const images: ImageStore = {
    ...storage.images,
    read: (name) => (read.push(name), storage.images.read(name)),
  };
  let now = 0;
  const image = guestImages({
    restaurant: () => restaurant,
    storage: { damage: null, images },
    now: () => now,
  });
  for (let guest = 0; guest < 3; guest++, now += 5_000) await Promise.all(names.map(image));
  assertEquals(read.sort(), names.toSorted());
});
