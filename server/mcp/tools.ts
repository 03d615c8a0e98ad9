// The tools, made once from the registry: what tools/list shows of each, and how its arguments become a call.

import type { z } from 'zod';
import { isRepeated } from '../gate/free-form.ts';
import { checkInput, freeFormFields, Problems, type Sent, type TextOf } from '../gate/input.ts';
import { InvalidInput, type Request } from '../gate/request.ts';
import { expectedUpdatedAt, takeExpected, withVersions } from '../gate/version.ts';
import { operations } from '../operations/index.ts';
import { isGiven } from '../operations/schemas.ts';
import type { Bucket, Composition, NamedOperation, Operation, Scope } from '../operations/types.ts';
import { bucketOf } from '../operations/types.ts';
import { briefOutputSchema, inputSchema, type JsonSchema, outputSchema, recordsIn } from './schemas.ts';

export type Registry = Record<string, Operation | Composition>;

export type ServedTool = {
  name: string;
  title: string;
  description: string;
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
  operation: NamedOperation;
  /** Whether a call takes an idempotency_key; `conditional`: it must with the field that `keyWith` names. */
  idempotency: 'required' | 'conditional' | 'optional' | 'none';
  keyWith: string | null;
  bucket: Bucket;
  /** The REST calls that do the same. */
  restTwin: string[];
  inputSchema: JsonSchema;
  outputSchema: JsonSchema;
  /** False of a tool that another one does the work of: it is answered by its name only. */
  isListed: boolean;
  /** The key must hold one of these to be shown the tool; null where the scopes of the operation say it. */
  scopesAny: Scope[] | null;
  /** What tools/list shows, as JSON text. */
  listing: string;
};

/** Schemas are made when they are first asked for: those of all tools take as long as the rest of a start. */
function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

export function toolsOf(registry: Registry): Map<string, ServedTool> {
  const tools = Object.entries(registry)
    .filter(([, { tool }]) => tool !== null)
    .map(([name, operation]) => serve(name, operation, registry));
  const homeOf = lazily(() => homes(tools.filter(({ isListed }) => isListed)));
  for (const tool of tools) {
    const get = lazily(() => JSON.stringify(listingOf(tool, homeOf())));
    Object.defineProperty(tool, 'listing', { get });
  }
  return new Map(tools.map((tool) => [tool.name, tool]));
}

function serve(name: string, registered: Operation | Composition, registry: Registry): ServedTool {
  const { name: published = name, title, description, hints, idempotency: rule, input: own } = registered.tool!;
  const { foldedInto, scopesAny = takesJobScopes(registered) ? jobScopes : null } = registered.tool!;
  const operation = own ? { ...registered, input: own } : registered;
  const keyWith = typeof rule === 'object' ? rule.requiredWith : null;
  const idempotency = keyWith ? 'conditional' : ((rule as 'required' | undefined) ?? operation.idempotency ?? 'none');
  const folded = Object.keys(registry).filter((other) => registry[other]!.tool?.foldedInto === published);
  const twins = new Set([...('composes' in operation ? operation.composes : [name]), ...folded]);
  const input = lazily(() =>
    withCommon(withPlainId(published, inputSchema(operation.input)), idempotency, keyWith, operation.writes),
  );
  const output = lazily(() => outputSchema(operation.output));
  return {
    name: published,
    title,
    description,
    annotations: {
      readOnlyHint: operation.method === 'GET',
      destructiveHint: hints.destructive,
      idempotentHint: hints.idempotent,
      openWorldHint: hints.openWorld,
    },
    operation: { ...operation, name },
    idempotency,
    keyWith,
    bucket: bucketOf(operation.method),
    restTwin: Array.from(twins, (twin) => restCall(registry[twin]!)),
    isListed: foldedInto === undefined,
    scopesAny,
    get inputSchema() {
      return input();
    },
    get outputSchema() {
      return output();
    },
    listing: '',
  };
}

function restCall(operation: Operation | Composition): string {
  if ('composes' in operation) throw new Error('a composition is made of operations that have a route');
  return `${operation.method} ${operation.path}`;
}

/** Agents have paid twice where a text asked for a value "unique to every request": it must say what a retry sends. */
const keySchema = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description: 'The same value when retrying this call, a new one only for a different call.',
};

const versionSchema = {
  type: 'string',
  description: '`updated_at` as you read it: refused if changed since.',
};

/** Less the words of an id that the name of the tool says: of get_order it is the order's. */
function withPlainId(name: string, schema: JsonSchema): JsonSchema {
  const { id, ...others } = schema.properties as Record<string, JsonSchema>;
  const [, record] = /^Id of the (\w+)\.$/.exec(String(id?.description)) ?? [];
  if (!id || !record || !name.endsWith(`_${record}`)) return schema;
  const { description, ...plain } = id;
  return { ...schema, properties: { id: plain, ...others } };
}

/** The input of an operation with the arguments that every write has as a tool. */
function withCommon(
  schema: JsonSchema,
  idempotency: ServedTool['idempotency'],
  keyWith: ServedTool['keyWith'],
  writes: NamedOperation['writes'],
): JsonSchema {
  if (idempotency === 'none') return schema;
  const description = keyWith ? `Required with \`${keyWith}\`. ${keySchema.description}` : keySchema.description;
  const { properties, required = [], ...rest } = schema as { properties: object; required?: string[] };
  return {
    ...rest,
    properties: {
      ...properties,
      ...(writes && { [expectedUpdatedAt]: versionSchema }),
      idempotency_key: { ...keySchema, description },
    },
    required: idempotency === 'required' ? [...required, 'idempotency_key'] : required,
  };
}

