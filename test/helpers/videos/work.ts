// Videos in a database, a folder that stores them, and the work on them in this process.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type MediaStorage, openStorage } from '../../../server/media/storage/index.ts';
import { createLog } from '../../../server/process/log.ts';
import { createOutbound } from '../../../server/process/outbound.ts';
import { loadSettings } from '../../../server/process/settings.ts';
import type { DueWork } from '../../../workers/videos/due-work.ts';
import { checksAtOnce, importsAtOnce, type VideoOptions, Videos } from '../../../workers/videos/index.ts';
import type { TestDatabase } from '../database.ts';
import { authority } from '../servers/image-server.ts';
import { asCompany, callGate, type TestShop } from '../shop.ts';

export class VideoWork {
  readonly db: TestDatabase;
  readonly directory = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-videos-'));
  readonly storage: MediaStorage;
  readonly #running: { stop(): Promise<void> }[] = [];

  constructor(db: TestDatabase) {
    this.db = db;
    this.storage = openStorage({ kind: 'folder', directory: this.directory }, 'http://127.0.0.1:4000/media');
  }

  /** What a worker of its own process needs to reach the host and the folder. */
  environment(port: number): NodeJS.ProcessEnv {
    return {
      OUTBOUND_ALLOW: `localhost:${port}`,
      OUTBOUND_CA: path.join(import.meta.dirname, '../../fixtures/certificates/authority.pem'),
      MEDIA_URL: `file://${this.directory}`,
    };
  }

  /** Works on what is due, with short pauses; `allow` is the port of this machine that links may lead to. */
  async start(allow: number, options: Partial<VideoOptions> = {}, storage = this.storage): Promise<Videos> {
    const settings = loadSettings({ OUTBOUND_ALLOW: `localhost:${allow}` });
    const outbound = createOutbound({ ...settings, outboundCa: authority });
    const videos = new Videos({
      pool: this.db.as('haat_worker', { max: 10 }),
      storage,
      outbound,
      maxSeconds: settings.videoMaxSeconds,
      log: createLog(process.env.LOG_LEVEL ?? 'silent'),
      options: { pauseMs: 1, speedCheckMs: 5, ...options },
    });
    const jobs = [
      jobsOf(videos.imports, importsAtOnce),
      jobsOf(videos.checks, checksAtOnce),
      jobsOf(videos.deletions, 1),
    ];
    const look = () => {
      for (const start of jobs) start();
    };
    look();
    const looking = setInterval(look, 20);
    this.#running.push({
      async stop() {
        clearInterval(looking);
        await videos.stop();
        await outbound.destroy();
      },
    });
    return videos;
  }

  /** Stops all that start() has started. */
  async stop(): Promise<void> {
    for (const running of this.#running.splice(0)) await running.stop();
  }

  async remove(): Promise<void> {
    await this.stop();
    fs.rmSync(this.directory, { recursive: true });
  }

  /** Starts an import as a client does; gives its id. */
  async import(shop: TestShop, url: string): Promise<string> {
    return (await this.call(shop, 'import_video', { store_id: shop.stores[0].id, source_url: url })).id;
  }

  /** A video whose bytes are all stored and that waits for its check. */
  async upload(shop: TestShop, bytes: Buffer): Promise<string> {
    const input = { store_id: shop.stores[0].id, file_name: 'video.mp4', size_bytes: bytes.length };
    const { id } = await this.call(shop, 'create_video', input);
    await this.storage.put((await this.row(id)).storage_key, bytes);
    await asCompany(this.db.admin, shop.companyId, (client) => client.query('select internal.verify_video($1)', [id]));
    return id;
  }

  /** Calls an operation; it has to succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: a document is whatever the operation answers
  async call(shop: TestShop, operation: string, input: object): Promise<any> {
    const { outcome, result } = await callGate(this.db.as('haat_gateway'), shop.companyKey, operation, input);
    if (outcome.sqlstate) throw new Error(`${operation}: ${outcome.sqlstate} ${outcome.message}`);
    return result;
  }

  // biome-ignore lint/suspicious/noExplicitAny: a row has whatever columns the table has
  async row(id: string): Promise<any> {
    return (await this.db.admin.query('select * from app.videos where id = $1', [id])).rows[0];
  }

  /** Lets the leases of workers that are gone come to their end. */
  async lapse(): Promise<void> {
    await this.db.admin.query('update app.videos set lease_expires_at = clock_timestamp() where lease_id is not null');
  }

  /** Types of the events of a store, oldest first. */
  async events(storeId: string): Promise<string[]> {
    const { rows } = await this.db.admin.query('select type from app.events where store_id = $1 order by sequence', [
      storeId,
    ]);
    return rows.map(({ type }) => type);
  }

  /** Files of the folder, without those that are about the folder itself. */
  files(): string[] {
    const entries = fs.readdirSync(this.directory, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && entry.name !== '.secret')
      .map((entry) => path.relative(this.directory, path.join(entry.parentPath, entry.name)));
  }
}

/** In place of the queue: so many jobs at once, and none again soon after one that failed. */
function jobsOf(work: Pick<DueWork<unknown>, 'run'>, most: number): () => void {
  let running = 0;
  let failed = false;
  return () => {
    for (; running < most && !failed; running++) {
      work
        .run()
        .catch((error) => {
          failed = true;
          // A test that meant it says so; to any other this is why it waits in vain.
          console.log('a job on videos failed and is not tried again:', error);
        })
        .finally(() => {
          running--;
        });
    }
  };
}

/** The storage with some of its methods replaced. */
export function withChanges(storage: MediaStorage, changes: Partial<MediaStorage>): MediaStorage {
  return new Proxy(storage, {
    get(target, name) {
      if (Object.hasOwn(changes, name)) return Reflect.get(changes, name);
      const found = Reflect.get(target, name);
      return typeof found === 'function' ? found.bind(target) : found;
    },
  });
}
