/**
 * Cost of the protocol: reservations a second through POST /mcp, as a share of those through the plain POST, with 64
 * callers, alternating. Fails if the median of the shares is below 0.6.
 *
 *   deno run --allow-all tests/bench/mcp_bench.ts      needs wrk (Debian's package)
 */
import { freeSlot, NO_LIMITS } from "../service/_guests.ts";
import { programCommand } from "../support/service_process.ts";
import { tempFolder } from "../support/temp_folder.ts";
import { atLeast, median, medians, print } from "./figures.ts";
import { reservations, startMeasuredServer } from "./measured_server.ts";
import { posts, runWrk } from "./wrk.ts";

const MIN_SHARE = 0.6;
const ROUNDS = 7;
const NAME = "createRestaurantReservation";
const META = "io.modelcontextprotocol/";
const VERSION = "2026-07-28";

await using folder = await tempFolder();
await using service = await startMeasuredServer("Sobremesa", programCommand(["serve"]), {
  path: "/api/info",
  env: { ...NO_LIMITS, DATA_DIR: folder.path },
});
const slot = await freeSlot(service.url);
const call = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: {
    name: NAME,
    arguments: { ...slot, personas: 4, nombre: "Guadalupe Pech", telefono: "PHONE" },
    _meta: { [`${META}protocolVersion`]: VERSION, [`${META}clientCapabilities`]: {} },
  },
};
const headers = {
  "mcp-protocol-version": VERSION,
  "mcp-method": "tools/call",
  "mcp-name": NAME,
};
let guests = 0;
const nextGuests = () => guests += 200_000;
const rate = async (path: string, script: string) => {
  const run = await runWrk(`${service.url}${path}`, { connections: 64, script });
  if (run.refused > 0) throw new Error(`${path} refused ${run.refused} of ${run.requests}`);
  return run.perSecond;
};
const rounds: { plain: number; called: number }[] = [];
for (let round = 0; round < ROUNDS; round++) {
  rounds.push({
    plain: await rate("/api/reserva", reservations(slot, nextGuests())),
    called: await rate("/mcp", posts(call, nextGuests(), headers)),
  });
}
const { plain, called } = medians(rounds);
const share = median(rounds.map((round) => round.called / round.plain));
print(`POST /api/reserva ${plain.toFixed(0).padStart(7)}/s`);
print(`POST /mcp         ${called.toFixed(0).padStart(7)}/s`);
atLeast(MIN_SHARE, "share", share);
