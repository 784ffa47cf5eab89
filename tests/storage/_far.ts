/**
 * Two instances on one server, of which one reaches it through a proxy that fails as it is told. They wait a twentieth
 * of the time before they try again.
 */
import type { TestDatabase } from "../support/databases.ts";
import type { Sqld } from "../support/sqld.ts";
import { startTcpProxy, type TcpProxy } from "../support/tcp_proxy.ts";
import { openTestStorage, quickWaits, type TestStorage } from "./_fixture.ts";

export interface Far extends AsyncDisposable {
  /** The instance that reaches the server through the proxy. */
  readonly storage: TestStorage;
  /** The instance that reaches it without. */
  readonly near: TestStorage;
  readonly proxy: TcpProxy;
  /** Where the far instance keeps its journal. */
  readonly dataDir: string;
}

export async function openFar(
  database: TestDatabase & { sqld: Sqld },
  { fetchTimeoutMs = 800, pollMs = 3_600_000 } = {},
): Promise<Far> {
  const dataDir = await Deno.makeTempDir();
  const proxy = startTcpProxy(database.sqld.port);
  const place = { url: proxy.url, dataDir };
  const storage = await openTestStorage(place, { fetchTimeoutMs, pollMs });
  const near = await openTestStorage(database);
  const quick = quickWaits();
  return {
    storage,
    near,
    proxy,
    dataDir,
    async [Symbol.asyncDispose]() {
      quick[Symbol.dispose]();
      proxy.fault = () => "relay";
      await storage.close();
      await near.close();
      await proxy[Symbol.asyncDispose]();
      await Deno.remove(dataDir, { recursive: true });
    },
  };
}
