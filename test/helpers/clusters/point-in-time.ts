// The drill of a restore: by hand what pgBackRest does.
import { findBroken } from '../invariants.ts';
import { type House, type Opened, until } from './drill.ts';

export interface Restored {
  /** Orders from before the moment, and how many of them the restored server lacks. */
  before: number;
  missing: number;
  /** Orders from after the moment, and how many of them it has all the same. */
  after: number;
  tooMany: number;
  broken: string[];
}

/** A base backup and a moment to go back to, both while merchants work; then another server is brought to that moment. */
export async function restoreToMoment(opened: Opened, house: House, writes: number): Promise<Restored> {
  const { primary, admin, archive, load } = house;
  const copy = await primary.copy();
  opened.teardown(() => copy.remove());
  await load.progress(writes);
  const before = await idsOf(house, 'true');
  const { rows } = await admin.query('select clock_timestamp()::text as moment');
  const { moment } = rows[0];
  await load.progress(writes);
  const after = await idsOf(house, `created_at > '${moment}'`);
  await archiveAll(house);

  copy.configure({
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: moment,
    recovery_target_action: 'promote',
    archive_mode: 'off',
    synchronous_standby_names: '',
  });
  copy.signal('recovery');
  await copy.start();
  const restored = opened.pool(copy);
  await until(restored, 'not pg_is_in_recovery()');
  const found = await restored.query<{ id: string }>('select id from app.orders');
  const ids = new Set(found.rows.map(({ id }) => id));
  return {
    before: before.length,
    missing: before.filter((id) => !ids.has(id)).length,
    after: after.length,
    tooMany: after.filter((id) => ids.has(id)).length,
    broken: await findBroken(restored),
  };
}

async function idsOf({ admin }: House, condition: string): Promise<string[]> {
  const { rows } = await admin.query<{ id: string }>(`select id from app.orders where ${condition}`);
  return rows.map(({ id }) => id);
}

/** Resolves when the archive has everything that is committed now. */
async function archiveAll({ admin }: House): Promise<void> {
  const { rows } = await admin.query('select pg_walfile_name(pg_switch_wal()) as file');
  await until(admin, '(select last_archived_wal >= $1 from pg_stat_archiver)', [rows[0].file]);
}
