// A Postgres that a drill may kill, copy, promote and start again. The one of db/embedded does not serve here: it repairs
// itself, and here a server that was killed must stay down until the drill starts it.
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../../../db/connect/connection.ts';
import { type Account, findPrograms, type Home, prepareHome, throwAwayDirectory } from '../../../db/embedded/home.ts';
import { leftoverBackends, readServer } from '../../../db/embedded/server.ts';

const startLimitMs = 30_000;

export class PostgresServer {
  /** Holds `data`, the socket, the log and what else the server may write. */
  readonly directory: string;
  readonly account: Account | undefined;
  readonly #home: Home;
  readonly #data: string;

  private constructor(directory: string) {
    this.#home = prepareHome(directory);
    this.directory = this.#home.directory;
    this.account = this.#home.account;
    this.#data = path.join(this.directory, 'data');
  }

  /** A new, empty cluster, not started yet. */
  static create(): PostgresServer {
    const server = new PostgresServer(throwAwayDirectory(`haat-of-${process.pid}-`));
    const options = ['-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale-provider=builtin', '--no-sync'];
    const locale = ['--locale=C', '--builtin-locale=C.UTF-8'];
    const { initdb } = findPrograms(server.#home);
    execFileSync(initdb, ['-D', server.#data, ...options, ...locale], server.#processOptions());
    return server;
  }

  /** The URL of a database, as superuser. */
  url(database: string): string {
    return `postgres://postgres@localhost:5432/${database}?host=${encodeURIComponent(this.directory)}&sslmode=disable`;
  }

  /** Adds settings, which count from the next start. */
  configure(settings: Record<string, string>): void {
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`);
    fs.appendFileSync(path.join(this.#data, 'postgresql.auto.conf'), lines.join(''));
  }

  /** A new directory that the server may write to; it goes with the server. */
  makeDirectory(name: string): string {
    const directory = path.join(this.directory, name);
    fs.mkdirSync(directory);
    if (this.account) fs.chownSync(directory, this.account.uid, this.account.gid);
    return directory;
  }

  /** Says at the next start that it follows another server, or that it recovers from an archive. */
  signal(name: 'standby' | 'recovery'): void {
    this.#write(`${name}.signal`, '');
  }

  /** Resolves when it answers queries. The environment is added to its own. */
  async start(environment: Record<string, string> = {}): Promise<void> {
    const log = fs.openSync(path.join(this.directory, 'postgres.log'), 'a');
    const options = this.#processOptions();
    const child = spawn(findPrograms(this.#home).postgres, ['-D', this.#data, ...this.#flags()], {
      ...options,
      env: { ...options.env, ...environment },
      detached: true,
      stdio: ['ignore', log, log],
    });
    fs.closeSync(log);
    let ended = false;
    child.once('exit', () => {
      ended = true;
    });
    child.unref();
    const limit = Date.now() + startLimitMs;
    while (!(await this.#answers())) {
      if (ended || Date.now() > limit) throw new Error(`Postgres does not start:\n${this.log()}`);
      await sleep(10);
    }
  }

  /** As a machine that loses its power: every process of it is gone at once. */
  async kill(): Promise<void> {
    const server = readServer(this.#data);
    if (!server) return;
    for (const pid of [server.pid, ...leftoverBackends(this.#data)]) signal(pid, 'SIGKILL');
    while (readServer(this.#data) || leftoverBackends(this.#data).length > 0) await sleep(2);
    fs.rmSync(path.join(this.#data, 'postmaster.pid'), { force: true });
  }

  /**
   * A base backup by the low-level functions, which need no program but cp: the embedded Postgres brings no pg_basebackup.
   * Gives a server that is not started yet.
   */
  async copy(): Promise<PostgresServer> {
    const copy = new PostgresServer(throwAwayDirectory(`haat-of-${process.pid}-`));
    await withClient(this.url('postgres'), async (client) => {
      await client.query(`select pg_backup_start('drill', true)`);
      execFileSync('cp', ['-a', this.#data, copy.directory]);
      const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
      fs.rmSync(path.join(copy.#data, 'postmaster.pid'), { force: true });
      copy.#write('backup_label', rows[0].labelfile);
    });
    return copy;
  }

  log(): string {
    const file = path.join(this.directory, 'postgres.log');
    return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  }

  async remove(): Promise<void> {
    await this.kill();
    fs.rmSync(this.directory, { recursive: true, force: true });
  }

  #flags(): string[] {
    const settings = {
      listen_addresses: '',
      unix_socket_directories: this.directory,
      unix_socket_permissions: '0700',
      timezone: 'UTC',
      io_method: 'sync',
      dynamic_shared_memory_type: 'mmap',
      shared_buffers: '64MB',
    };
    return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  }

  #processOptions() {
    return { ...this.account, cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } };
  }

  #write(name: string, text: string): void {
    const file = path.join(this.#data, name);
    fs.writeFileSync(file, text);
    if (this.account) fs.chownSync(file, this.account.uid, this.account.gid);
  }

  async #answers(): Promise<boolean> {
    try {
      await withClient(this.url('postgres'), (client) => client.query('select 1'));
      return true;
    } catch {
      return false;
    }
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It is gone already.
  }
}
