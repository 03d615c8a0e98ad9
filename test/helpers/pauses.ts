// Time between two statements of one operation, so that whatever reads a thing twice meets a change of it.
import type pg from 'pg';

/**
 * Lets the operations of a test's own database pause at random. internal.now() is asked at the start of operations and by
 * the triggers that stamp rows, so the pauses fall between their statements, locks held and all.
 */
export async function pauseAtRandom(admin: pg.Pool, milliseconds: number): Promise<void> {
  await admin.query(`
    create or replace function internal.now() returns timestamptz
    language plpgsql volatile
    set search_path = ''
    as $$
    begin
      if random() < 0.3 then
        perform pg_sleep(random() * ${milliseconds / 1000});
      end if;
      return date_trunc('milliseconds', clock_timestamp())
        + coalesce(nullif(current_setting('haat.clock_offset', true), ''), '0')::interval;
    end
    $$`);
}
