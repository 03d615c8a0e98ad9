// A process of its own that uses a cluster and locks a row, for tests that kill it: node cluster-holder.ts <directory>

import { openPool } from '../../../db/connect/connection.ts';
import { openCluster } from '../../../db/embedded/cluster.ts';

const cluster = await openCluster(process.argv[2]!, 'volatile');
const client = await openPool(cluster.url('shop')).connect();
await client.query('begin');
await client.query('update things set name = name where id = 1');
console.log('holding');
// Busy, so that Postgres cannot notice the end of this process by itself.
await client.query(`do $$ begin for i in 1..1000000000 loop end loop; end $$`);
