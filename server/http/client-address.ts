// Whose request it is, where proxies stand in front. X-Forwarded-For is written by whoever sends it, and each proxy adds the
// address it was called from at the right end: so it is read from there, as far as the proxies that we trust go.
import ipaddr from 'ipaddr.js';
import type { Middleware } from 'koa';
import type { AddressRange } from '../process/settings.ts';

/** The address that counts for a connection from `remote`: the first from the right that is no proxy of ours. */
export function clientAddress(remote: string, forwardedFor: string, trusted: AddressRange[]): string {
  const hops = forwardedFor.split(',').map(bare);
  let client = remote;
  for (let hop = hops.pop(); hop !== undefined && isTrusted(client, trusted); hop = hops.pop()) {
    // What is no address (`unknown`) says of nobody who they are: then it is the proxy that told us.
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

function isTrusted(text: string, trusted: AddressRange[]): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return trusted.some((range) => address.kind() === range[0].kind() && address.match(range));
}
