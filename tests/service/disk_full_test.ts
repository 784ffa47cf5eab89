import { SHORT_FILES, surviveFullDisk } from "./_full_disk.ts";

Deno.test("on a full disk every error is a 502 without a row, reads go on, and with room again so do reservations", async () => {
  await surviveFullDisk(SHORT_FILES);
});
