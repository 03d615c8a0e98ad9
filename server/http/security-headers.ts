// Headers for answers made of data; a door that serves pages sets its own.
import type { Middleware } from 'koa';

export const securityHeaders: Middleware = (ctx, next) => {
  ctx.set({
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  });
  return next();
};
