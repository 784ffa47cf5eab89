/** The suite against a service on a libSQL server. */
import { sqldPath, startSqld } from "../support/sqld.ts";
import { ownService } from "./own_service.ts";
import { contractSuite } from "./suite.ts";

const target = ownService("server", async () => {
  const folder = await Deno.makeTempDir();
  const sqld = await startSqld(folder);
  return {
    env: { DATABASE_URL: sqld.url },
    async end() {
      await sqld.kill();
      await Deno.remove(folder, { recursive: true });
    },
  };
});

if (sqldPath === null) {
  Deno.test({ name: "the contract suite (server)", ignore: true, fn() {} });
} else contractSuite(target);
