// Temporary folders that do not outlive their process for long. The name has the machine and the process that made it, so
// that another process can remove what a killed one left, and never what a running one uses.
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Nothing that needs such a folder lasts an hour: not a form, not the check of a video. */
const oldestMs = 3_600_000;
const nameForm = /^haat-(?:form|video)-([0-9a-f]{8})-(\d+)-\w+$/;
/** Containers can share a folder, but the process numbers of one mean nothing in another. */
const machine = createHash('sha256').update(os.hostname()).digest('hex').slice(0, 8);
const mine = new Set<string>();

export async function makeTempFolder(purpose: 'form' | 'video'): Promise<string> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), `haat-${purpose}-${machine}-${process.pid}-`));
  mine.add(folder);
  return folder;
}

export async function removeTempFolder(folder: string): Promise<void> {
  await fs.rm(folder, { recursive: true, force: true });
  mine.delete(folder);
}

/** Removes the folders of processes that were killed; called when a process starts. */
export async function removeLeftFolders(): Promise<void> {
  for (const name of await fs.readdir(os.tmpdir())) {
    const [, itsMachine, pid] = nameForm.exec(name) ?? [];
    const folder = path.join(os.tmpdir(), name);
    if (!pid || mine.has(folder)) continue;
    const isLeft = (itsMachine === machine && !isRunning(Number(pid))) || (await isOld(folder));
    // Those of another account cannot be removed: they are its own business.
    if (isLeft) await fs.rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** A folder with our own number that we did not make is of an earlier process: in a container the number is always 1. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

async function isOld(folder: string): Promise<boolean> {
  const stats = await fs.stat(folder).catch(() => null);
  return stats !== null && Date.now() - stats.mtimeMs > oldestMs;
}
