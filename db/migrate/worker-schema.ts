// The schema of the job queue, graphile_worker. haat_owner owns it, haat_worker uses it.
import { runMigrations } from 'graphile-worker';
import { withClient } from '../connect/connection.ts';

/** Installs or upgrades the schema. Must run before our migrations and functions, which use it. */
export async function installWorkerSchema(ownerUrl: string): Promise<void> {
  await runMigrations({ connectionString: ownerUrl });
  await withClient(ownerUrl, (client) => client.query(rightsOfTheWorker));
}

// The tables of the queue have row-level security without policies, so only their owner could see the jobs.
const rightsOfTheWorker = `
  grant usage on schema graphile_worker to haat_worker;
  grant select, insert, update, delete on all tables in schema graphile_worker to haat_worker;
  grant usage on all sequences in schema graphile_worker to haat_worker;
  grant execute on all functions in schema graphile_worker to haat_worker;
  grant usage on schema graphile_worker to haat_dba;
  grant select on graphile_worker.jobs to haat_dba;
  do $$
  declare
    v_table regclass;
  begin
    for v_table in
      select c.oid from pg_catalog.pg_class c
      where c.relnamespace = 'graphile_worker'::regnamespace and c.relrowsecurity
        and not exists (select from pg_catalog.pg_policy p where p.polrelid = c.oid and p.polname = 'all_haat_worker')
    loop
      execute format('create policy all_haat_worker on %s to haat_worker using (true) with check (true)', v_table);
    end loop;
  end
  $$`;

/** Frees the jobs, videos and exports of killed workers. Call it only when no worker is running. */
export async function unlockJobs(url: string): Promise<void> {
  await withClient(url, (client) =>
    client.query(`
      with known as (delete from internal.workers returning id)
      select internal.free_workers(array_agg(w.id))
      from (select id from known union select locked_by from graphile_worker.jobs where locked_by is not null) w
      having count(*) > 0;
      update app.videos set lease_expires_at = clock_timestamp() where lease_expires_at > clock_timestamp();
      update app.exports set lease_expires_at = clock_timestamp() where lease_expires_at > clock_timestamp()`),
  );
}

// Run after a reset of a development database (.gmrc), which is empty then.
if (import.meta.main) await installWorkerSchema(process.env.GM_DBURL!);
