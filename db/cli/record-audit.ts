// Notes the result of an audit, for /metrics and for the next one (internal.audit_runs, internal.verified_seals). The audit
// itself runs as haat_dba, who can write nothing, so this takes a connection of the workers.
import packageFile from '../../package.json' with { type: 'json' };
import { type Database, urlAs, withClient } from '../connect/connection.ts';

export interface Audit {
  startedAt: Date;
  brokenChecks: string[];
  /** Which share it verified; null for the whole. */
  share: number | null;
  shares: number;
  /** What it says it has verified (internal.audit_heads). */
  heads: unknown;
}

/** An audit is worth its result even where that cannot be noted, as on a standby: then it says so and goes on. */
export async function recordAudit(database: Database, audit: Audit): Promise<void> {
  const { startedAt, brokenChecks, share, shares, heads } = audit;
  try {
    await withClient(await urlAs(database, 'haat_worker'), (client) =>
      client.query('select internal.record_audit($1, $2, $3, $4, $5, $6)', [
        startedAt,
        brokenChecks,
        share,
        share && shares,
        heads,
        packageFile.version,
      ]),
    );
  } catch (error) {
    console.error(`haat: the result is not noted, for /metrics and for the next audit: ${(error as Error).message}`);
  }
}
