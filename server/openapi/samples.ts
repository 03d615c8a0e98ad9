// What the reference shows of each operation: a request and its answer, composed from the schemas of the registry. One product,
// one customer and one order stand in all of them, so amounts and ids agree from one to the next.
import { z } from 'zod';
import { operations } from '../operations/index.ts';
import type { Operation } from '../operations/types.ts';
import { fieldSamples, idOf, shownFields } from './field-samples.ts';
import { answerSamples, requestSamples } from './request-samples.ts';
import { pathParameters } from './schemas.ts';

export type Sample = { path: object; query: object; body?: unknown; answer: unknown };

type Schema = z.core.JSONSchema.BaseSchema;

/** `around`: the name of the object that has the field; `isRequest`: only what must be given is. */
type Place = { defs: Record<string, Schema>; around: string; field: string; isRequest: boolean };

const singular = (name: string) => name.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');
const snake = (name: string) => name.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

function compose(schema: Schema, place: Place): unknown {
  const { defs, around, field, isRequest } = place;
  if (schema.$ref) {
    const name = schema.$ref.split('/').pop()!;
    return compose(defs[name]!, { ...place, field: snake(name) });
  }
  if (schema.const !== undefined) return schema.const;
  if (`${around}.${field}` === 'data.object') return composeFrom(operations.get_order!.output, 'output', 'order');
  const known = fieldSamples[`${around}.${field}`] ?? fieldSamples[field];
  if (known !== undefined && isAllowed(schema, known)) return schema.type === 'number' ? Number(known) : known;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    const mayBeNull = choices.some(({ type }) => type === 'null');
    return mayBeNull && !shownFields.has(field) ? null : compose(choices[0]!, place);
  }
  if (Array.isArray(schema.type) && schema.type.includes('null')) return null;
  if (schema.examples?.length) return schema.examples[0];
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'object') return composeObject(schema, place);
  if (schema.type === 'array') {
    const items = schema.items as Schema | undefined;
    return items ? [compose(items, { ...place, field: singular(field) })] : [];
  }
  if (schema.format === 'uuid') return idOf(field === 'id' ? around : field.replace(/_ids?$/, ''));
  if (schema.type === 'boolean') return false;
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 0, isRequest ? 1 : 0);
  return field.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase());
}

/** Of a list of words only those are shown; other texts may be anything that the schema takes. */
function isAllowed({ type, enum: allowed, examples = [] }: Schema, value: unknown): boolean {
  if (type === 'object' && typeof value !== 'object') return false;
  const words = allowed ?? examples.filter((example) => /^[a-z_]+$/.test(String(example)));
  return words.length === 0 || (words as unknown[]).includes(value);
}

/** What may be left out is shown of the answer itself, not of what is in it. */
function composeObject({ properties = {}, required = [] }: Schema, place: Place): Record<string, unknown> {
  const mayShow = place.around === '' && !place.isRequest;
  const within = { ...place, around: singular(place.field) };
  const shown = Object.entries(properties).filter(
    ([field]) => required.includes(field) || (mayShow && shownFields.has(field)),
  );
  return Object.fromEntries(shown.map(([field, schema]) => [field, compose(schema as Schema, { ...within, field })]));
}

function composeFrom(schema: z.ZodType, io: 'input' | 'output', field: string): unknown {
  const { $defs = {}, ...root } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  const defs = $defs as Record<string, Schema>;
  return compose(root, { defs, around: '', field: snake(root.id ?? field), isRequest: io === 'input' });
}

function sampleOf(name: string, { method, path, input, output }: Operation): Sample {
  const record = singular(path.split('/')[1]!);
  const inPath = pathParameters(path);
  const required = composeFrom(input, 'input', record) as Record<string, unknown>;
  const given = Object.entries({ ...required, ...requestSamples[name] }).filter(([field]) => !inPath.includes(field));
  const [own, isRead] = [Object.fromEntries(given), method === 'GET' || method === 'DELETE'];
  const answer = composeFrom(output, 'output', name);
  return {
    path: Object.fromEntries(inPath.map((field) => [field, field === 'id' ? idOf(record) : required[field]])),
    query: isRead ? own : {},
    ...(!isRead && { body: own }),
    answer: isRead ? answer : { ...said(own, answer as object), ...answerSamples[name] },
  };
}

/** The answer to a write says what the request said. */
function said(own: object, answer: object): object {
  const same = Object.entries(own).filter(
    ([field, value]) => field in answer && (value === null || /string|boolean/.test(typeof value)),
  );
  return { ...answer, ...Object.fromEntries(same) };
}

const made = new WeakMap<Operation, Sample>();

/** Composed when it is first asked for. */
export function sample(name: string, operation: Operation = operations[name]!): Sample {
  const known = made.get(operation) ?? sampleOf(name, operation);
  made.set(operation, known);
  return known;
}
