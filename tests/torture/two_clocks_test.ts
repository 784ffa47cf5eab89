/** Instances on one database server, of which one has a wrong clock. */
import { assertEquals } from "@std/assert";
import { draftLink, freeSlot, reserve, statusOf } from "../service/_guests.ts";
import { startRelayedServer } from "../service/_on_server.ts";
import type { ServiceProcess } from "../support/service_process.ts";
import { fakeClockAtNoon } from "./faults/fake_clock.ts";
import { torture } from "./_torture.ts";

const DAY = 24 * 60;

for (
  const { off, minutes } of [
    { off: "15 minutes ahead", minutes: 15 },
    { off: "15 minutes behind", minutes: -15 },
    { off: "1.9 days ahead", minutes: 1.9 * DAY },
    { off: "3 days ahead", minutes: 3 * DAY },
    { off: "3 days behind", minutes: -3 * DAY },
  ]
) {
  torture(
    `beside an instance whose machine's clock is ${off}, retries, links and days are the same on both`,
    async () => {
      await using server = await startRelayedServer();
      await using setup = await fakeClockAtNoon();
      const { RESTAURANT_FILE, BASE_URL } = setup.env;
      const env = { RESTAURANT_FILE: RESTAURANT_FILE!, BASE_URL: BASE_URL! };
      await using right = await server.start("right", env);
      const slot = await freeSlot(right.url);
      const keyed = (n: number) => ({ "idempotency-key": `mesa-${n}` });
      const made = [
        await reserve(right.url, 1, slot, keyed(1)),
        await reserve(right.url, 2, slot),
      ];
      await setup.clock.jumpTo(minutes);
      await using wrong = await server.start("wrong", {
        ...setup.env,
        DATA_DIR: `${server.folder}/w`,
      });
      made.push(
        await reserve(wrong.url, 3, slot, keyed(3)),
        await reserve(wrong.url, 4, slot),
      );
      assertEquals(made.map(({ status }) => status), [200, 200, 200, 200]);
      for (const { url } of [wrong, right]) {
        const again = [
          await reserve(url, 1, slot, keyed(1)),
          await reserve(url, 2, slot),
          await reserve(url, 3, slot, keyed(3)),
          await reserve(url, 4, slot),
        ];
        assertEquals(again.map(({ body }) => body.folio), made.map(({ body }) => body.folio));
      }
      for (const [by, at] of [[wrong, right], [right, wrong]] as const) {
        const link = await draftLink(by.url);
        assertEquals(await statusOf(link.replace(BASE_URL!, at.url)), 200, "a draft's link");
      }
      assertEquals(await days(wrong), await days(right));
    },
  );
}

async function days({ url }: ServiceProcess): Promise<unknown> {
  return (await (await fetch(`${url}/api/disponibilidad?dias=2`)).json()).dias;
}
