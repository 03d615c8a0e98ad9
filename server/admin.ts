import type { Middleware } from 'koa';
export function adminPages(): Middleware { return (_ctx, next) => next(); }
