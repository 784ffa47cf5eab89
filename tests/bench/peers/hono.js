/** Hono on Deno. Arguments: port, file of bodies, database, and "cached" to serve text that was encoded once. */
import { Hono } from "hono";
import { libsqlStore } from "./libsql_store.js";
import { held } from "./schema.js";

const [port, bodies, database, cached] = Deno.args;
const store = await libsqlStore(database);
const app = new Hono();
for (const [path, text] of Object.entries(JSON.parse(Deno.readTextFileSync(bodies)))) {
  const value = JSON.parse(text);
  const headers = { "content-type": "application/json" };
  app.get(path, cached ? (c) => c.body(text, 200, headers) : (c) => c.json(value));
}
app.post("/api/reserva", async (c) => {
  const body = await c.req.json();
  return c.json(held(await store(body), body));
});

Deno.serve({ hostname: "127.0.0.1", port: Number(port), onListen() {} }, app.fetch);
