// The demo as it is on one day, in a database and a folder of the test file's own. It takes seconds to load, so it is kept
// between runs, as the template is (test/template.ts), until something changes of which it is made.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { withClient, withDatabase } from '../../../db/connect/connection.ts';
import { loadDemo } from '../../../db/demo/index.ts';
import { createLog } from '../../../server/process/log.ts';
import { closeTemplate, openKept } from '../../template.ts';
import { freshDatabase, type TestDatabase, testCluster } from '../database.ts';

/** The demo's days end here, so that what it shows stays the same. */
export const demoDay = new Date('2026-08-30T08:00:00Z');
const template = 'haat_demo';
const root = path.join(import.meta.dirname, '../../..');

export interface DemoShop {
  db: TestDatabase;
  /** Holds demo.json. */
  directory: string;
  mediaDirectory: string;
  /** What a start does: nothing, when the demo is there. */
  load(): Promise<void>;
  close(): Promise<void>;
}

/** Of another day than demoDay, it is loaded for the caller alone. */
export async function openDemoShop({ now = demoDay } = {}): Promise<DemoShop> {
  const loaded = now === demoDay ? await openLoaded() : undefined;
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-demo-'));
  if (loaded) fs.cpSync(loaded.files, directory, { recursive: true });
  const db = loaded
    ? await freshDatabase('holds a large shop', template, loaded.cluster.url('postgres'))
    : await freshDatabase('holds a large shop');
  if (!loaded) await load(db.url, directory, now);
  // What a kept demo has left to the workers waits since it was loaded, which the audit would say after a quarter of an hour.
  else
    await db.admin.query(
      `select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where locked_at is null),
         run_at => internal.now())`,
    );
  return {
    db,
    directory,
    mediaDirectory: path.join(directory, 'media'),
    load: () => load(db.url, directory, now),
    async close() {
      await db.drop();
      await loaded?.cluster.stop();
      fs.rmSync(directory, { recursive: true });
    },
  };
}

/** What it is made of beside the database. */
const sources = () =>
  fs
    .globSync(['db/demo/videos/*', 'server/media/**/*.ts', 'test/helpers/shops/demo-shop.ts'], { cwd: root })
    .filter((name) => !name.endsWith('.md'));

async function openLoaded() {
  return withClient(testCluster(), async (client) => {
    // Until the end of this connection: one file loads it.
    await client.query(`select pg_advisory_lock(hashtext('${template}'))`);
    return openKept('demo', sources(), async (cluster, files) => {
      await withClient(cluster.url('postgres'), async (admin) => {
        await admin.query(`create database ${template} template haat_template strategy file_copy owner haat_owner`);
        await load(withDatabase(cluster.url('postgres'), template), files, demoDay);
        await closeTemplate(admin, template);
      });
    });
  });
}

async function load(adminUrl: string, directory: string, now: Date): Promise<void> {
  await loadDemo({
    adminUrl,
    settings: {
      dataDir: directory,
      media: { kind: 'folder', directory: path.join(directory, 'media') },
      publicUrl: 'http://127.0.0.1:4000',
    },
    log: createLog('silent'),
    now,
  });
}
