/** Names the fields of a body that its schema does not know, so that nothing put into one is lost in silence. */
import type { WireSchema } from "./operation.ts";

/** At most so many are named, and each name is cut to so many characters. */
const MOST = 20;
const LONGEST = 60;

interface Shape {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Shape>>;
  readonly item?: Shape;
  readonly wrapped?: Shape;
}

/** Paths (`nota`, `entrega.piso`, `lineas[0].sin`) of what `value` holds beyond `schema`; at most 20. */
export function unknownFields(schema: WireSchema, value: unknown): string[] {
  return [...pathsBeyond(schema as unknown as Shape, value, "").take(MOST)];
}

function* pathsBeyond(shape: Shape, value: unknown, path: string): Generator<string> {
  if (shape.wrapped) return yield* pathsBeyond(shape.wrapped, value, path);
  if (shape.item && Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield* pathsBeyond(shape.item, item, `${path}[${index}]`);
    }
    return;
  }
  if (!shape.entries || typeof value !== "object" || value === null || Array.isArray(value)) return;
  for (const [name, item] of Object.entries(value)) {
    const known = Object.hasOwn(shape.entries, name) ? shape.entries[name] : undefined;
    const here = path === "" ? name : `${path}.${name}`;
    if (known) yield* pathsBeyond(known, item, here);
    else yield here.slice(0, LONGEST).toWellFormed();
  }
}
