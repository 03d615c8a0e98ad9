// Normalizes the sent input before it is checked, for every endpoint and tool, at every depth: null counts as "not given"
// in fields that null does not clear, and ids become lower-case, as Postgres shows them.
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
    // Fields that the schema does not know are left unchanged; the schema refuses them.
    const field = Object.hasOwn(shape!, name) ? shape![name]! : undefined;
    if (!field) return [[name, value]];
    return value === null && !takesNull(field) ? [] : [[name, given(field, value)]];
  });
  return Object.fromEntries(fields);
}

/** True when null has a meaning of its own in this field, usually "clear it". */
export const takesNull = (schema: Schema) => (schema as z.ZodType).safeParse(null).success;
