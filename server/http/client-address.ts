// The address of the client behind proxies. Any client can send X-Forwarded-For, and each proxy adds the address that
// called it at the right end. So the header is read from the right, past the trusted proxies only.
import ipaddr from 'ipaddr.js';
import type { Middleware } from 'koa';
import type { AddressRange } from '../process/address-ranges.ts';

/** The client address of a connection from `remote`: the first one from the right that is not a trusted proxy. */
export function clientAddress(remote: string, forwardedFor: string, trusted: AddressRange[]): string {
  const hops = forwardedFor.split(',').map(bare);
  let client = remote;
  for (let hop = hops.pop(); hop !== undefined && isTrusted(client, trusted); hop = hops.pop()) {
    // An entry that is not an address (`unknown`) identifies no client: then the last proxy counts.
    if (!ipaddr.isValid(hop)) break;
    client = hop;
  }
  return client;
}

/** Sets `ctx.ip`. */
export function findClientAddress(trusted: AddressRange[]): Middleware {
  return (ctx, next) => {
    const forwardedFor = ctx.get('X-Forwarded-For');
    if (forwardedFor !== '' && trusted.length > 0) ctx.request.ip = clientAddress(ctx.ip, forwardedFor, trusted);
    return next();
  };
}

/** Some proxies add the port: `203.0.113.7:4711`, `[2001:db8::1]:4711`. */
function bare(hop: string): string {
  const [, bracketed, withPort] = /^(?:\[([^\]]*)\](?::\d+)?|([^:]+):\d+)$/.exec(hop.trim()) ?? [];
  return bracketed ?? withPort ?? hop.trim();
}

export function isTrusted(text: string, trusted: AddressRange[]): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return trusted.some((range) => address.kind() === range[0].kind() && address.match(range));
}
