// A pgbouncer in front of a server that a drill may kill: the address that stays when the server behind it is another.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { logins, withClient } from '../../../db/connect/connection.ts';
import { throwAwayDirectory } from '../../../db/embedded/home.ts';
import { freePort } from '../processes/service.ts';
import type { PostgresServer } from './postgres-server.ts';

/** Debian puts it where root's programs are, which are not on every account's path. */
const program = process.env.PGBOUNCER ?? '/usr/sbin/pgbouncer';

/** The version as [major, minor]; nothing when it is not installed. */
function pgbouncerVersion(): [number, number] | undefined {
  try {
    const said = execFileSync(program, ['--version'], { encoding: 'utf8' });
    const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(said) ?? [];
    return [Number(major), Number(minor)];
  } catch {
    return undefined;
  }
}

export type PoolMode = 'session' | 'transaction';

/** Transaction pooling keeps prepared statements from version 1.21 on; nothing when pgbouncer is not installed. */
export function bestMode(): PoolMode | undefined {
  const version = pgbouncerVersion();
  return version && (preparesInTransactions(version) ? 'transaction' : 'session');
}

function preparesInTransactions([major, minor]: [number, number]): boolean {
  return major > 1 || minor >= 21;
}

export class Pgbouncer {
  readonly #directory: string;
  readonly #mode: PoolMode;
  readonly #port: number;
  #server: PostgresServer;
  #child: ChildProcess | undefined;

  private constructor(server: PostgresServer, mode: PoolMode, port: number) {
    this.#directory = throwAwayDirectory(`haat-of-${process.pid}-`);
    this.#server = server;
    this.#mode = mode;
    this.#port = port;
  }

  static async start(server: PostgresServer, mode: PoolMode): Promise<Pgbouncer> {
    const bouncer = new Pgbouncer(server, mode, await freePort());
    await bouncer.#start();
    return bouncer;
  }

  url(login: string): string {
    return `postgres://${login}@127.0.0.1:${this.#port}/haat?sslmode=disable`;
  }

  /** Moves the address. No connection to the other server is left, even when it only hangs. */
  async pointAt(server: PostgresServer): Promise<void> {
    this.#server = server;
    this.#writeSettings();
    await withClient(this.#consoleUrl(), async (client) => {
      await client.query('RELOAD');
      await client.query('KILL haat');
      await client.query('RESUME haat');
    });
  }

  async restart(): Promise<void> {
    await this.#kill();
    await this.#start();
  }

  async remove(): Promise<void> {
    await this.#kill();
    fs.rmSync(this.#directory, { recursive: true, force: true });
  }

  #consoleUrl(): string {
    return `postgres://postgres@127.0.0.1:${this.#port}/pgbouncer?sslmode=disable`;
  }

  /** The settings of the guide "In production", for a server that trusts its socket. */
  #writeSettings(): void {
    const users = [...logins, 'postgres'].map((name) => `"${name}" ""\n`).join('');
    fs.writeFileSync(path.join(this.#directory, 'users.txt'), users);
    fs.writeFileSync(
      path.join(this.#directory, 'pgbouncer.ini'),
      `[databases]
haat = host=${this.#server.directory} port=5432 dbname=haat
[users]
haat_worker = pool_mode=session
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${this.#port}
unix_socket_dir =
auth_type = trust
auth_file = ${this.#directory}/users.txt
admin_users = postgres
pool_mode = ${this.#mode}
${this.#mode === 'transaction' ? 'max_prepared_statements = 200' : ''}
default_pool_size = 40
server_login_retry = 1
query_wait_timeout = 10
`,
    );
  }

  async #start(): Promise<void> {
    this.#writeSettings();
    const log = fs.openSync(path.join(this.#directory, 'pgbouncer.log'), 'a');
    const child = spawn(program, [path.join(this.#directory, 'pgbouncer.ini')], {
      ...this.#server.account,
      cwd: '/',
      stdio: ['ignore', log, log],
    });
    fs.closeSync(log);
    this.#child = child;
    while (!(await this.#listens())) {
      if (child.exitCode !== null)
        throw new Error(`pgbouncer does not start: ${fs.readFileSync(path.join(this.#directory, 'pgbouncer.log'))}`);
      await sleep(5);
    }
  }

  async #kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  #listens(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = net.connect(this.#port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
  }
}
