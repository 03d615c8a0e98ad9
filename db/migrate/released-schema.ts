// Records the schema of a release, so that the audit can find later changes. Reads the catalog before and after a release is
// applied, and stores what it changed (internal.record_schema).
import type pg from 'pg';
import { withClient } from '../connect/connection.ts';

/** The objects before a release is applied. Null if no release was recorded yet. */
export async function readObjects(ownerUrl: string): Promise<string | null> {
  return await withClient(ownerUrl, async (owner: pg.Client) => {
    const { rows } = await owner.query(
      `select to_regproc('internal.schema_objects') is not null and to_regclass('internal.released_schema') is not null as is_known`,
    );
    if (!rows[0].is_known) return null;
    const { rows: found } = await owner.query(
      `select (select json_agg(o) from internal.schema_objects() o)::text as objects
       where exists (select from internal.released_schema)`,
    );
    return found[0]?.objects ?? null;
  });
}

/** Records what the release changed. Returns the objects that differ from every release. */
export async function recordObjects(ownerUrl: string, before: string | null): Promise<string[]> {
  return await withClient(ownerUrl, async (owner) => {
    await owner.query('select internal.record_schema($1)', [before]);
    const { rows } = await owner.query<{ object: string }>(
      'select object from internal.changed_objects() order by object',
    );
    return rows.map(({ object }) => object);
  });
}
