/** Guests who reserve over HTTP, each with a different body, and their answers. */
import { assertEquals } from "@std/assert";

/** A bookable day and time, as fields of a reservation's body. */
export interface Slot {
  readonly dia: string;
  readonly hora: string;
}

/** The answers to guests, by their numbers. */
export interface Answers {
  /** Folios of confirmed reservations. */
  readonly held: Map<number, string>;
  /** Guests with a refusal. */
  readonly refused: Set<number>;
  /** Guests without an answer. */
  readonly unanswered: Set<number>;
  /** The only allowed refusal, as status and `motivo`. */
  readonly refusal: readonly [number, string];
}

/** No answers yet. */
export function noAnswers(refusal: Answers["refusal"] = [502, "base"]): Answers {
  return { held: new Map(), refused: new Set(), unanswered: new Set(), refusal };
}

/** Variables that set limits no test reaches. */
export const NO_LIMITS = {
  RATE_LIMIT_RESERVA: "1000000/1",
  RATE_LIMIT_BORRADOR: "1000000/1",
  RATE_LIMIT_ENVIO: "1000000/1",
};

const GUEST_PHONES = "+52999";
const FIRST_GUEST = 1_000_000;

/**
 * A bookable time at least two days ahead, so that it stays bookable during a test: of that day's evening, not of the
 * one before.
 */
export async function freeSlot(url: string): Promise<Slot> {
  const { dias } = await (await fetch(`${url}/api/disponibilidad?dias=9`)).json();
  for (const { dia, horas_reservables: times } of dias.slice(2)) {
    if (times.length > 0) return { dia, hora: times.at(-1) };
  }
  throw new Error("the restaurant has no bookable time for a week");
}

/** The body of guest number `n`: no two are equal, and {@linkcode guestOf} finds the guest by its phone. */
export function bodyOf(n: number, slot: Slot): string {
  return JSON.stringify({
    ...slot,
    personas: 1 + n % 12,
    nombre: `Guadalupe Pech ${n}`,
    telefono: `${GUEST_PHONES}${FIRST_GUEST + n}`,
  });
}

/** The number of the guest whose phone is `phone`. */
export function guestOf(phone: string): number {
  return Number(phone.slice(GUEST_PHONES.length)) - FIRST_GUEST;
}

/** The answer to a POST. */
interface PostAnswer {
  readonly status: number;
  readonly headers: Headers;
  // deno-lint-ignore no-explicit-any -- tests look into bodies whose shape is what they test
  readonly body: any;
}

/** Posts the body of guest `n`. */
export async function reserve(
  url: string,
  n: number,
  slot: Slot,
  headers: Readonly<Record<string, string>> = {},
): Promise<PostAnswer> {
  return await post(`${url}/api/reserva`, bodyOf(n, slot), headers);
}

/** The link of a draft for an order to pick up. */
export async function draftLink(url: string): Promise<string> {
  const draft = {
    lineas: [{ id: "panuchos-3", cantidad: 2 }],
    entrega: { modo: "recoger" },
  };
  const { status, body } = await post(`${url}/api/pedido/borrador`, JSON.stringify(draft));
  assertEquals(status, 200, JSON.stringify(body));
  return body.confirmar_en;
}

/** Whether reservations are off at `url`, where no time may be listed then. */
export async function isOff(url: string): Promise<boolean> {
  const response = await fetch(`${url}/api/disponibilidad?dias=9`);
  const { reservas_activas: on, dias } = await response.json();
  const times = dias.flatMap((day: { horas_reservables: string[] }) => day.horas_reservables);
  assertEquals(times.length > 0, on, "times are listed exactly while reservations are on");
  return !on;
}

/** The status of an answer whose body is not read. */
export async function statusOf(address: string, init: RequestInit = {}): Promise<number> {
  const { status, body } = await fetch(address, init);
  await body?.cancel();
  return status;
}

/** Posts `body`. */
export async function post(
  address: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<PostAnswer> {
  const response = await fetch(address, { method: "POST", body, headers });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Posts the body of guest `n` and records the answer. Fails on any answer but a folio or `answers.refusal`. */
export async function reserveAndRecord(
  url: string,
  n: number,
  slot: Slot,
  answers: Answers,
): Promise<void> {
  const answer = await reserve(url, n, slot).catch(() => null);
  if (answer === null) return void answers.unanswered.add(n);
  const { status, body } = answer;
  if (status === 200) return void answers.held.set(n, body.folio);
  assertEquals([status, body.motivo, body.ok], [...answers.refusal, false], JSON.stringify(body));
  // Another time would not help, so the guest is sent to WhatsApp.
  if (status >= 500) assertEquals(body.whatsapp.slice(0, 14), "https://wa.me/");
  answers.refused.add(n);
}

/** Guests who reserve, `lanes` at a time, until the crowd is stopped. */
export interface Crowd {
  /** Resolves once `holds`, checked after each answer. Rejects and stops the crowd after 20 seconds. */
  until(holds: (answers: Answers) => boolean): Promise<void>;
  /** The number of the next guest. */
  next(): number;
  /** Stops new requests; resolves when all have their answer. Rejects if one got an answer that is not allowed. */
  stop(): Promise<void>;
}

const MAX_WAIT_MS = 20_000;

/** Starts a crowd. @param options.first the number of the first guest; the others follow */
export function startCrowd(
  options: {
    readonly url: string;
    readonly slot: Slot;
    readonly answers: Answers;
    readonly first: number;
    readonly lanes?: number;
  },
): Crowd {
  const { url, slot, answers, first, lanes = 16 } = options;
  let next = first;
  let stopping = false;
  let check = (): void => {};
  const lane = async (): Promise<void> => {
    try {
      while (!stopping) {
        await reserveAndRecord(url, next++, slot, answers);
        check();
      }
    } finally {
      stopping = true;
    }
  };
  const lanesDone = Promise.all(Array.from({ length: lanes }, lane));
  return {
    async until(holds) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const timer = setTimeout(() => {
        stopping = true;
        const { held, refused, unanswered } = answers;
        const counts = `${held.size} held, ${refused.size} refused, ${unanswered.size} unanswered`;
        reject(new Error(`not within ${MAX_WAIT_MS} ms: ${counts}`));
      }, MAX_WAIT_MS);
      lanesDone.catch(reject);
      check = () => holds(answers) && resolve();
      check();
      await promise.finally(() => clearTimeout(timer));
    },
    next: () => next,
    async stop() {
      stopping = true;
      await lanesDone;
    },
  };
}
