// REST: a pure function of the registry. Order of checks, for every operation: 401, 429, 403 (all three by admission,
// in SQL), then the request itself (400, 413, 415, 422; request.ts), then the operation.
import type { Context, Middleware } from 'koa';
import { errorOf, methodNotAllowed, notFound } from './errors.ts';
import type { Gate, Outcome } from './gate.ts';
import { outcomeHeaders, presentedKey } from './gate.ts';
import type { NamedOperation, Operation } from './operations/types.ts';
import { bucketOf } from './operations/types.ts';
import type { Request } from './request.ts';
import { readRequest } from './request.ts';
import { Router } from './router.ts';

export const restPrefix = '/ext/v1';

export function rest(operations: Record<string, Operation>, gate: Gate): Middleware {
  const router = new Router(operations);

  return async (ctx, next) => {
    if (!ctx.path.startsWith(`${restPrefix}/`)) return next();
    const found = router.match(ctx.method, ctx.path.slice(restPrefix.length));
    if (found?.operation) return serve(ctx, gate, found.operation, found.parameters);

    // No operation answers these, so they need no key; one that is presented is checked and counted all the same.
    const authorization = ctx.get('Authorization');
    if (authorization) settle(ctx, await gate.admitOnly(presentedKey(authorization), [], bucketOf(ctx.method), 1));
    if (!found) throw notFound('No such path.');
    if (ctx.method !== 'OPTIONS') throw methodNotAllowed(ctx.method, found.allow);
    ctx.set('Allow', found.allow);
    ctx.status = 204;
  };
}

async function serve(ctx: Context, gate: Gate, operation: NamedOperation, parameters: Record<string, string>) {
  ctx.state.operation = operation.name;
  const keyHash = presentedKey(ctx.get('Authorization'));
  let request: Request;
  try {
    request = await readRequest(ctx, operation, parameters);
  } catch (problem) {
    // What is wrong with a request is told only to a caller who is admitted, and the call counts like any other.
    settle(ctx, await gate.admitOnly(keyHash, operation.scopes, bucketOf(operation.method), operation.cost));
    throw problem;
  }
  const { outcome, result } = await gate.callOperation({
    keyHash,
    operation,
    requestId: ctx.state.requestId,
    ...request,
  });
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
  ctx.set(outcomeHeaders(outcome));
  if (outcome.sqlstate !== null) throw errorOf(outcome);
}
