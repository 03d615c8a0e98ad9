// A Postgres for the length of one command: tests, writing migrations, measurements.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Cluster, openCluster, stopAbandonedCluster } from './cluster.ts';
import { renameUnlessThere, throwAwayDirectory, throwAwayParents } from './home.ts';
import { commandLine, isAlive } from './server.ts';

export interface ThrowAwayCluster extends Cluster {
  /** Stops it and puts its data folder at `place`, unless another process has put one there meanwhile. */
  keep(place: string): Promise<void>;
}

/**
 * A new, volatile cluster: an empty one, or a copy of the data folder `from`. Stopping it removes it. What killed commands
 * left behind goes too.
 */
export async function openThrowAwayCluster({ from }: { from?: string } = {}): Promise<ThrowAwayCluster> {
  await dropLeftovers();
  const directory = throwAwayDirectory(`haat-of-${process.pid}-`);
  if (from) await copyData(from, path.join(directory, 'data'));
  const cluster = await openCluster(directory, 'volatile');
  let stopped: Promise<void> | undefined;
  async function end(place?: string): Promise<void> {
    await cluster.stop();
    if (place) {
      // Copied beside its place and then renamed: a run that is killed leaves no half of a folder there.
      const unfinished = `${place}-${process.pid}`;
      await copyData(path.join(cluster.directory, 'data'), unfinished);
      renameUnlessThere(unfinished, place);
    }
    fs.rmSync(directory, { recursive: true, force: true });
    await dropLeftovers();
  }
  return {
    ...cluster,
    stop() {
      stopped ??= end();
      return stopped;
    },
    keep(place) {
      stopped ??= end(place);
      return stopped;
    },
  };
}

/** Copies a data folder with owners and modes, which Postgres insists on. Fails where a file is gone meanwhile. */
export async function copyData(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to]);
}

/** Clusters whose maker, named by the directory, does not run any more. */
async function dropLeftovers(): Promise<void> {
  for (const parent of throwAwayParents()) {
    for (const name of fs.readdirSync(parent)) {
      const maker = Number(/^haat-of-(\d+)-/.exec(name)?.[1]);
      if (!maker || (isAlive(maker) && commandLine(maker).includes('node'))) continue;
      const directory = path.join(parent, name);
      try {
        await stopAbandonedCluster(directory);
        fs.rmSync(directory, { recursive: true, force: true });
      } catch {
        // Another user's: for them to drop.
      }
    }
  }
}
