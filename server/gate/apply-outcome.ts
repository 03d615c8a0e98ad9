// Applies the outcome of a call to its HTTP response, for REST and tools.
import type { Context } from 'koa';
import { errorOf } from './errors.ts';
import { type Outcome, outcomeHeaders } from './outcome.ts';

/** Sets the headers of an outcome on the response, and the key and company for the log. */
export function setOutcomeHeaders(ctx: Context, outcome: Outcome): void {
  ctx.state.keyId = outcome.key?.id;
  ctx.state.companyId = outcome.key?.company_id;
  // Koa's own `set` makes lists of names and values, which counts where every call has four headers.
  for (const [name, value] of Object.entries(outcomeHeaders(outcome))) ctx.res.setHeader(name, value);
}

/** Sets the headers of an outcome. Throws its error when it is a refusal. */
export function applyOutcome(ctx: Context, outcome: Outcome): void {
  setOutcomeHeaders(ctx, outcome);
  if (outcome.sqlstate !== null) throw errorOf(outcome);
}
