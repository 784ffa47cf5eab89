/** Fastify on Node with better-sqlite3. Arguments: port, file of bodies, database. */
import Database from "better-sqlite3";
import Fastify from "fastify";
import { readFileSync } from "node:fs";
import { held, INSERTS, rowsOf, SCHEMA } from "./schema.js";

const [port, bodies, path] = process.argv.slice(2);
const database = new Database(path);
database.pragma("journal_mode=WAL");
database.pragma("synchronous=FULL");
for (const sql of SCHEMA) database.exec(sql);
const statements = INSERTS.map((sql) => database.prepare(sql));
const store = database.transaction((args) =>
  statements.forEach((statement, i) => statement.run(...args[i]))
);

const app = Fastify();
for (const [path, text] of Object.entries(JSON.parse(readFileSync(bodies, "utf8")))) {
  const value = JSON.parse(text);
  app.get(path, () => value);
}
const schema = {
  body: {
    type: "object",
    required: ["dia", "hora", "personas", "nombre", "telefono"],
    properties: {
      dia: { type: "string" },
      hora: { type: "string" },
      personas: { type: "integer", minimum: 1, maximum: 40 },
      nombre: { type: "string", minLength: 2, maxLength: 80 },
      telefono: { type: "string" },
    },
  },
};
app.post("/api/reserva", { schema }, ({ body }) => {
  const { folio, args } = rowsOf(body);
  store(args);
  return held(folio, body);
});
await app.listen({ host: "127.0.0.1", port: Number(port) });
