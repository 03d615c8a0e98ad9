// Every field that an operation or tool takes, found in the registry, for tests that hold a rule for all of them.
import type { z } from 'zod';
import { baseSchema } from '../../server/gate/given.ts';
import { checkInput } from '../../server/gate/input.ts';
import { compositions } from '../../server/operations/compositions.ts';
import { operations } from '../../server/operations/index.ts';

type Schema = z.core.$ZodType;

export type Field = {
  operation: string;
  input: z.ZodObject;
  /** Where it stands: names, and 0 for an entry of a list. */
  path: (string | 0)[];
  /** As problems name it. */
  name: string;
  schema: Schema;
  type: string;
  isOptional: boolean;
};

const typeOf = (schema: Schema) => baseSchema(schema)._zod.def.type;

function* within(schema: Schema, path: Field['path']): Generator<Pick<Field, 'path' | 'schema'>> {
  const base = baseSchema(schema)._zod.def as unknown as { shape?: Record<string, Schema>; element?: Schema };
  for (const [name, child] of Object.entries(base.shape ?? {})) {
    yield { path: [...path, name], schema: child };
    yield* within(child, [...path, name]);
  }
  if (base.element) {
    yield { path: [...path, 0], schema: base.element };
    yield* within(base.element, [...path, 0]);
  }
}

export const allFields: Field[] = Object.entries({ ...operations, ...compositions }).flatMap(([operation, { input }]) =>
  Array.from(within(input, []), ({ path, schema }) => ({
    operation,
    input,
    path,
    name: path.join('.'),
    schema,
    type: typeOf(schema),
    isOptional: (schema as z.ZodType).safeParse(undefined).success,
  })),
);

export const namedFields = allFields.filter(({ path }) => path.at(-1) !== 0);

/** An input with nothing but this field, or with nothing but what it stands in. */
export function inputWith({ path }: Field, value?: unknown): Record<string, unknown> {
  const build = ([step, ...rest]: Field['path']): unknown => {
    if (step === undefined) return value;
    if (step === 0) return rest.length === 0 && value === undefined ? [] : [build(rest)];
    return rest.length === 0 && value === undefined ? {} : { [step]: build(rest) };
  };
  return build(path) as Record<string, unknown>;
}

export const check = (field: Field, value?: unknown) => checkInput(field.input, inputWith(field, value));

/** What is said of the field itself. */
export function problemsOf(field: Field, value?: unknown): unknown[] {
  const checked = check(field, value);
  return 'fields' in checked ? (checked.fields[field.name] ?? []).map(String) : [];
}
