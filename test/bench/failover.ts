// Failovers under a load of writes: how long the service is away, and what becomes of the writes.
import { Opened, openHouse } from '../helpers/clusters/drill.ts';
import { failOver } from '../helpers/clusters/failover.ts';
import { bestMode } from '../helpers/clusters/pgbouncer.ts';
import { progress, type Scenario, table } from './scenario.ts';

const rounds = 4;

export const run: Scenario = async (_cluster, print) => {
  const best = bestMode();
  if (!best) throw new Error('install pgbouncer first (Debian: apt-get install pgbouncer)');
  const rows: (string | number)[][] = [];
  for (let round = 0; round < rounds; round++) {
    progress.at('failing over', round, rounds);
    const mode = round % 2 === 0 ? best : 'session';
    const opened = new Opened();
    try {
      const { withoutServiceMs, acknowledged, lost, doubled, untold, oldPrimary, broken } = await failOver(
        opened,
        await openHouse(opened, mode),
        300,
      );
      rows.push([mode, withoutServiceMs, acknowledged, lost, doubled, untold, oldPrimary.rows, broken.length]);
    } finally {
      await opened.close();
    }
  }
  print(
    table(
      ['pooling', 'without service, ms', 'acknowledged', 'lost', 'doubled', 'untold', 'to the old one', 'broken'],
      rows,
    ),
  );
};
