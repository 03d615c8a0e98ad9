// Paths for load balancers and Prometheus: /healthz, /readyz, /metrics.
import type { Context, Middleware } from 'koa';
import { methodNotAllowed, unavailable } from '../gate/errors.ts';
import type { Metrics } from '../process/metrics.ts';

/** Whether requests are answered, and, where there are several databases, which of them are there. */
export type Readiness = boolean | { isReady: boolean; cells: Record<string, 'ready' | 'down'> };

/** It is false while starting or draining: load balancers then send no new requests. */
export type Ready = () => Promise<Readiness> | Readiness;

const paths = ['/healthz', '/readyz', '/metrics'];

export function health(ready: Ready, metrics: Metrics): Middleware {
  // What is for others passes without a promise of its own, here and in the other steps that look at the path only.
  return (ctx, next) => (paths.includes(ctx.path) ? serve(ctx) : next());

  async function serve(ctx: Context): Promise<void> {
    if (!['GET', 'HEAD'].includes(ctx.method)) throw methodNotAllowed(ctx.method, 'GET, HEAD');
    switch (ctx.path) {
      case '/healthz':
        ctx.body = { status: 'ok' };
        return;
      case '/readyz': {
        const found = await ready();
        const { isReady, ...more } = typeof found === 'boolean' ? { isReady: found } : found;
        if (!isReady) throw unavailable();
        ctx.body = { status: 'ready', ...more };
        return;
      }
      default:
        ctx.type = metrics.contentType;
        ctx.body = await metrics.text();
    }
  }
}
