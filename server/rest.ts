// REST: a pure function of the registry. Order of checks, for every operation: 401, 429, 403 (all three by admission,
// in SQL), then the Idempotency-Key header (400), the body's size and type (413, 415), its content (422), the operation.
import type { IncomingMessage } from 'node:http';
import type { Context, Middleware } from 'koa';
import type { z } from 'zod';
import {
  ApiError,
  badHeader,
  bodyTooLarge,
  errorOf,
  invalid,
  methodNotAllowed,
  notFound,
  unsupportedMediaType,
} from './errors.ts';
import type { Gate, Outcome } from './gate.ts';
import { outcomeHeaders, presentedKey } from './gate.ts';
import { checkInput, Problems } from './input.ts';
import type { NamedOperation, Operation } from './operations/types.ts';
import { bucketOf } from './operations/types.ts';
import { Router } from './router.ts';

export const restPrefix = '/ext/v1';
const largestBody = 1_000_000;

type Ready = { input: string; sent: Record<string, unknown>; idempotencyKey: string | null };

export function rest(operations: Record<string, Operation>, gate: Gate): Middleware {
  const router = new Router(operations);

  return async (ctx, next) => {
    if (!ctx.path.startsWith(`${restPrefix}/`)) return next();
    const found = router.match(ctx.method, ctx.path.slice(restPrefix.length));
    if (found?.operation) return serve(ctx, gate, found.operation, found.parameters);

    // No operation is behind these. They need no key; one that is presented is checked and counted all the same.
    if (ctx.get('Authorization')) {
      const key = presentedKey(ctx.get('Authorization'));
      settle(ctx, await gate.admitOnly(key, [], bucketOf(ctx.method), 1));
    }
    if (!found) throw notFound('No such path.');
    if (ctx.method !== 'OPTIONS') throw methodNotAllowed(ctx.method, found.pattern.allow);
    ctx.set('Allow', found.pattern.allow);
    ctx.status = 204;
  };
}

async function serve(ctx: Context, gate: Gate, operation: NamedOperation, parameters: Record<string, string>) {
  ctx.state.operation = operation.name;
  const keyHash = presentedKey(ctx.get('Authorization'));
  let ready: Ready;
  try {
    ready = await read(ctx, operation, parameters);
  } catch (problem) {
    // What is wrong with the request is told only to somebody who is admitted, and counts like any call.
    settle(ctx, await gate.admitOnly(keyHash, operation.scopes, bucketOf(operation.method), operation.cost));
    throw problem;
  }
  const { outcome, result } = await gate.callOperation({ keyHash, operation, ...ready, requestId: ctx.state.requestId });
  settle(ctx, outcome);
  if (result === null) throw new Error(`api.${operation.name} answered nothing`);
  ctx.status = operation.status;
  ctx.type = 'application/json';
  ctx.body = result;
}

/** Puts an outcome's headers on the response, notes the caller for the log, and throws the outcome's refusal. */
function settle(ctx: Context, outcome: Outcome): void {
  ctx.state.keyId = outcome.key?.id;
  ctx.state.companyId = outcome.key?.company_id;
  const headers = outcomeHeaders(outcome);
  ctx.set(headers);
  if (outcome.sqlstate !== null) throw errorOf(outcome, headers);
}

/** Reads and checks the whole request; throws the first problem in the order of checks. */
async function read(ctx: Context, operation: NamedOperation, parameters: Record<string, string>): Promise<Ready> {
  const idempotencyKey = operation.idempotency ? readIdempotencyKey(ctx, operation.idempotency) : null;
  const problems = new Problems();
  const query = readQuery(ctx.querystring, problems);
  const isRead = operation.method === 'GET';
  const sent = isRead ? typedQuery(query, operation.input) : await readBody(ctx, problems);
  if (!isRead) addQuery(sent, query, operation.input, problems);
  for (const [name, value] of Object.entries(parameters)) {
    if (Object.hasOwn(sent, name)) problems.add(name, 'not allowed');
    sent[name] = value;
  }
  const checked = checkInput(operation.input, sent, problems);
  if ('input' in checked) return { input: checked.input, sent, idempotencyKey };
  // An id in the path that cannot be one names no record.
  if (Object.keys(checked.fields).every((field) => Object.hasOwn(parameters, field))) throw notFound('No such record.');
  throw invalid(checked.fields);
}

function readIdempotencyKey(ctx: Context, rule: 'required' | 'optional'): string | null {
  const key = ctx.headers['idempotency-key'] as string | undefined;
  if (key === undefined) {
    if (rule === 'required') throw badHeader('Idempotency-Key', 'is required');
    return null;
  }
  if (key === '') throw badHeader('Idempotency-Key', 'must not be empty');
  if (key.length > 255) throw badHeader('Idempotency-Key', 'must be at most 255 characters long');
  return key;
}

function readQuery(querystring: string, problems: Problems): Map<string, string> {
  const query = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(querystring)) {
    if (query.has(name)) problems.add(name, 'must be given once');
    query.set(name, value);
  }
  return query;
}

/** Parameters as the types their schema asks for. What does not fit stays text, for the schema to refuse. */
function typedQuery(query: Map<string, string>, schema: z.ZodObject): Record<string, unknown> {
  const typed: Record<string, unknown> = {};
  for (const [name, value] of query) {
    const type = Object.hasOwn(schema.shape, name) ? baseType(schema.shape[name] as z.core.$ZodType) : undefined;
    let parameter: unknown = value;
    if (type === 'number' && /^-?\d{1,15}$/.test(value)) parameter = Number(value);
    else if (type === 'boolean' && (value === 'true' || value === 'false')) parameter = value === 'true';
    else if (type === 'array') parameter = value.split(',');
    Object.defineProperty(typed, name, { value: parameter, enumerable: true, writable: true });
  }
  return typed;
}

function baseType(schema: z.core.$ZodType): string {
  const { innerType } = schema._zod.def as { innerType?: z.core.$ZodType };
  return innerType ? baseType(innerType) : schema._zod.def.type;
}

/** Of a write's query only `store_id` is known; it may stand in the body as well, saying the same. */
function addQuery(sent: Record<string, unknown>, query: Map<string, string>, schema: z.ZodObject, problems: Problems) {
  for (const [name, value] of query) {
    if (name !== 'store_id' || !Object.hasOwn(schema.shape, name)) problems.add(name, 'not allowed');
    else if (!Object.hasOwn(sent, name)) sent[name] = value;
    else if (sent[name] !== value) problems.add(name, 'differs between body and query');
  }
}

async function readBody(ctx: Context, problems: Problems): Promise<Record<string, unknown>> {
  const isEmpty = ctx.headers['content-length'] === '0' || ctx.request.type === '' && !ctx.headers['transfer-encoding'] && ctx.headers['content-length'] === undefined;
  if (isEmpty) return {};
  const bytes = await collect(ctx.req, Number(ctx.headers['content-length'] ?? 0));
  return {};
}

export { ApiError };
