// The demo as it is on one day, in a database and a folder of the test file's own. It takes seconds to load, so the first
// file that asks loads it for all.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { withClient, withDatabase } from '../../../db/connect/connection.ts';
import { loadDemo } from '../../../db/demo/index.ts';
import { createLog } from '../../../server/process/log.ts';
import { closeTemplate } from '../../template.ts';
import { freshDatabase, type TestDatabase, testCluster } from '../database.ts';

/** The demo's days end here, so that what it shows stays the same. */
export const demoDay = new Date('2026-08-30T08:00:00Z');
const template = 'haat_demo';

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
  const loaded = now === demoDay ? await loadOnce() : undefined;
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-demo-'));
  if (loaded) fs.cpSync(loaded, directory, { recursive: true });
  const db = await freshDatabase('holds a large shop', loaded && template);
  if (!loaded) await load(db.url, directory, now);
  return {
    db,
    directory,
    mediaDirectory: path.join(directory, 'media'),
    load: () => load(db.url, directory, now),
    async close() {
      await db.drop();
      fs.rmSync(directory, { recursive: true });
    },
  };
}

/** Gives the folder. */
async function loadOnce(): Promise<string> {
  const directory = path.join(process.env.HAAT_TEST_FILES!, 'demo');
  const cluster = testCluster();
  await withClient(cluster, async (client) => {
    // Until the end of this connection.
    await client.query(`select pg_advisory_lock(hashtext('${template}'))`);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
    if (rowCount! > 0) return;
    // Under another name until it is complete.
    const loading = `${template}_${randomUUID().slice(0, 8)}`;
    await client.query(`create database ${loading} template haat_template strategy file_copy owner haat_owner`);
    fs.rmSync(directory, { recursive: true, force: true });
    fs.mkdirSync(directory);
    await load(withDatabase(cluster, loading), directory, demoDay);
    await closeTemplate(client, loading);
    await client.query(`alter database ${loading} rename to ${template}`);
  });
  return directory;
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
