// How the server listens at its port, and how it leaves it.
import { once } from 'node:events';
import type http from 'node:http';
import net from 'node:net';

/**
 * Node takes one new connection a turn of the event loop, however many wait (libuv since 1.45). In an overload, where a turn
 * takes long, the last of 500 new clients waited 26 s for its refusal. So several sockets listen at the port, each with a
 * connection a turn; the kernel shares the clients out among them.
 */
const sockets = 16;

/** Listens; what it gives refuses new connections, and waits so long for the requests that run. */
export async function listenAt(server: http.Server, port: number, host: string) {
  const reusePort = await canSharePort(port, host);
  await start(server, { port, host, reusePort });
  const { port: given } = server.address() as net.AddressInfo;
  const others = await Promise.all(
    Array.from({ length: reusePort ? sockets - 1 : 0 }, () => {
      // As the documentation of http.Server has it: the event may be emitted to hand it a connection.
      const other = net.createServer({ noDelay: true }, (socket) => server.emit('connection', socket));
      return start(other, { port: given, host, reusePort });
    }),
  );
  return async (limitMs: number): Promise<void> => {
    // Each waits for the connections that it took.
    const closed = Promise.all([server, ...others].map((each) => new Promise((resolve) => each.close(resolve))));
    // A connection becomes idle when its last request is answered.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    const limit = setTimeout(() => server.closeAllConnections(), limitMs);
    await closed;
    clearInterval(sweep);
    clearTimeout(limit);
  };
}

async function start<Server extends net.Server>(server: Server, options: net.ListenOptions): Promise<Server> {
  server.listen(options);
  await once(server, 'listening');
  return server;
}

/** Not every system shares a port; and a port of another program must be reported, not shared. */
async function canSharePort(port: number, host: string): Promise<boolean> {
  // The kernel gives no two programs the same one.
  const number = port === 0 ? 0 : await freePort(port, host);
  try {
    const trial = await start(net.createServer(), { port: number, host, reusePort: true });
    trial.close();
    await once(trial, 'close');
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTSUP') return false;
    throw error;
  }
}

async function freePort(port: number, host: string): Promise<number> {
  const trial = await start(net.createServer(), { port, host });
  trial.close();
  await once(trial, 'close');
  return port;
}
