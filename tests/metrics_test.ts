import { assert, assertEquals, assertMatch } from "@std/assert";
import { expositionText, requestCounts } from "../src/metrics.ts";
import { rawRequest } from "./support/raw_http.ts";
import { startServiceProcess } from "./support/service_process.ts";
import { freeSlot, reserve } from "./service/_guests.ts";

Deno.test("requests are counted by listener, route and status, and fall into the bucket of their time", () => {
  const counts = requestCounts();
  const count = counts.listener("public");
  const line = { method: "GET", route: "/api/menu", bytes: 1 };
  for (const ms of [0, 1, 2, 3, 20_000]) count({ ...line, status: 200, ms });
  count({ ...line, status: 304, ms: 0 });
  const text = expositionText(counts.metrics);
  const labels = 'listener="public",route="/api/menu"';
  for (
    const expected of [
      `sobremesa_http_requests_total{${labels},status="200"} 5`,
      `sobremesa_http_requests_total{${labels},status="304"} 1`,
      `sobremesa_http_request_duration_seconds_bucket{${labels},le="0.001"} 3`,
      `sobremesa_http_request_duration_seconds_bucket{${labels},le="0.0025"} 4`,
      `sobremesa_http_request_duration_seconds_bucket{${labels},le="10"} 5`,
      `sobremesa_http_request_duration_seconds_bucket{${labels},le="+Inf"} 6`,
      `sobremesa_http_request_duration_seconds_sum{${labels}} 20.006`,
      `sobremesa_http_request_duration_seconds_count{${labels}} 6`,
    ]
  ) assert(text.split("\n").includes(expected), `${expected} in\n${text}`);
});

Deno.test("a Prometheus on this machine reads the service's metrics, no request through a proxy does, and no guest is in them", async () => {
  await using service = await startServiceProcess();
  const slot = await freeSlot(service.url);
  const { body } = await reserve(service.url, 1, slot);
  await (await fetch(`${service.url}/api/envio?lat=20.9671&lng=-89.6237`)).body?.cancel();

  const response = await fetch(`${service.staffUrl}/metrics`);
  assertEquals(response.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8");
  assertEquals(response.headers.get("access-control-allow-origin"), null);
  const text = await response.text();
  for (const line of text.trim().split("\n")) {
    assertMatch(line, /^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[^}]*\})? [\d.e+]+)$/);
  }
  assertMatch(text, /^sobremesa_reservations_total\{outcome="held"\} 1$/m);
  assertMatch(text, /^sobremesa_reservations_waiting 0$/m);
  assertMatch(text, /^sobremesa_routes_total\{outcome="route"\} 1$/m);
  assertMatch(text, /^sobremesa_limited_addresses\{limit="envio"\} 1$/m);
  assertMatch(text, /route="\/api\/reserva",status="200"\} 1$/m);
  for (const personal of [body.folio, "Guadalupe", "+52999", "20.9671"]) {
    assert(!text.includes(personal), personal);
  }
  const port = Number(new URL(service.staffUrl).port);
  const ask = async (lines: string) => {
    const { status, text } = await rawRequest(`GET /metrics HTTP/1.1\r\n${lines}\r\n\r\n`, {
      port,
    });
    assertEquals(text.includes("sobremesa_"), status === 200, lines);
    return status;
  };
  for (const header of FORWARDING) {
    assertEquals(await ask(`Host: 127.0.0.1:${port}\r\n${header}: 192.0.2.1`), 403, header);
  }
  for (
    const host of ["tablero.example", "127.0.0.1.example:80", "192.0.2.1", `[2001:db8::1]:${port}`]
  ) {
    assertEquals(await ask(`Host: ${host}`), 403, host);
  }
  for (
    const host of ["localhost", `LOCALHOST:${port}`, "127.0.0.9", `[::1]:${port}`, Deno.hostname()]
  ) {
    assertEquals(await ask(`Host: ${host}`), 200, host);
  }
  const outside = await fetch(`${service.url}/metrics`);
  assertEquals(outside.status, 404);
  await outside.body?.cancel();
});

const FORWARDING = [
  ...["Forwarded", "Via", "X-Real-IP", "X-Client-IP", "True-Client-IP", "CF-Connecting-IP"],
  ...["X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Anything"],
];
