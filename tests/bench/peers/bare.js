/** The minimum: Deno.serve that picks the same bytes by path. Arguments: port, file of bodies, database. */
import { libsqlStore } from "./libsql_store.js";
import { held } from "./schema.js";

const [port, bodies, database] = Deno.args;
const encoder = new TextEncoder();
const answers = new Map(
  Object.entries(JSON.parse(Deno.readTextFileSync(bodies))).map((
    [path, text],
  ) => [path, encoder.encode(text)]),
);
const store = await libsqlStore(database);
const headers = { "content-type": "application/json" };

Deno.serve({ hostname: "127.0.0.1", port: Number(port), onListen() {} }, async (request) => {
  const { pathname } = new URL(request.url);
  if (request.method === "POST" && pathname === "/api/reserva") {
    const body = await request.json();
    return Response.json(held(await store(body), body));
  }
  const answer = answers.get(pathname);
  return answer ? new Response(answer, { headers }) : new Response(null, { status: 404 });
});
