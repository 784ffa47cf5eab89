/** The suite against a service of its own, with limits so high that no test waits for them. */
import { NO_LIMITS } from "../service/_guests.ts";
import { startServiceProcess } from "../support/service_process.ts";
import { contractSuite } from "./suite.ts";
import { SAMPLE_POINT } from "./target.ts";

contractSuite({
  label: "file",
  write: true,
  point: SAMPLE_POINT,
  delivers: true,
  async start() {
    const service = await startServiceProcess({ env: NO_LIMITS });
    return { url: service.url, stop: async () => await service[Symbol.asyncDispose]() };
  },
});
