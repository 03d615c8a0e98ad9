// What a client gave, as the schema of its operation understands it, before anything is checked: null where a field
// cannot be cleared by it is "not given", and ids are in lower case, as Postgres shows them. One place for every
// endpoint and tool, at every depth.
import type { z } from 'zod';

type Schema = z.core.$ZodType;
type Def = { type: string; format?: string; innerType?: Schema; element?: Schema; shape?: Record<string, Schema> };

const defOf = (schema: Schema) => schema._zod.def as unknown as Def;

/** The schema below "optional", "nullable" and "default". */
export function baseSchema(schema: Schema): Schema {
  const { innerType } = defOf(schema);
  return innerType ? baseSchema(innerType) : schema;
}

export function given(schema: Schema, sent: unknown): unknown {
  const { type, format, element, shape } = defOf(baseSchema(schema));
  if (type === 'string') return format === 'guid' && typeof sent === 'string' ? sent.toLowerCase() : sent;
  if (type === 'array') return Array.isArray(sent) ? sent.map((entry) => given(element!, entry)) : sent;
  if (type !== 'object' || typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
  const fields = Object.entries(sent).flatMap(([name, value]) => {
    // Only what the schema names is understood; the rest is left for it to refuse.
    const field = Object.hasOwn(shape!, name) ? shape![name]! : undefined;
    if (!field) return [[name, value]];
    return value === null && !takesNull(field) ? [] : [[name, given(field, value)]];
  });
  return Object.fromEntries(fields);
}

/** True where null says something of its own, mostly "clear it". */
export const takesNull = (schema: Schema) => (schema as z.ZodType).safeParse(null).success;
