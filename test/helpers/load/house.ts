// The API, a worker and a receiver of webhooks, each in a process of its own as `npm run api` and `npm run worker` start them,
// and what they take of the machine.
import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { withLogin } from '../../../db/connect/connection.ts';
import type { TestDatabase } from '../database.ts';
import { freePort, type Service, startService } from '../processes/service.ts';
import type { TestShop } from '../shop.ts';
import { createEndpoint } from '../webhooks.ts';

export class House {
  readonly api: Service;
  readonly worker: Service;
  readonly #receiver: ChildProcess;
  readonly #directory: string;

  private constructor(api: Service, worker: Service, receiver: ChildProcess, directory: string) {
    this.api = api;
    this.worker = worker;
    this.#receiver = receiver;
    this.#directory = directory;
  }

  static async open(db: Pick<TestDatabase, 'admin' | 'url'>, shop: TestShop): Promise<House> {
    const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-load-'));
    const receiver = fork(path.join(import.meta.dirname, '../processes/receiver.ts'));
    process.once('exit', () => receiver.kill('SIGKILL'));
    const [{ url }] = (await once(receiver, 'message')) as [{ url: string }];
    const env = {
      DATABASE_URL: withLogin(db.url, 'haat_gateway'),
      DATA_DIR: directory,
      SECRET_KEYS: randomBytes(32).toString('hex'),
      LOG_LEVEL: 'error',
      OUTBOUND_ALLOW: '127.0.0.0/8',
      // All clients come from one address here.
      IP_REQUESTS_PER_MINUTE: '100000000',
      MAX_CONNECTIONS_PER_ADDRESS: '4000',
    };
    const atExit = { teardown: (end: () => void) => void process.once('exit', end) };
    const [api, worker] = await Promise.all([
      startService(atExit, 'api', env),
      startService(atExit, 'worker', { ...env, WORKER_PORT: String(await freePort()) }),
    ]);
    // The worker has said by now that plain addresses of this machine are allowed.
    await createEndpoint(db, shop, url);
    return new House(api, worker, receiver, directory);
  }

  get pids(): Record<'api' | 'worker' | 'receiver', number> {
    return { api: this.api.pid, worker: this.worker.pid, receiver: this.#receiver.pid! };
  }

  async received(): Promise<{ deliveries: number; events: number }> {
    const answer = once(this.#receiver, 'message');
    this.#receiver.send('count');
    return (await answer)[0];
  }

  async stop(): Promise<void> {
    await Promise.all([this.api.stop(), this.worker.stop()]);
    this.#receiver.kill('SIGKILL');
    fs.rmSync(this.#directory, { recursive: true, force: true });
  }
}
