// The one error path: every error is answered with the error object. Unexpected errors show no details to the client.
import type { Middleware } from 'koa';
import { aborted, isAborted } from '../gate/aborted.ts';
import { ApiError, infrastructureErrorOf, notFound, render, storageUnavailable } from '../gate/errors.ts';
import { StorageUnavailable } from '../media/storage/index.ts';
import type { Logger } from '../process/log.ts';

export function errorPath(log: Logger): Middleware {
  return async (ctx, next) => {
    try {
      await next();
      if (ctx.status === 404 && ctx.body === undefined)
        throw notFound('There is nothing at this path. The API is described at /docs.');
    } catch (thrown) {
      // Whatever failed because the client has left in the middle of its body is not an error of ours.
      const hasLeft = isAborted(ctx.req) && !ctx.req.complete;
      const error = hasLeft && !(thrown instanceof ApiError) ? aborted(ctx.req) : thrown;
      if (!(error instanceof ApiError)) log.error({ err: error, request_id: ctx.state.requestId }, 'request failed');
      const answer = error instanceof StorageUnavailable ? storageUnavailable() : infrastructureErrorOf(error);
      render(ctx, error instanceof ApiError ? error : answer);
    }
  };
}
