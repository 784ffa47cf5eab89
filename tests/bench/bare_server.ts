/**
 * The least a server can do: Deno.serve, the path from `new URL(request.url)`, and the bytes that another server answers there.
 *
 *   deno run --allow-net tests/bench/bare_server.ts BASE_URL PATH...
 */
const [baseUrl, ...paths] = Deno.args;

const answers = new Map<string, Uint8Array<ArrayBuffer>>();
for (const path of paths) {
  answers.set(path, await (await fetch(`${baseUrl}${path}`)).bytes());
}

Deno.serve({ hostname: "127.0.0.1", port: 0 }, (request) => {
  const bytes = answers.get(new URL(request.url).pathname);
  if (bytes === undefined) return new Response(null, { status: 404 });
  return new Response(bytes, { headers: { "content-type": "application/json" } });
});
