// Programs that some tests need and Debian has. Where the tests run as root on such a system, as in a container of a
// continuous integration, they are installed; anywhere else the tests that need them are left out.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin', '/usr/sbin'];

export const hasCommand = (command: string) => folders.some((folder) => fs.existsSync(path.join(folder, command)));

/**
 * Whether the command is there, after the packages were installed if need be. When it is not, it logs why, once. To be
 * asked while a file of tests is loaded, where it can still be said which tests are skipped.
 */
export async function ensureDebianPackages(
  command: string,
  packages: string[],
  log: (line: string) => void = console.log,
): Promise<boolean> {
  if (hasCommand(command)) return true;
  const missing = `${command} is missing`;
  const advice = `install it: apt-get install --no-install-recommends ${packages.join(' ')}`;
  if (process.getuid?.() !== 0 || !hasCommand('apt-get')) {
    log(`${missing}, and only root on Debian can have it installed here; ${advice}`);
    return false;
  }
  try {
    await install(command, packages);
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    log(`${missing} and could not be installed; ${advice}\n${(stdout + stderr || message).trim().slice(-2000)}`);
  }
  return hasCommand(command);
}

/**
 * Two test files may want to install at once: the second waits for the lock and then finds the command. The download
 * may be broken off at any time, so it alone has a short limit (what came is
 * kept for the next time); the unpacking needs no network.
 */
async function install(command: string, packages: string[]): Promise<void> {
  const list = packages.join(' ');
  const options = '-qq -o Acquire::Retries=0 -o Acquire::http::Timeout=15 -o DPkg::Lock::Timeout=60';
  const get = `timeout 40 apt-get install ${options} -y --no-install-recommends --download-only ${list}`;
  const script = `
    command -v ${command} >/dev/null && exit 0
    ${get} || { timeout 30 apt-get update ${options} && ${get}; } || exit 1
    apt-get install ${options} -y --no-install-recommends --no-download ${list}`;
  const env = {
    ...process.env,
    DEBIAN_FRONTEND: 'noninteractive',
    // Services that come with the packages are not started: the tests start what they need for themselves.
    SYSTEMD_OFFLINE: '1',
    RUNLEVEL: '1',
  };
  const lock = path.join(os.tmpdir(), 'haat-apt.lock');
  await run('flock', ['--timeout', '300', lock, 'sh', '-c', script], { env, maxBuffer: 64 * 1024 * 1024 });
}
