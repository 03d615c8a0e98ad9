// Does what the workers do after a rename: the job, step by step, until every product is told.
import type { TestDatabase } from './database.ts';

export async function finishRenames(db: TestDatabase, batch = 200): Promise<void> {
  for (;;) {
    const { rows } = await db.admin.query('select kind, id from internal.pending_renames limit 1');
    if (rows.length === 0) return;
    await db.as('haat_worker').query('select internal.publish_rename($1, $2, $3)', [rows[0].kind, rows[0].id, batch]);
  }
}
