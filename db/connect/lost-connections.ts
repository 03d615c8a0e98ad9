// Notices connections that are lost without an error: a firewall or a proxy that drops packets, a failover, a machine that has
// stopped. TCP reports this after minutes or never, so a pool watches its connections itself:
//   - An idle connection is asked `select 1` every few seconds (also the connections that LISTEN).
//   - When a query gets no answer for some seconds, a new connection asks the server whether it still works on it. A slow
//     query may go on. When the server does not answer, or knows nothing of the query, the connection is closed and its query
//     fails; the pool then makes a new connection.
import pg from 'pg';
import { backendOf, endLent, isBusy, socketOf } from './private-pg.ts';

export interface Patience {
  /** How often the connections are looked at. */
  intervalMs: number;
  /** After this time without traffic an idle connection is asked. */
  idleMs: number;
  /** After this time without an answer the server is asked. */
  silentMs: number;
  /** How long making a connection may take, and then the answer to the question. */
  connectMs: number;
}

/** Together less than 10 seconds until a query on a lost connection fails. */
export const usualPatience: Patience = { intervalMs: 1_000, idleMs: 5_000, silentMs: 4_000, connectMs: 2_000 };

type Seen = { bytes: number; heardAt: number; wasBusy: boolean };

// A backend that has been idle for a while does not work on the query that we wait for. A pooler between us and the server
// tells process ids of its own; nothing is known then, and the time limit of queries has to do.
const lostText = `
  select waiting.pid
  from unnest($1::integer[]) as waiting (pid)
  left join pg_stat_activity a on a.pid = waiting.pid and a.usename = session_user
  where pg_backend_pid() = $2
    and (a.pid is null or (a.state like 'idle%' and a.state_change < clock_timestamp() - make_interval(secs => $3)))`;

export function watchConnections(pool: pg.Pool, url: string, given: Partial<Patience> = {}): void {
  const patience = { ...usualPatience, ...given };
  const clients = new Map<pg.PoolClient, Seen>();
  let timer: NodeJS.Timeout | undefined;
  let asking = false;

  pool.on('connect', (client) => {
    clients.set(client, { bytes: 0, heardAt: performance.now(), wasBusy: false });
    client.once('end', () => {
      clients.delete(client);
      if (clients.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    });
    timer ??= setInterval(look, patience.intervalMs).unref();
  });
  // Its query timed out on our side, so the next one would wait for it too.
  pool.on('release', (_error, client) => {
    if (isBusy(client)) endLent(client);
  });

  function look(): void {
    const now = performance.now();
    const silent: pg.PoolClient[] = [];
    for (const [client, seen] of clients) {
      const { bytesRead } = socketOf(client);
      const isWorking = isBusy(client);
      // The time of waiting begins with the query.
      if (bytesRead !== seen.bytes || (isWorking && !seen.wasBusy)) seen.heardAt = now;
      seen.bytes = bytesRead;
      seen.wasBusy = isWorking;
      const quietMs = now - seen.heardAt;
      if (isWorking && quietMs >= patience.silentMs) silent.push(client);
      if (!isWorking && quietMs >= patience.idleMs && client.getTransactionStatus() === 'I') ask(client);
    }
    if (silent.length > 0 && !asking) void closeLost(silent);
  }

  /** Any answer will do. A client that was ended and is still here waits for the other side in vain. */
  function ask(client: pg.PoolClient): void {
    client.query('select 1').catch(() => socketOf(client).destroy());
  }

  async function closeLost(silent: pg.PoolClient[]): Promise<void> {
    asking = true;
    const bytes = new Map(silent.map((client) => [client, socketOf(client).bytesRead]));
    const lost = await findLost(url, silent, patience);
    for (const client of silent) {
      const seen = clients.get(client);
      if (!seen || socketOf(client).bytesRead !== bytes.get(client)) continue;
      if (lost.includes(client)) socketOf(client).destroy(lostError());
      // The server works on it: it is asked again after the same time.
      else seen.heardAt = performance.now();
    }
    asking = false;
  }
}

const lostError = () =>
  Object.assign(new Error('The database does not answer on this connection.'), { code: 'ETIMEDOUT' });

/** The clients whose query the server does not work on; all of them when it does not answer. */
async function findLost(
  url: string,
  silent: pg.PoolClient[],
  { connectMs, silentMs }: Patience,
): Promise<pg.PoolClient[]> {
  const asker = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    query_timeout: connectMs,
  });
  asker.on('error', () => {});
  try {
    await asker.connect();
    const pids = silent.map(backendOf);
    const { rows } = await asker.query(lostText, [pids, backendOf(asker), silentMs / 2_000]);
    return silent.filter((client) => rows.some(({ pid }) => pid === backendOf(client)));
  } catch (error) {
    // A server that refuses (too many connections) is there: its own time limits hold.
    return 'severity' in (error as object) ? [] : silent;
  } finally {
    // The farewell may not arrive either.
    asker.end().catch(() => {});
    setTimeout(() => socketOf(asker).destroy(), connectMs).unref();
  }
}
