// Paths for load balancers and Prometheus: /healthz, /readyz, /metrics.
import type { Middleware } from 'koa';
import { methodNotAllowed, unavailable } from '../gate/errors.ts';
import type { Metrics } from '../process/metrics.ts';

/** `ready` is false while starting or draining: load balancers then send no new requests. */
export type Ready = () => Promise<boolean> | boolean;

export function health(ready: Ready, metrics: Metrics): Middleware {
  return async (ctx, next) => {
    if (!['/healthz', '/readyz', '/metrics'].includes(ctx.path)) return next();
    if (!['GET', 'HEAD'].includes(ctx.method)) throw methodNotAllowed(ctx.method, 'GET, HEAD');
    switch (ctx.path) {
      case '/healthz':
        ctx.body = { status: 'ok' };
        return;
      case '/readyz':
        if (!(await ready())) throw unavailable();
        ctx.body = { status: 'ready' };
        return;
      default:
        ctx.type = metrics.contentType;
        ctx.body = await metrics.text();
    }
  };
}
