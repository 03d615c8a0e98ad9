// 50 workers are killed at random moments during 5,000 deliveries: each event arrives at least once.
import { migrate } from '../../db/migrate.ts';
import { deliverUnderKills } from '../helpers/processes/killed-workers.ts';
import type { Scenario } from './scenario.ts';

export const run: Scenario = async (cluster, print) => {
  await migrate(cluster.url('bench'), { includeCurrent: true });
  const found = await deliverUnderKills(cluster.url('bench'), 5_000, 50);
  print(JSON.stringify(found));
  if (found.lost > 0 || found.undelivered > 0) throw new Error('events were lost');
};
