// The network between a server and Postgres: a TCP proxy that can drop everything without a word, as a firewall does.
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';

export type Network = {
  /** The URL of the database by way of this network. */
  through(databaseUrl: string): string;
  /** From now on nothing passes on the connections there are: no byte, no end, no reset. */
  loseConnections(): void;
  /** New connections are accepted, and nothing passes on them, until `repair`. */
  cut(): void;
  repair(): void;
  /** Connections made so far. */
  count(): number;
  stop(): Promise<void>;
};

export async function startNetwork(databaseUrl: string): Promise<Network> {
  const { hostname, port, searchParams } = new URL(databaseUrl);
  const directory = searchParams.get('host');
  const target = directory
    ? { path: path.join(directory, `.s.PGSQL.${searchParams.get('port') ?? (port || 5432)}`) }
    : { host: hostname, port: Number(port || 5432) };
  const pairs = new Set<{ isLost: boolean; sockets: net.Socket[] }>();
  let isCut = false;
  let count = 0;

  const server = net.createServer({ allowHalfOpen: true }, (client) => {
    count++;
    const far = net.connect({ ...target, allowHalfOpen: true } as net.NetConnectOpts);
    const pair = { isLost: isCut, sockets: [client, far] };
    pairs.add(pair);
    for (const [from, to] of [
      [client, far],
      [far, client],
    ] as const) {
      from.on('data', (bytes) => pair.isLost || to.write(bytes));
      from.on('end', () => pair.isLost || to.end());
      from.on('error', () => {});
      from.on('close', () => {
        if (pair.isLost) return;
        to.destroy();
        pairs.delete(pair);
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const loseConnections = () => {
    for (const pair of pairs) pair.isLost = true;
  };
  return {
    through(url) {
      const result = new URL(url);
      result.hostname = '127.0.0.1';
      result.port = String((server.address() as AddressInfo).port);
      result.searchParams.delete('host');
      result.searchParams.delete('port');
      return result.href;
    },
    loseConnections,
    cut() {
      isCut = true;
      loseConnections();
    },
    repair() {
      isCut = false;
    },
    count: () => count,
    async stop() {
      for (const { sockets } of pairs) for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
