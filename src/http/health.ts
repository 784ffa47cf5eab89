/** GET /healthz: whether the service is well, and to its own doctor how a request came here. */
import { type Answer, failureAnswer, jsonAnswer } from "./answer.ts";
import { failure } from "./failure.ts";
import { clientAddress, type TrustedProxies } from "./rate_limit.ts";
import type { Exchange, Route } from "./router.ts";

/** Carries the token of DATA_DIR by which the doctor of this very process is known. */
export const DOCTOR_HEADER = "x-sobremesa-doctor";

/** Whose doctor is answered. The token opens nothing else, so that an address of another's may learn it. */
export interface DoctorAccess {
  /** Made anew by each start. */
  readonly token: string;
  /** Of the program that runs. */
  readonly version: string;
}

/** How the doctor's request came here. */
export interface Arrival {
  readonly lado: "comensales" | "personal";
  readonly version: string;
  /** The address that limits count, and the one that the connection came from. */
  readonly cliente: string;
  readonly vecino: string;
  /** Whether the neighbour named a client, and whether it is believed. */
  readonly reenviado: boolean;
  readonly creido: boolean;
}

interface HealthOptions {
  readonly side: Arrival["lado"];
  readonly doctor?: DoctorAccess;
  readonly proxies: TrustedProxies;
  /** To those who are not the doctor. */
  answer(): Answer | Promise<Answer>;
}

export function healthRoute({ side, doctor, proxies, answer }: HealthOptions): Route {
  return {
    method: "GET",
    path: "/healthz",
    answer(exchange) {
      const token = exchange.request.headers.get(DOCTOR_HEADER);
      if (doctor === undefined || token !== doctor.token) return answer();
      const arrival = arrivalOf(exchange, proxies);
      return jsonAnswer(200, { lado: side, version: doctor.version, ...arrival });
    },
  };
}

function arrivalOf({ request, peer }: Exchange, proxies: TrustedProxies) {
  const forwarded = request.headers.get("x-forwarded-for");
  const vecino = peer();
  return {
    cliente: clientAddress(vecino, forwarded, proxies),
    vecino,
    reenviado: forwarded !== null,
    creido: proxies.trusts(vecino),
  };
}

const UNHEALTHY = {
  motivo: "base",
  status: 503,
  errors: { sin_respuesta: "La base de datos no responde." },
} as const;

/**
 * 200, or 503 where `ping` throws.
 * @param ping whether the database answers
 */
export async function health(
  ping: () => Promise<void>,
  onInternalError: (error: unknown, where: string) => void,
): Promise<Answer> {
  try {
    await ping();
    return jsonAnswer(200, { ok: true });
  } catch (error) {
    onInternalError(error, "/healthz");
    return failureAnswer(failure(UNHEALTHY, "sin_respuesta"));
  }
}
