/** Failures as values: statuses, error bodies and the OpenAPI document derive from their declarations. */
import * as v from "valibot";
import { described, number, text } from "./wire.ts";

export interface FailureDeclaration<Code extends string = string> {
  readonly motivo: string;
  readonly status: number;
  /** When it happens and what to do, in English, for an assistant. */
  readonly description: string;
  /** The sentence of each cause by its code, the `error` on the wire. An operation uses a code in one failure only. */
  readonly errors: Readonly<Record<Code, Sentence>>;
  /** The contact link, if writing is the remedy. @param wrong the field that a schema refuses */
  // deno-lint-ignore no-explicit-any -- those of the operation that declares it
  contact?(deps: any, wrong?: WrongField): string | undefined;
}

/** A Spanish sentence that lets the caller correct itself in one more try; it never repeats what a person typed. */
export type Sentence = string | ((wrong: WrongValue) => string);

export interface WrongValue {
  /** Its path: `name`, `place.lat`, `lines[2].amount`. */
  readonly campo: string;
  readonly value: unknown;
}

export interface WrongField extends WrongValue {
  readonly error: string;
}

export const errorBody = v.object({
  ok: described(v.literal(false), "Always false."),
  motivo: text("Reason code."),
  error: text("Finer stable code, one per cause."),
  campo: v.optional(text("Path of the first field to correct: telefono, lineas[2].cantidad.")),
  detalle: text("In Spanish, how to correct the request."),
  whatsapp: v.optional(text("Messaging contact, where writing to it is the remedy.")),
  reintentar_en_segundos: v.optional(
    number("Seconds to wait, the same as Retry-After.", { type: "integer", minimum: 1 }),
  ),
});

/** Further fields of a failure's body; `detalle` replaces the cause's sentence. */
export type FailureDetails = Partial<
  Omit<v.InferOutput<typeof errorBody>, "ok" | "motivo" | "error">
>;

const FAILED = Symbol("failed");

/** A failure as it goes to the caller. Handlers make theirs with {@linkcode Fail}. */
export interface Failure {
  readonly [FAILED]: true;
  readonly status: number;
  readonly body: v.InferOutput<typeof errorBody>;
  /** All wrong fields, if the input is refused for them; `campo` and `error` in the body are the first one's. */
  readonly wrong?: readonly WrongField[];
}

/** A failure that one operation declares; {@linkcode Failures} has its `motivo`. */
export type OwnFailure = Omit<FailureDeclaration, "motivo">;

export type Failures = Readonly<Record<string, OwnFailure>>;

/** Makes the failure of one of the declared codes; an undeclared code does not compile. */
export type Fail<Declared extends Failures = Failures> = (
  error: { [Motivo in keyof Declared]: keyof Declared[Motivo]["errors"] }[keyof Declared] & string,
  details?: FailureDetails,
) => Failure;

export function failure<Code extends string>(
  { motivo, status, errors }: Omit<FailureDeclaration<Code>, "description">,
  error: Code,
  { campo, detalle, whatsapp, reintentar_en_segundos }: FailureDetails = {},
): Failure {
  const sentence = detalle ?? say(errors[error], { campo: campo ?? "", value: undefined });
  const body = { ok: false, motivo, error, campo, detalle: sentence } as const;
  return { [FAILED]: true, status, body: { ...body, whatsapp, reintentar_en_segundos } };
}

export function say(sentence: Sentence, wrong: WrongValue): string {
  return typeof sentence === "string" ? sentence : sentence(wrong);
}

export function isFailure(value: object): value is Failure {
  return FAILED in value;
}

export const INTERNAL = {
  motivo: "interno",
  status: 500,
  description: "A fault of the service itself. Try again later, or offer the messaging contact.",
  errors: { error_interno: "Algo falló de nuestro lado: intenta de nuevo." },
} as const satisfies FailureDeclaration;

export const UNREADABLE = {
  motivo: "peticion",
  status: 400,
  description: "Host or target unreadable.",
  errors: { destino_invalido: "La cabecera Host o la URL no son válidas." },
} as const satisfies FailureDeclaration;

export const WRONG_METHOD = {
  motivo: "metodo",
  status: 405,
  description: "The path takes other methods: Allow names them.",
  errors: { metodo_no_admitido: "Ese método no se admite aquí." },
} as const satisfies FailureDeclaration;

/** Too many requests from one address. @param detalle one Spanish sentence; how long to wait follows it */
export function tooMany(detalle: string): FailureDeclaration<"limite_por_direccion"> {
  return {
    motivo: "demasiadas",
    status: 429,
    description: "Too many requests from this address. Wait Retry-After seconds, then try again.",
    errors: { limite_por_direccion: ({ value: seconds }) => `${detalle} Espera ${seconds} s.` },
  };
}

export const TOO_LARGE = {
  motivo: "grande",
  status: 413,
  description: "The body exceeds the bytes that it may have.",
  errors: {
    cuerpo_grande: ({ value: bytes }) =>
      `El cuerpo pasa de ${bytes} bytes: acórtalo y envíalo otra vez.`,
  },
} as const satisfies FailureDeclaration;

export const NOT_JSON_ERRORS = {
  json_invalido: "El cuerpo debe ser JSON válido en UTF-8.",
  utf8_invalido: "El cuerpo debe estar codificado en UTF-8.",
  cuerpo_incompleto: "El cuerpo no llegó completo: envíalo otra vez.",
} as const;
