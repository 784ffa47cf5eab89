/** GET /healthz: whether the service works. Its own `doctor` also learns how its request arrived. */
import { type Answer, failureAnswer, jsonAnswer } from "./answer.ts";
import { failure } from "./failure.ts";
import { clientAddress, type TrustedProxies } from "./client_address.ts";
import type { Route } from "./router.ts";

/** Carries the token in DATA_DIR that identifies the `doctor` of this process. */
export const DOCTOR_HEADER = "x-sobremesa-doctor";

/** The token grants nothing else, so `doctor` can send it to an address that may belong to another service. */
export interface DoctorAccess {
  readonly token: string;
  readonly version: string;
}

export interface SeenArrival {
  readonly lado: "comensales" | "personal";
  readonly version: string;
  /** The address that rate limits count, and the one of the connection. */
  readonly cliente: string;
  readonly vecino: string;
  /** Whether the connection's peer forwards a client's address, and whether the peer is trusted. */
  readonly reenviado: boolean;
  readonly creido: boolean;
}

interface HealthOptions {
  readonly side: SeenArrival["lado"];
  readonly doctor?: DoctorAccess;
  readonly proxies: TrustedProxies;
  answer(): Answer | Promise<Answer>;
}

export function healthRoute({ side, doctor, proxies, answer }: HealthOptions): Route {
  return {
    method: "GET",
    path: "/healthz",
    answer({ request: { headers }, peer }) {
      if (doctor === undefined || headers.get(DOCTOR_HEADER) !== doctor.token) return answer();
      const [forwarded, vecino] = [headers.get("x-forwarded-for"), peer()];
      const arrival: SeenArrival = {
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
 * 200, or 503 if `ping` throws. A full disk is 200, and logged: reading still works, and a supervisor that ends the
 * service for a 503 would lose that.
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
