// Headers for answers with data. Interfaces that serve pages set their own headers.
import type { Middleware } from 'koa';

const headers = new Map([
  ['Cache-Control', 'no-store'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Content-Type-Options', 'nosniff'],
]);

export const securityHeaders: Middleware = (ctx, next) => {
  ctx.res.setHeaders(headers);
  return next();
};
