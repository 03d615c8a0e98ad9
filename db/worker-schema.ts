// The job queue's own schema, graphile_worker: owned by haat_owner, worked by haat_worker.
import { runMigrations } from 'graphile-worker';
import { withClient } from './connection.ts';

/** Installs or upgrades the schema. It comes before our migrations, whose functions enqueue jobs. */
export async function installWorkerSchema(ownerUrl: string): Promise<void> {
  await runMigrations({ connectionString: ownerUrl });
  await withClient(ownerUrl, (client) => client.query(rightsOfTheWorker));
}

// The queue's tables have row-level security without a policy: nobody but their owner would see a job.
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

/** Frees the jobs and videos of workers that were killed. Only right when it is certain that no worker runs. */
export async function unlockJobs(url: string): Promise<void> {
  await withClient(url, (client) =>
    client.query(`
      with known as (delete from internal.workers returning id)
      select graphile_worker.force_unlock_workers(array_agg(w.id))
      from (select id from known union select locked_by from graphile_worker.jobs where locked_by is not null) w
      having count(*) > 0;
      update app.videos set lease_expires_at = clock_timestamp() where lease_expires_at > clock_timestamp()`),
  );
}

// After a reset of a development database (.gmrc), which starts from nothing.
if (import.meta.main) await installWorkerSchema(process.env.GM_DBURL!);
