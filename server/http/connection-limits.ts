// How many connections a process keeps open, in all and from one address. A connection costs memory before any request.
import type http from 'node:http';
import type { Socket } from 'node:net';
import { unavailable } from '../gate/errors.ts';
import type { AddressRange } from '../process/address-ranges.ts';
import { isTrusted } from './client-address.ts';
import { sourceOf } from './ip-rate-limit.ts';
import { refuseConnection } from './unreadable.ts';

export type ConnectionLimits = {
  maxConnections: number;
  maxConnectionsPerAddress: number;
  /** They bring the requests of many clients, so only the limit of all connections counts for them. */
  trustedProxies: AddressRange[];
};

export function limitConnections(server: http.Server, limits: ConnectionLimits): void {
  const { maxConnections, maxConnectionsPerAddress, trustedProxies } = limits;
  const bySource = new Map<string, number>();
  let open = 0;

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const source = isTrusted(address, trustedProxies) ? null : sourceOf(address);
    const ofSource = source === null ? 0 : (bySource.get(source) ?? 0);
    if (open >= maxConnections || (source !== null && ofSource >= maxConnectionsPerAddress)) {
      refuseConnection(socket, unavailable());
      return;
    }
    open++;
    if (source !== null) bySource.set(source, ofSource + 1);
    socket.once('close', () => {
      open--;
      if (source === null) return;
      const left = bySource.get(source)! - 1;
      if (left > 0) bySource.set(source, left);
      else bySource.delete(source);
    });
  });
}
