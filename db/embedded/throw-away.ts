// A Postgres for the length of one command: tests, writing migrations, measurements.
import fs from 'node:fs';
import path from 'node:path';
import { type Cluster, openCluster, stopAbandonedCluster } from './cluster.ts';
import { throwAwayDirectory, throwAwayParents } from './home.ts';
import { commandLine, isAlive } from './server.ts';

/** A new, empty, volatile cluster; stopping it removes it. What killed commands left behind goes too. */
export async function openThrowAwayCluster(): Promise<Cluster> {
  await dropLeftovers();
  const directory = throwAwayDirectory(`haat-of-${process.pid}-`);
  const cluster = await openCluster(directory, 'volatile');
  let stopped: Promise<void> | undefined;
  async function end(): Promise<void> {
    await cluster.stop();
    fs.rmSync(directory, { recursive: true, force: true });
    await dropLeftovers();
  }
  return {
    ...cluster,
    stop() {
      stopped ??= end();
      return stopped;
    },
  };
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
