/**
 * Cost of the protocol: reservations a second through POST /mcp, as a share of those through the plain POST, with 64 callers,
 * alternating. Fails if the median of the shares is below 0.6.
 *
 *   deno run --allow-all tests/bench/mcp_bench.ts      needs wrk (Debian's package)
 */
import { requestsPerSecond, SERVICE_PERMISSIONS, start } from "./wrk.ts";
import { median, print } from "./figures.ts";

const MIN_SHARE = 0.6;
const ROUNDS = 7;
const NAME = "createRestaurantReservation";
const META = "io.modelcontextprotocol/";
const VERSION = "2026-07-28";

const folder = await Deno.makeTempDir();
const service = await start(SERVICE_PERMISSIONS, ["src/main.ts", "serve"], {
  folder,
  log: `${folder}/service.log`,
  env: { RATE_LIMIT_RESERVA: "1000000/1" },
});
try {
  const day = await firstDay();
  const body = { ...day, personas: 4, nombre: "Ana Pech", telefono: "+1PHONE" };
  const plain = await script("plain", body, {});
  const called = await script("called", {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: {
      name: NAME,
      arguments: body,
      _meta: { [`${META}protocolVersion`]: VERSION, [`${META}clientCapabilities`]: {} },
    },
  }, { "mcp-protocol-version": VERSION, "mcp-method": "tools/call", "mcp-name": NAME });
  const rate = (path: string, script: string) =>
    requestsPerSecond(`${service.url}${path}`, { connections: 64, script });
  const rounds: { plain: number; called: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ plain: await rate("/api/reserva", plain), called: await rate("/mcp", called) });
  }
  const share = median(rounds.map(({ plain, called }) => called / plain));
  print(`POST /api/reserva ${median(rounds.map(({ plain }) => plain)).toFixed(0).padStart(7)}/s`);
  print(`POST /mcp         ${median(rounds.map(({ called }) => called)).toFixed(0).padStart(7)}/s`);
  print(`share             ${share.toFixed(2)} (at least ${MIN_SHARE})`);
  if (share < MIN_SHARE) Deno.exitCode = 1;
} finally {
  service.child.kill("SIGTERM");
  await service.child.status;
  await Deno.remove(folder, { recursive: true });
}

async function firstDay(): Promise<{ dia: string; hora: string }> {
  const { dias } = await (await fetch(`${service.url}/api/disponibilidad?dias=14`)).json();
  const { dia, horas_reservables } = dias.find((one: { horas_reservables: string[] }) =>
    one.horas_reservables.length > 0
  );
  return { dia, hora: horas_reservables.at(-1) };
}

/** A script that sends `body`, each time with another phone. */
async function script(
  name: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<string> {
  const path = `${folder}/${name}.lua`;
  const fields = Object.entries({ "content-type": "application/json", ...headers })
    .map(([header, value]) => `["${header}"] = "${value}"`).join(", ");
  await Deno.writeTextFile(
    path,
    `math.randomseed(os.time())
local body = [==[${JSON.stringify(body)}]==]
request = function()
  local phone = string.format("%010d", math.random(2000000000, 9999999999))
  local text = body:gsub("PHONE", phone)
  return wrk.format("POST", nil, {${fields}}, text)
end
`,
  );
  return path;
}
