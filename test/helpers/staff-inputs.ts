// What the procedures of staff are called with: checked by the registry, as the interface of staff does.
import type { z } from 'zod';
import { baseSchema } from '../../server/gate/given.ts';
import { checkInput } from '../../server/gate/input.ts';
import { money } from '../../server/operations/schemas.ts';
import { staffInputs } from '../../server/operations/staff/index.ts';

type Input = Record<string, unknown>;

/** The arguments by name, as pg sends them. Throws as the database does, when the form is wrong and the caller has the permission. */
export function argumentsOf(name: string, input: Input, permissions: readonly string[]): [string, unknown][] {
  const known = staffInputs[name];
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined && value !== null));
  const all = Object.entries(input).filter(([, value]) => value !== undefined);
  if (!known) return all.map(([argument, value]) => [argument, Array.isArray(value) ? JSON.stringify(value) : value]);
  const checked = checkInput(known.input, withAmounts(known.input, given) as Input);
  if ('fields' in checked && permissions.includes(known.permission)) {
    const [field, problems] = Object.entries(checked.fields)[0]!;
    const detail = JSON.stringify({ fields: checked.fields });
    throw Object.assign(new Error(`${name}: ${field}: ${problems}`), { code: 'HT008', detail });
  }
  if (known.takes === 'body') return [['body', 'input' in checked ? checked.input : '{}']];
  return Object.entries(given).map(([argument, value]) => [argument, asArgument(known.input.shape[argument]!, value)]);
}

/** A list of words is one in Postgres too; another one, and an object, is JSON. */
function asArgument(schema: z.core.$ZodType, value: unknown): unknown {
  const { element } = baseSchema(schema)._zod.def as unknown as { element?: z.ZodType };
  return typeof value !== 'object' || element?._zod.def.type === 'string' ? value : JSON.stringify(value);
}

/** Amounts may be written as texts, as in GraphQL. */
function withAmounts(schema: z.core.$ZodType, value: unknown): unknown {
  const base = baseSchema(schema) as z.ZodType;
  const { element, shape } = base._zod.def as unknown as { element?: z.ZodType; shape?: Record<string, z.ZodType> };
  if (base.meta()?.multipleOf === money.meta()!.multipleOf) return typeof value === 'string' ? Number(value) : value;
  if (element && Array.isArray(value)) return value.map((entry) => withAmounts(element, entry));
  if (!shape || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, one]) => [field, shape[field] ? withAmounts(shape[field], one) : one]),
  );
}
