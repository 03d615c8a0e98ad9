// REST: a pure function of the registry. It finds the operation and reads the request; the pipeline does the rest.
import type { Context, Middleware } from 'koa';
import { applyOutcome } from '../gate/apply-outcome.ts';
import { methodNotAllowed, notFound } from '../gate/errors.ts';
import type { Gates } from '../gate/gate.ts';
import { presentedKey } from '../gate/gate.ts';
import type { CallPipeline } from '../gate/pipeline.ts';
import { type Request, readRequest } from '../gate/request.ts';
import { isTagged } from '../operations/index.ts';
import type { Deprecation, Operation } from '../operations/types.ts';
import { bucketOf } from '../operations/types.ts';
import { bytesOf } from './bytes.ts';
import { isKnown, tagOf } from './conditional.ts';
import { readFormRequest, takesForm } from './form-request.ts';
import { readJobRequest, streamResults, takesFile } from './jobs.ts';
import { type Route, Router } from './router.ts';

export const restPrefix = '/ext/v1';

export function rest(operations: Record<string, Operation>, gate: Gates, pipeline: CallPipeline): Middleware {
  const router = new Router(operations);

  return async (ctx, next) => {
    if (!ctx.path.startsWith(`${restPrefix}/`)) return next();
    const found = router.match(ctx.method, ctx.path.slice(restPrefix.length));
    if (found?.operation) return serve(ctx, pipeline, found.operation, found.parameters);

    // Unknown paths and methods need no key, but a key that is sent is checked and counted.
    const authorization = ctx.get('Authorization');
    if (authorization)
      applyOutcome(ctx, await gate.admitOnly(presentedKey(authorization), [], bucketOf(ctx.method), 1));
    if (!found) throw notFound('There is no endpoint at this path. The endpoints are listed at /docs.');
    if (ctx.method !== 'OPTIONS') throw methodNotAllowed(ctx.method, found.allow);
    ctx.set('Allow', found.allow);
    ctx.status = 204;
  };
}

async function serve(ctx: Context, pipeline: CallPipeline, operation: Route, parameters: Record<string, string>) {
  ctx.state.operation = operation.name;
  ctx.state.route = restPrefix + operation.path;
  if (operation.deprecation) ctx.set(deprecationHeaders(operation.deprecation));
  const { requestId } = ctx.state;
  const left = operation.waits && leaving(ctx);
  const caller = { keyHash: ctx.state.keyHash ?? presentedKey(ctx.get('Authorization')), operation, requestId, left };
  let request: Request | undefined;
  const { outcome, result, problem, waitedMs } = await pipeline.answer(caller, async () => {
    if (takesForm(ctx, operation)) return readFormRequest(ctx, caller, parameters, pipeline);
    request = takesFile(ctx, operation)
      ? readJobRequest(ctx, operation)
      : await readRequest(ctx, operation, parameters);
    return request;
  });
  ctx.state.waitedMs = waitedMs;
  applyOutcome(ctx, outcome);
  if (problem) throw problem;
  if (result === null) throw new Error(`api.${operation.name} returned null`);
  ctx.status = operation.status;
  if (operation.job === 'results') return streamResults(ctx, pipeline, { ...caller, ...request! }, result);
  ctx.res.setHeader('Content-Type', 'application/json; charset=utf-8');
  const body = bytesOf(result);
  const tag = isTagged(operation) ? tagOf(operation, result, body) : null;
  if (tag !== null && operation.conditional && isKnown(ctx, tag)) {
    ctx.status = 304;
    return;
  }
  if (tag !== null) ctx.res.setHeader('ETag', tag);
  ctx.body = body;
}

/** Aborted when the client leaves before its answer. */
function leaving(ctx: Context): AbortSignal {
  const controller = new AbortController();
  ctx.res.once('close', () => controller.abort());
  return controller.signal;
}

/** Set on every answer of an endpoint that will be removed, also on errors. */
function deprecationHeaders({ since, sunset, link }: Deprecation): Record<string, string> {
  return {
    Deprecation: `@${Date.parse(since) / 1000}`,
    Sunset: new Date(sunset).toUTCString(),
    Link: `<${link}>; rel="deprecation"`,
  };
}
