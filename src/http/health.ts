/** GET /healthz: whether the service is well, and to its own doctor how a request came here. */
import { type Answer, failureAnswer, jsonAnswer } from "./answer.ts";
import { failure } from "./failure.ts";
import { clientAddress, type TrustedProxies } from "./rate_limit.ts";
import type { Route } from "./router.ts";

/** Carries the token of DATA_DIR by which the doctor of this very process is known. */
export const DOCTOR_HEADER = "x-sobremesa-doctor";

/** The doctor that is answered. Its token opens nothing else, so that it may be sent to an address that turns out to be another's. */
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
    answer({ request: { headers }, peer }) {
      if (doctor === undefined || headers.get(DOCTOR_HEADER) !== doctor.token) return answer();
      const [forwarded, vecino] = [headers.get("x-forwarded-for"), peer()];
      const arrival: Arrival = {
        lado: side,
        version: doctor.version,
        cliente: clientAddress(vecino, forwarded, proxies),
        vecino,
        reenviado: forwarded !== null,
        creido: proxies.trusts(vecino),
      };
      return jsonAnswer(200, arrival);
    },
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
