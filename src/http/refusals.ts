/** What is answered where no route answers. */
import { Failure } from "../domain/failure.ts";
import { type Answer, API_HEADERS, failureAnswer } from "./answer.ts";

/** A listener's own words for requests that reach none of its routes, or that break one. */
export interface Refusals {
  /** 404: there is no such path. */
  notFound(): Answer;
  /** 405: the path takes other methods; `allow` names them as the Allow header does. */
  notAllowed(allow: string): Answer;
  /** What OPTIONS is answered with. */
  options(allow: string): Answer;
  /** 400: the Host header leaves in doubt what is asked for. */
  badTarget(): Answer;
  /** 500: something happened that should not have. */
  internal(): Answer;
}

/** The status of what should not have happened. */
export const INTERNAL_STATUS = 500;

/** What a caller is told of an error that should not have happened. */
export function internalFailure(): Failure {
  return new Failure("interno", "error_interno", "Algo falló de nuestro lado: intenta de nuevo.");
}

/** The public listener's: the contract's error body, which any page may read. */
export const API_REFUSALS: Refusals = {
  notFound: () =>
    failureAnswer(
      404,
      new Failure(
        "no_encontrado",
        "ruta_desconocida",
        "Esa ruta no existe: las operaciones están en /openapi.json.",
      ),
    ),
  notAllowed(allow) {
    const detalle = `Ese método no se admite aquí: usa ${allow}.`;
    return failureAnswer(405, new Failure("metodo", "metodo_no_admitido", detalle), { allow });
  },
  options: (allow) => ({
    status: 204,
    headers: {
      ...API_HEADERS,
      allow,
      "access-control-allow-methods": allow,
      "access-control-allow-headers": "content-type, idempotency-key",
      "access-control-max-age": "86400",
      "cache-control": "no-store",
    },
    body: null,
  }),
  badTarget: () =>
    failureAnswer(
      400,
      new Failure("peticion", "destino_invalido", "La cabecera Host o la URL no son válidas."),
    ),
  internal: () => failureAnswer(INTERNAL_STATUS, internalFailure()),
};
