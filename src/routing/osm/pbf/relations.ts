import type { ElementType, Member, OsmHandlers } from "../elements.ts";
import { type Cursor, readInt, readVarint, skipField } from "./cursor.ts";
import { fieldCursor, fieldNumber, intField, readTag, spread, wireType } from "./fields.ts";
import { missing, readIds } from "./ids.ts";
import type { StringTable } from "./string_table.ts";
import { fewer, type TagReader } from "./tags.ts";

const RELATION = { id: 1, keys: 2, values: 3, roles: 8, refs: 9, types: 10 } as const;
const TYPES: readonly ElementType[] = ["node", "way", "relation"];

/** Reads the message `Relation` that `cursor` is narrowed to. */
export function readRelation(
  cursor: Cursor,
  strings: StringTable,
  tags: TagReader,
  handlers: Pick<Required<OsmHandlers>, "relation">,
): void {
  const keys = fieldCursor(cursor);
  const values = fieldCursor(cursor);
  const roles = fieldCursor(cursor);
  const refs = fieldCursor(cursor);
  const types = fieldCursor(cursor);
  let id: number | undefined;
  while (cursor.at < cursor.end) {
    const tag = readTag(cursor);
    const field = fieldNumber(tag);
    if (field === RELATION.keys) spread(cursor, tag, keys);
    else if (field === RELATION.values) spread(cursor, tag, values);
    else if (field === RELATION.roles) spread(cursor, tag, roles);
    else if (field === RELATION.refs) spread(cursor, tag, refs);
    else if (field === RELATION.types) spread(cursor, tag, types);
    else if (field === RELATION.id) id = intField(cursor, tag);
    else skipField(cursor, wireType(tag));
  }
  if (id === undefined) throw missing(cursor, "relation", "an id");
  const read = tags.ofLists(keys, values);
  if (read !== null) handlers.relation(id, readMembers(strings, refs, types, roles), read);
}

function readMembers(
  strings: StringTable,
  refs: Cursor,
  types: Cursor,
  roles: Cursor,
): readonly Member[] {
  const members = readIds(refs).map((ref): Member => {
    if (types.at >= types.end) throw fewer(types, "member types", "members");
    if (roles.at >= roles.end) throw fewer(roles, "roles", "members");
    return { type: memberType(types), ref, role: strings.text(readVarint(roles)) };
  });
  if (types.at < types.end) throw fewer(refs, "members", "member types");
  if (roles.at < roles.end) throw fewer(refs, "members", "roles");
  return members;
}

function memberType(types: Cursor): ElementType {
  const code = readInt(types);
  const type = TYPES[code];
  if (type !== undefined) return type;
  throw types.fault(`a member of type ${code}, where 0 to 2 are known`, types.at);
}
