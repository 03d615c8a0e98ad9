// npm run bench [-- scenario …]: measures on a throw-away Postgres and prints a table a scenario. Without names: `requests`.
// Figures are ratios of interleaved rounds in one run, since a machine's absolute speed says little about the code.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Cluster } from '../../db/embedded/cluster.ts';
import { openThrowAwayCluster } from '../../db/embedded/throw-away.ts';
import { stopOnSignals } from '../../server/process/signals.ts';
import { progress, type Scenario } from './scenario.ts';

const asked = process.argv.slice(2).filter((name) => !name.startsWith('--'));
const names = asked.length > 0 ? asked : ['requests'];
for (const name of names) {
  const file = join(import.meta.dirname, `${name}.ts`);
  if (!/^[a-z-]+$/.test(name) || !existsSync(file)) {
    console.error(`bench: there is no scenario "${name}" in test/bench`);
    process.exit(1);
  }
  // Without a cluster of its own a scenario has one that is thrown away.
  const { run, openCluster = openThrowAwayCluster } = (await import(file)) as {
    run: Scenario;
    openCluster?: () => Promise<Cluster>;
  };
  progress.at(`measuring ${name}`);
  const cluster = await stopOnSignals(openCluster(), ({ stop }) => stop());
  try {
    await run(cluster, (line) => {
      progress.clear();
      console.log(line);
    });
  } finally {
    progress.end();
    await cluster.stop();
  }
}
