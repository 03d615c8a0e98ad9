// Notes the result of a whole audit for /metrics (internal.audit_runs). The audit itself runs as haat_dba, who can write
// nothing, so this takes a connection of the workers.
import { type Database, urlAs, withClient } from '../connect/connection.ts';

/** An audit is worth its result even where that cannot be noted, as on a standby: then it says so and goes on. */
export async function recordAudit(database: Database, startedAt: Date, brokenChecks: string[]): Promise<void> {
  try {
    await withClient(await urlAs(database, 'haat_worker'), (client) =>
      client.query('select internal.record_audit($1, $2)', [startedAt, brokenChecks]),
    );
  } catch (error) {
    console.error(`haat: the result is not noted for /metrics: ${(error as Error).message}`);
  }
}
