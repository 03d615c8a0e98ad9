// The timers: which SQL functions run regularly, and when. Times are UTC.
import { type ParsedCronItem, parseCronItems } from 'graphile-worker';

/** Each timer runs the SQL function internal.<name>(). It is safe to run it at any time, and twice. */
export const timers: { name: string; match: string }[] = [
  { name: 'cancel_unpaid_orders', match: '*/5 * * * *' },
  { name: 'expire_videos', match: '*/5 * * * *' },
  { name: 'expire_exports', match: '12 * * * *' },
  { name: 'wake_workers', match: '*/5 * * * *' },
  { name: 'store_missing_documents', match: '*/10 * * * *' },
  { name: 'tell_of_call_backs', match: '* * * * *' },
  { name: 'fold_sales_changes', match: '* * * * *' },
  { name: 'fold_order_counts', match: '* * * * *' },
  { name: 'fold_product_counts', match: '* * * * *' },
  { name: 'disable_failing_endpoints', match: '*/15 * * * *' },
  { name: 'disable_keyless_endpoints', match: '*/15 * * * *' },
  { name: 'clean_up_rate_windows', match: '7 * * * *' },
  { name: 'clean_up_idempotency_keys', match: '17 * * * *' },
  { name: 'clean_up_webhooks', match: '27 * * * *' },
  { name: 'clean_up_sessions', match: '37 * * * *' },
  { name: 'clean_up_personal_data_reads', match: '22 3 * * *' },
  { name: 'clean_up_jobs', match: '*/10 * * * *' },
  { name: 'erase_left_customers', match: '*/10 * * * *' },
  { name: 'seal_ledger', match: '47 * * * *' },
  { name: 'seal_history', match: '*/15 * * * *' },
  { name: 'remove_unshown_videos', match: '57 * * * *' },
];

export function cronItems(): ParsedCronItem[] {
  return parseCronItems([
    // What a server of an earlier release has written in clear.
    {
      task: 'secrets__encrypt',
      match: '*/5 * * * *',
      identifier: 'secrets__encrypt',
      options: { backfillPeriod: 0, jobKey: 'secrets__encrypt', maxAttempts: 3 },
    },
    ...timers.map(({ name, match }) => ({
      task: 'timer__run',
      match,
      identifier: name,
      payload: { name },
      // Runs that were missed while no worker ran are not repeated: the next run does their work. At most one run waits.
      options: { backfillPeriod: 0, jobKey: name, jobKeyMode: 'preserve_run_at' as const, maxAttempts: 3 },
    })),
  ]);
}
