/** Two hosts at two instances of one server; the bytes of the first host's changes can be held on their way. */
import { assertEquals, assertMatch } from "@std/assert";
import { testOnServer } from "../../support/databases.ts";
import { eventually } from "../../support/eventually.ts";
import { instantOf } from "../../support/restaurant_fixture.ts";
import type { Sqld } from "../../support/sqld.ts";
import { startTcpProxy, type TcpProxy } from "../../support/tcp_proxy.ts";
import { reservationBody } from "../../support/test_app.ts";
import {
  type BoardAnswer,
  formRequest,
  type TestBoard,
  testBoard,
} from "../../support/test_board.ts";
import { formFields, wordsOf } from "../_board_pages.ts";

const SATURDAY = "2026-03-14";
const NOW = { now: instantOf(`${SATURDAY}T18:00`) };
const HORA = `${SATURDAY}T21:00`;

type Form = Readonly<Record<string, string>>;

interface Pair {
  readonly path: string;
  readonly on: Form;
  /** @param id of the closure */
  off(id: string): Form;
  isOn(state: ReturnType<TestBoard["deps"]["state"]>): boolean;
}

const OPEN = { accion: "quitar", abre: '{"until":null}' };

/** One for each path. What takes back goes to /cierres. */
const PAIRS: Readonly<Record<string, Pair>> = {
  pause: {
    path: "/casa",
    on: { accion: "pausar" },
    off: () => OPEN,
    isOn: ({ pause }) => pause !== null,
  },
  closure: {
    path: "/cierres",
    on: { accion: "cerrar", dia: SATURDAY, de: "", a: "", motivo: "Boda" },
    off: (id) => ({ accion: "quitar", abre: `closure ${id}` }),
    isOn: ({ closures }) => closures.length > 0,
  },
  "full time": {
    path: "/lleno",
    on: { hora: HORA },
    off: (id) => ({ accion: "quitar", abre: `closure ${id}` }),
    isOn: ({ closures }) => closures.length > 0,
  },
};

for (const [name, { path, on, off, isOn }] of Object.entries(PAIRS)) {
  testOnServer(`of two hosts who change a ${name} at once, both are answered`, async ({ sqld }) => {
    await using boards = await twoBoards(sqld);
    const { far, near } = boards;
    assertEquals((await near.post(path, on)).status, 303);
    for (const isFirst of [true, false]) {
      const removing = off(String(near.deps.state().closures[0]?.id));
      const [first, second] = isFirst ? [on, removing] : [removing, on];
      const held = boards.hold();
      const pathOf = ({ accion }: Form) => accion === "quitar" ? "/cierres" : path;
      const answer = far.post(pathOf(first), first);
      await held;
      assertEquals((await near.post(pathOf(second), second)).status, 303);
      await near.storage.poll.refresh();
      assertEquals(isOn(near.deps.state()), second === on, "until the first arrives");
      await boards.proxy.release();
      assertEquals((await answer).status, 303);
      await near.storage.poll.refresh();
      assertEquals(isOn(near.deps.state()), first === on, "the later commit");
    }
  });
}

for (const [name, { path, on, off }] of Object.entries(PAIRS)) {
  testOnServer(
    `of two hosts who take back a ${name} at once, or undo that, one is told`,
    async ({ sqld }) => {
      await using boards = await twoBoards(sqld);
      const { far, near } = boards;
      assertEquals((await near.post(path, on)).status, 303);
      const { pause, closures } = near.deps.state();
      const both = async (form: Form): Promise<BoardAnswer> => {
        const held = boards.hold();
        const answer = far.post("/cierres", form);
        await held;
        const first = await near.post("/cierres", form);
        assertEquals(first.status, 303);
        await boards.proxy.release();
        const second = await answer;
        assertEquals(second.status, 409);
        assertMatch(wordsOf(second.text), /Alguien lo cambió antes/);
        return first;
      };
      const opened = await both(off(String(closures[0]?.id)));
      const other = { kind: "day", day: "2026-04-01" } as const;
      // What another instance changes meanwhile hinders no undoing, and stays.
      const id = await far.storage.closures.by("Lupe").add(other, "Obra");
      const bar = formFields((await near.get(opened.location!)).text, "deshacer");
      await both({ accion: "deshacer", ...bar });
      await near.storage.poll.refresh();
      const added = { ...other, id, reason: "Obra", isPublic: false };
      assertEquals(near.deps.state().pause, pause);
      assertEquals(near.deps.state().closures, [...closures, added]);
      assertEquals(await near.storage.closures.removals(), []);
    },
  );
}

testOnServer(
  "a change is not repeated once its host has gone, and the other's name stays",
  async ({ sqld }) => {
    await using boards = await twoBoards(sqld);
    const { far, near } = boards;
    const gone = new AbortController();
    const held = boards.hold();
    const request = formRequest(OPEN, { cookie: far.cookie });
    const answer = far.fetch("/cierres", { ...request, signal: gone.signal }).catch(() => null);
    await held;
    assertEquals((await near.post("/casa", { accion: "pausar" })).status, 303);
    gone.abort();
    assertEquals(await answer, null);
    await boards.proxy.release();
    await eventually(() => far.errors.length === 1);
    assertMatch(wordsOf((await near.get("/casa")).text), /En pausa .*Último cambio: Rosa/);
    const asked = reservationBody({ dia: SATURDAY });
    assertEquals((await far.app.post("/api/reserva", asked)).status, 503);
  },
);

interface Boards extends AsyncDisposable {
  /** The board of Lupe, whose instance reaches the server through the proxy. */
  readonly far: TestBoard;
  /** The board of Rosa, whose instance reaches it without. */
  readonly near: TestBoard;
  readonly proxy: TcpProxy;
  /** Holds the next change of `far`; resolves once the proxy has it. */
  hold(): Promise<void>;
}

async function twoBoards({ port, url }: Sqld): Promise<Boards> {
  const proxy = startTcpProxy(port);
  const near = await testBoard({ ...NOW, actor: "Rosa", storage: { url } });
  const behind = { url: proxy.url, fetchTimeoutMs: 60_000, pollMs: 3_600_000 };
  const far = await testBoard({ ...NOW, actor: "Lupe", storage: behind });
  return {
    far,
    near,
    proxy,
    hold() {
      const { hits } = proxy;
      proxy.fault = (text) => {
        if (!text.includes("INSERT INTO switch_counters")) return "relay";
        proxy.fault = () => "relay";
        return "hold_request";
      };
      return eventually(() => proxy.hits > hits);
    },
    async [Symbol.asyncDispose]() {
      await far[Symbol.asyncDispose]();
      await near[Symbol.asyncDispose]();
      await proxy[Symbol.asyncDispose]();
    },
  };
}
