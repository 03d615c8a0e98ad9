// The request id, the log line and the metrics of every request. No query values, no headers, no bodies are logged.
import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import { requestIdForm } from '../gate/errors.ts';
import type { Logger } from '../process/log.ts';
import type { RequestMetrics } from '../process/metrics.ts';

export function observe(log: Logger, metrics: RequestMetrics): Middleware {
  return async (ctx, next) => {
    const started = performance.now();
    const sent = ctx.get('X-Request-Id');
    ctx.state.requestId = requestIdForm.test(sent) ? sent : randomUUID();
    ctx.set('X-Request-Id', ctx.state.requestId);
    await next();
    const milliseconds = performance.now() - started;
    const { requestId, operation, keyId, companyId, waitedMs = 0 } = ctx.state;
    metrics.observe(operation ?? 'none', ctx.status, (milliseconds - waitedMs) / 1000);
    log.info(
      {
        request_id: requestId,
        method: ctx.method,
        path: ctx.path,
        operation,
        status: ctx.status,
        duration_ms: Math.round(milliseconds * 10) / 10,
        key_id: keyId,
        company_id: companyId,
      },
      'request',
    );
  };
}
