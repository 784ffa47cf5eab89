import { createClient } from "@libsql/client";

const [path, port] = Deno.args;
const database = createClient({ url: `file:${path}` });
await database.execute("PRAGMA journal_mode=WAL");
await database.execute("CREATE TABLE IF NOT EXISTS notes (text TEXT)");
Deno.serve({ hostname: "127.0.0.1", port: Number(port), onListen() {} }, async () => {
  const { rows } = await database.execute("SELECT count(*) AS count FROM notes");
  return Response.json(rows);
});
