// Is it alive? What postmaster.pid says about a server, checked against the processes that really run: after a kill a
// process can be gone, be a zombie that was not reaped, or have given its number to something else.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

export interface Server {
  pid: number;
  port: string;
  /** Empty for as long as the server has not made its socket. */
  socketDirectory: string;
  socket: string;
  status: string;
}

/** The living server of a data directory; with `dead`, the one that is not alive any more but left its file. */
export function readServer(data: string, { dead = false } = {}): Server | undefined {
  let lines: string[];
  try {
    lines = fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const [pid, , , port = '', socketDirectory = '', , , status = ''] = lines.map((line) => line.trim());
  const server = {
    pid: Number(pid),
    port,
    socketDirectory,
    socket: path.join(socketDirectory, `.s.PGSQL.${port}`),
    status,
  };
  return isPostgresOf(server.pid, data) === dead ? undefined : server;
}

/** Processes of a killed server that work on: they notice its death when they next wait, which can take a while. */
export function leftoverBackends(data: string): number[] {
  if (!fs.existsSync('/proc/self/cwd')) return [];
  return fs
    .readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && link(pid, 'cwd') === data && path.basename(link(pid, 'exe')).startsWith('postgres'));
}

/** Whether `pid` is the living Postgres server of this data directory, which its command names. */
function isPostgresOf(pid: number, data: string): boolean {
  return pid > 0 && isAlive(pid) && commandLine(pid).includes(`-D ${data} `);
}

export function isAlive(pid: number): boolean {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2)[0] !== 'Z';
  } catch {
    if (fs.existsSync('/proc/self/stat')) return false;
    return !['', 'Z'].includes(ps(pid, 'state').slice(0, 1));
  }
}

/** The command of a process, as far as the system tells. */
export function commandLine(pid: number): string {
  if (!fs.existsSync('/proc/self/cmdline')) return ps(pid, 'command');
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** Empty when the process is gone, or not ours to inspect. */
function link(pid: number, name: 'cwd' | 'exe'): string {
  try {
    return fs.readlinkSync(`/proc/${pid}/${name}`);
  } catch {
    return '';
  }
}

function ps(pid: number, column: string): string {
  try {
    return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}
