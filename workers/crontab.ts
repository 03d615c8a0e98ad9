// When what runs by itself. Times are UTC.
import { type ParsedCronItem, parseCronItems } from 'graphile-worker';

/** Each is the SQL function internal.<name>(), safe to run at any time and twice. */
export const timers: { name: string; match: string }[] = [
  { name: 'cancel_unpaid_orders', match: '*/5 * * * *' },
  { name: 'expire_videos', match: '*/5 * * * *' },
  { name: 'wake_workers', match: '*/5 * * * *' },
  { name: 'fold_sales_changes', match: '* * * * *' },
  { name: 'disable_failing_endpoints', match: '*/15 * * * *' },
  { name: 'clean_up_rate_windows', match: '7 * * * *' },
  { name: 'clean_up_idempotency_keys', match: '17 * * * *' },
  { name: 'clean_up_webhooks', match: '27 * * * *' },
  { name: 'clean_up_sessions', match: '37 * * * *' },
  { name: 'seal_ledger', match: '47 * * * *' },
  { name: 'seal_history', match: '*/15 * * * *' },
  { name: 'remove_unshown_videos', match: '57 * * * *' },
];

export function cronItems(): ParsedCronItem[] {
  return parseCronItems(
    timers.map(({ name, match }) => ({
      task: 'timer__run',
      match,
      identifier: name,
      payload: { name },
      // What was missed while nobody worked is done by the next run, and one run waits in line at most.
      options: { backfillPeriod: 0, jobKey: name, jobKeyMode: 'preserve_run_at', maxAttempts: 3 },
    })),
  );
}
