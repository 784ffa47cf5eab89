/** A service started for the suite, with limits so high that no test waits for them. */
import { startServiceProcess } from "../support/service_process.ts";
import { SAMPLE_POINT, type Target } from "./target.ts";

const WIDE = "1000000/1";
const LIMITS = {
  RATE_LIMIT_ENVIO: WIDE,
  RATE_LIMIT_BORRADOR: WIDE,
  RATE_LIMIT_UBICACION: WIDE,
  RATE_LIMIT_RESERVA: WIDE,
};

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
      const service = await startServiceProcess({ env: { ...LIMITS, ...env } })
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
