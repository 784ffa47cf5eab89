/**
 * What the service says when it cannot do what was asked. Domain code and handlers throw a {@linkcode Failure}; the HTTP layer
 * finds its status in the operation's declaration, so that no rule has to know about HTTP.
 */

/** The reason codes (`motivo`) of the contract's Errors table, then the ones added where it is silent. */
export type Motivo =
  | "dia"
  | "dias"
  | "rango"
  | "coordenadas"
  | "demasiadas"
  | "forma"
  | "lineas"
  | "fuera_de_cobertura"
  | "sin_ruta"
  | "json"
  | "grande"
  | "datos"
  | "base"
  | "apagado"
  | "peticion"
  | "no_encontrado"
  | "metodo"
  | "lang"
  | "motivo"
  | "interno";

/** What may accompany a failure on the wire. */
export interface FailureDetails {
  /** Path of the offending field: `telefono`, `entrega.lat`, `lineas[2].cantidad`. */
  campo?: string;
  /** Link to the restaurant's messaging app, where writing to it is the remedy. */
  whatsapp?: string;
  /** Whole seconds to wait before asking again, at least 1. */
  reintentar_en_segundos?: number;
  /** The error that led here, for the log only: it never leaves the process. */
  cause?: unknown;
}

/** A declared way for an operation to end without its result. */
export class Failure extends Error {
  override readonly name = "Failure";

  /**
   * @param motivo the contract's reason code
   * @param error a finer stable code, one per cause, e.g. `telefono_invalido`
   * @param detalle one Spanish sentence that lets the caller correct itself in one more try
   */
  constructor(
    readonly motivo: Motivo,
    readonly error: string,
    readonly detalle: string,
    readonly details: FailureDetails = {},
  ) {
    super(`${motivo}/${error}`, { cause: details.cause });
  }
}