function listingOf(tool: ServedTool, homeOf: (record: string, tool: ServedTool) => string) {
  const { name, title, description, annotations } = tool;
  return {
    name,
    title,
    description,
    annotations,
    inputSchema: tool.inputSchema,
    outputSchema: briefOutputSchema(tool.operation.output, tool.inputSchema, (record) => {
      const home = homeOf(record, tool);
      return home === name ? null : home;
    }),
  };
}

/** Says which tool describes a record in full: one that reads it, if there is one, and that the same key sees. */
function homes(tools: ServedTool[]): (record: string, tool: ServedTool) => string {
  const reads = tools.filter(({ annotations }) => annotations.readOnlyHint);
  const candidates = new Map<string, ServedTool[]>();
  const add = (record: string, tool: ServedTool) => candidates.set(record, [...(candidates.get(record) ?? []), tool]);
  const records = new Map(reads.map((tool) => [tool, recordsIn(tool.operation.output)]));
  // A tool whose answer is the record itself goes before one that lists it, and that before one that holds it somewhere.
  for (const tool of reads) for (const record of records.get(tool)!.root) add(record, tool);
  for (const tool of reads) for (const record of records.get(tool)!.listed) add(record, tool);
  const withRoot = reads.filter((tool) => records.get(tool)!.root.length > 0);
  for (const tool of [...withRoot, ...reads]) for (const record of records.get(tool)!.all) add(record, tool);
  // What no tool reads, the first that writes it describes.
  for (const tool of tools) for (const record of recordsIn(tool.operation.output).root) add(record, tool);
  return (record, tool) => {
    const visible = candidates.get(record)?.find(({ operation }) => implies(tool.operation.scopes, operation.scopes));
    return visible?.name ?? tool.name;
  };
}

const implies = (held: Scope[], wanted: Scope[]) =>
  wanted.every((scope) => grants([...held, ...companions(held)], scope));

/** A key that writes the catalog always reads products. see: guides/overview#scopes */
const companions = (held: Scope[]): Scope[] => (held.includes('catalog:write') ? ['products:read'] : []);

/** As gate.has_scope says: write satisfies read of the same resource, never the reverse. */
export function grants(held: string[], wanted: string): boolean {
  return held.includes(wanted) || (wanted.endsWith(':read') && held.includes(wanted.replace(':read', ':write')));
}

/** The arguments that are kept as they are sent. */
export const freeFormNames = new Set(Object.values(operations).flatMap(({ input }) => freeFormFields(input)));

/** The scopes of the operations that a job can run: it has those of its own operation, which are one each. */
export const jobScopes: Scope[] = [
  ...new Set(
    (operations.create_job!.input.shape.operation as z.ZodEnum).options.flatMap(
      (name) => operations[String(name)]!.scopes,
    ),
  ),
].sort();

/** Whether a key that holds these scopes is shown the tool: it can call it, or a job of it. */
export const isShownTo = (held: string[], { operation, scopesAny, isListed }: ServedTool): boolean =>
  isListed &&
  operation.scopes.every((scope) => grants(held, scope)) &&
  (scopesAny === null || scopesAny.some((scope) => grants(held, scope)));

/** Whether any scope that a job may have will do. */
const takesJobScopes = ({ job }: Pick<NamedOperation, 'job'>): boolean => job === 'create' || job === 'cancel';

/** Checks what a model sent, as REST checks a request: everything that is wrong with it is told at once. Throws 422. */
export function readArguments(
  tool: ServedTool,
  given: unknown = {},
  textOf?: TextOf,
  repeated: string[] = [],
): Request {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new InvalidInput({ arguments: ['must be an object'] }, false);
  }
  const { operation } = tool;
  const { others: sent, versions, problem: outdated } = takeExpected(operation, given as Sent);
  const { idempotency_key: key, ...others } = sent;
  const takesKey = tool.idempotency !== 'none';
  const problems = new Problems();
  if (outdated) problems.add(expectedUpdatedAt, outdated);
  for (const path of repeated) problems.add(path, isRepeated);
  const checked = checkInput(operation.input, takesKey ? others : sent, problems, textOf);
  const isRequired = tool.idempotency === 'required' || (tool.keyWith !== null && isGiven(others[tool.keyWith]));
  const problem = takesKey ? keyProblem(key, isRequired) : null;
  if ('fields' in checked || problem) {
    const fields = { ...('fields' in checked && checked.fields), ...(problem && { idempotency_key: [problem] }) };
    throw new InvalidInput(fields, checked.lacksStore);
  }
  return {
    input: withVersions(checked.input, operation, versions),
    sent: checked.sent,
    idempotencyKey: takesKey && isGiven(key) ? (key as string) : null,
  };
}

function keyProblem(key: unknown, isRequired: boolean): string | null {
  if (!isGiven(key)) return isRequired ? 'is required' : null;
  if (typeof key !== 'string') return 'must be a string';
  if (key === '') return 'must not be empty';
  if (key.length > 255) return 'must be at most 255 characters long';
  // Postgres cannot hold these in text.
  return key.includes('\0') || !key.isWellFormed() ? 'must not contain NUL characters or unpaired surrogates' : null;
}
