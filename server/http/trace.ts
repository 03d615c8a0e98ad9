// A span for each request, in the trace of the caller if it sends one. It runs outside the error path.
import type { Middleware } from 'koa';
import { fail, inSpanOfCaller, isTracing } from '../process/tracing.ts';

/** Load balancers and Prometheus call these very often. */
const excludedPaths = ['/healthz', '/readyz', '/metrics'];

export const traceRequests: Middleware = (ctx, next) => {
  if (!isTracing() || excludedPaths.includes(ctx.path)) return next();
  const facts = { kind: 'server', attributes: { 'http.request.method': ctx.method } } as const;
  return inSpanOfCaller(ctx.method, facts, ctx.headers, async (span) => {
    await next();
    if (!span) return;
    const { operation, route, keyId, companyId, requestId } = ctx.state;
    if (route) span.updateName(`${ctx.method} ${route}`);
    span.setAttributes({
      'http.route': route,
      'http.response.status_code': ctx.status,
      'haat.operation': operation,
      'haat.key_id': keyId,
      'haat.company_id': companyId,
      'haat.request_id': requestId,
    });
    if (ctx.status >= 500) fail(span, String(ctx.status));
  });
};
