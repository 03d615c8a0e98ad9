// What an outcome does to its response, whichever door it came through.
import type { Context } from 'koa';
import { errorOf } from './errors.ts';
import { type Outcome, outcomeHeaders } from './outcome.ts';

/** Puts an outcome's headers on the response and notes the caller for the log. */
export function note(ctx: Context, outcome: Outcome): void {
  ctx.state.keyId = outcome.key?.id;
  ctx.state.companyId = outcome.key?.company_id;
  ctx.set(outcomeHeaders(outcome));
}

/** Notes an outcome, and throws its refusal. */
export function settle(ctx: Context, outcome: Outcome): void {
  note(ctx, outcome);
  if (outcome.sqlstate !== null) throw errorOf(outcome);
}
