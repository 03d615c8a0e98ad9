// The limits of fields of the desk, by the registry of what staff give: `limitsOf('create_coupon.code')` of a page becomes the
// attributes of its field.
import { z } from 'zod';
import type { Limits } from '../../desk/limits.ts';
import { baseSchema } from '../../gate/given.ts';
import { staffInputs } from '../../operations/staff/index.ts';

const call = /\blimitsOf\('([\w.]+)'\)/g;

/** The text of a page with the limits in it. */
export const withLimits = (text: string): string =>
  text.replace(call, (_, input: string) => `(${JSON.stringify(limitsOf(input))})`);

/** The limits of a field, or how many lines a list takes. Throws when the registry has no such input. */
export function limitsOf(input: string): Limits {
  const [name, ...path] = input.split('.');
  let schema: z.core.$ZodType | undefined = staffInputs[name!]?.input;
  for (const field of path) schema = schema && fieldOf(schema, field);
  if (!schema) throw new Error(`${input}: staff give no such input`);
  const { maxLength, maxItems, ...form } = z.toJSONSchema(baseSchema(schema), { io: 'input', unrepresentable: 'any' });
  if (maxLength !== undefined) return { maxlength: maxLength };
  if (maxItems !== undefined) return { max: maxItems };
  if (form.type !== 'integer' && form.type !== 'number') throw new Error(`${input} has no limits`);
  const step = form.type === 'integer' ? 1 : (form.multipleOf ?? 'any');
  const { minimum, exclusiveMinimum } = form;
  const least = typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 0.01 : minimum;
  return {
    ...(isSaid(least) && { min: least }),
    ...(isSaid(form.maximum) && { max: form.maximum }),
    step,
  };
}

/** Every integer has those that a double is exact to. */
const isSaid = (bound: number | undefined): bound is number =>
  bound !== undefined && Math.abs(bound) !== Number.MAX_SAFE_INTEGER;

/** A field of an object, or of the objects of a list. */
function fieldOf(schema: z.core.$ZodType, field: string): z.core.$ZodType | undefined {
  const { element, shape } = baseSchema(schema)._zod.def as unknown as z.core.$ZodArrayDef & z.core.$ZodObjectDef;
  return element ? fieldOf(element, field) : shape?.[field];
}
