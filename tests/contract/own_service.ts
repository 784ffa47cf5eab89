/** A service started for the suite, with limits so high that no test waits for them. */
import { NO_LIMITS } from "../service/_guests.ts";
import { startServiceProcess } from "../support/service_process.ts";
import { SAMPLE_POINT, type Target } from "./target.ts";

/** @param prepare returns the variables of the service's database, and a function that ends it */
export function ownService(
  label: string,
  prepare: () => Promise<{ env: Record<string, string>; end(): Promise<void> }>,
): Target {
  return {
    label,
    write: true,
    point: SAMPLE_POINT,
    delivers: true,
    async start() {
      const { env, end } = await prepare();
      const service = await startServiceProcess({ env: { ...NO_LIMITS, ...env } })
        .catch(async (error) => {
          await end();
          throw error;
        });
      return {
        url: service.url,
        async stop() {
          await service[Symbol.asyncDispose]();
          await end();
        },
      };
    },
  };
}
