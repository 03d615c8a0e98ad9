// REST: a pure function of the registry. Order of checks, for every operation: 401, 429, 403 (all three by admission,
// in SQL), then the request itself (400, 413, 415, 422; request.ts), then the operation.
import type { Context, Middleware } from 'koa';
import { methodNotAllowed, notFound } from './errors.ts';
import { type Caller, type FormRequest, readFormRequest, takesForm } from './form-request.ts';
import type { Answer, Gate } from './gate.ts';
import { presentedKey } from './gate.ts';
import type { Deprecation, NamedOperation, Operation } from './operations/types.ts';
import { bucketOf } from './operations/types.ts';
import type { CallPipeline } from './pipeline.ts';
import { type Request, readRequest } from './request.ts';
import { type Route, Router } from './router.ts';
import { settle } from './settle.ts';

export const restPrefix = '/ext/v1';

export function rest(operations: Record<string, Operation>, gate: Gate, pipeline: CallPipeline): Middleware {
  const router = new Router(operations);

  return async (ctx, next) => {
    if (!ctx.path.startsWith(`${restPrefix}/`)) return next();
    const found = router.match(ctx.method, ctx.path.slice(restPrefix.length));
    if (found?.operation) return serve(ctx, gate, pipeline, found.operation, found.parameters);

    // No operation answers these, so they need no key; one that is presented is checked and counted all the same.
    const authorization = ctx.get('Authorization');
    if (authorization) settle(ctx, await gate.admitOnly(presentedKey(authorization), [], bucketOf(ctx.method), 1));
    if (!found) throw notFound('No such path.');
    if (ctx.method !== 'OPTIONS') throw methodNotAllowed(ctx.method, found.allow);
    ctx.set('Allow', found.allow);
    ctx.status = 204;
  };
}

async function serve(
  ctx: Context,
  gate: Gate,
  pipeline: CallPipeline,
  operation: Route,
  parameters: Record<string, string>,
) {
  ctx.state.operation = operation.name;
  ctx.state.route = restPrefix + operation.path;
  if (operation.deprecation) ctx.set(deprecationHeaders(operation.deprecation));
  const caller: Caller = { keyHash: presentedKey(ctx.get('Authorization')), requestId: ctx.state.requestId };
  let read: Request | FormRequest | Answer;
  try {
    if (takesForm(ctx, operation)) read = await readFormRequest(ctx, operation, parameters, pipeline, caller);
    else read = await readRequest(ctx, operation, parameters);
  } catch (problem) {
    // What is wrong with a request is told only to a caller who is admitted, and the call counts like any other.
    settle(ctx, await gate.admitOnly(caller.keyHash, operation.scopes, bucketOf(operation.method), operation.cost));
    throw problem;
  }
  const { outcome, result } = await answerTo(read, pipeline, operation, caller);
  settle(ctx, outcome);
  if (result === null) throw new Error(`api.${operation.name} answered nothing`);
  ctx.status = operation.status;
  ctx.type = 'application/json';
  ctx.body = result;
}

async function answerTo(
  read: Request | FormRequest | Answer,
  pipeline: CallPipeline,
  operation: NamedOperation,
  caller: Caller,
): Promise<Answer> {
  // A form may have its answer before it is read: a replay, or a refusal.
  if ('outcome' in read) return read;
  if (!('form' in read)) return pipeline.callOperation({ ...caller, operation, ...read });
  const { form, close, ...request } = read;
  try {
    return await pipeline.callOperation({ ...caller, operation, ...request }, form);
  } finally {
    await close();
  }
}

/** On every answer of an endpoint that is going away, refusals included. */
function deprecationHeaders({ since, sunset, link }: Deprecation): Record<string, string> {
  return {
    Deprecation: `@${Date.parse(since) / 1000}`,
    Sunset: new Date(sunset).toUTCString(),
    Link: `<${link}>; rel="deprecation"`,
  };
}
