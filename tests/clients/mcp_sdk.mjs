/** Lists and calls all tools, and meets a refusal and an unknown tool, with the installed version of MCP's SDK. */
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const client = new Client({ name: "Concierge (test)", version: "1.0.0" });
const url = new URL("/mcp", process.env.BASE_URL);
await client.connect(new StreamableHTTPClientTransport(url));
const answer = async (name, args) => {
  const result = await client.callTool({ name, arguments: args });
  assert(!result.isError, `${name}: ${result.content[0].text}`);
  return JSON.parse(result.content[0].text);
};
assert.equal((await client.listTools()).tools.length, 8);
await client.listResources();
await answer("info", {});
const { secciones } = await answer("menu", {});
const { id } = secciones[0].platillos[0].presentaciones[0];
const { dias } = await answer("getAvailableReservationTimes", { dias: 14 });
const { dia, horas_reservables } = dias.find((each) => each.horas_reservables.length > 0);
await answer("contacto", { motivo: "duda" });
await answer("ubicacion", { texto: "58 por 59" });
await answer("envio", { lat: 20.9745, lng: -89.6212 });
const entrega = { modo: "recoger" };
await answer("pedidoBorrador", { lineas: [{ id, cantidad: 1 }], entrega });
const guest = { personas: 2, nombre: "Guadalupe Pech", telefono: "9991234567" };
await answer("createRestaurantReservation", { ...guest, dia, hora: horas_reservables.at(-1) });
assert((await client.callTool({ name: "envio", arguments: { lat: 91, lng: 1 } })).isError);
await assert.rejects(client.callTool({ name: "none", arguments: {} }), /Unknown tool/);
assert.equal((await client.listTools()).tools.length, 8);
await client.close();
