// The way out to addresses that strangers give us: links to pictures and videos, webhook endpoints. Nothing private can
// be reached through it. The check stands at the connection itself, on the very addresses that are connected to: no
// spelling of an address, redirect or change of a name's answer gets round it.
import dns from 'node:dns';
import net from 'node:net';
import { rootCertificates } from 'node:tls';
import ipaddr from 'ipaddr.js';
import { Agent, buildConnector } from 'undici';
import type { OutboundRule } from './settings.ts';

/** The reason, in words for the client who gave the address. */
export class AddressRefused extends Error {}

type Lookup = typeof dns.lookup;

export type OutboundOptions = {
  /** Private places that may be reached after all. */
  allow: OutboundRule[];
  /** Certificates, in PEM, to trust in addition to the usual ones. */
  ca?: string | undefined;
  lookup?: Lookup;
  /** How long an answer may stay silent, before its headers and within its body. */
  silenceMs?: number;
};

/** A dispatcher for undici. It takes no proxy from the environment: a proxy would resolve names by itself. */
export function createOutbound({ allow, ca, lookup = dns.lookup, silenceMs = 10_000 }: OutboundOptions): Agent {
  return new Agent({
    maxHeaderSize: 16_384,
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
    connect(options, callback) {
      const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80));
      const host = options.hostname.replace(/^\[|\]$/g, '');
      // Addresses written as such are connected to without a look-up.
      if (net.isIP(host) && !mayReach(host, host, port, allow)) return callback(refusal(), null);
      buildConnector({
        timeout: 5_000,
        ...(ca && { ca: [...rootCertificates, ca] }),
        lookup: vettedLookup(lookup, port, allow),
      })(options, callback);
    },
  });
}

function vettedLookup(lookup: Lookup, port: number, allow: OutboundRule[]): net.LookupFunction {
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      // One private answer condemns the name: whoever owns it meant to lead us there.
      const vetted = addresses.length > 0 && addresses.every(({ address }) => mayReach(address, host, port, allow));
      if (!vetted) return callback(refusal(), []);
      if (options.all) callback(null, addresses);
      else callback(null, addresses[0]!.address, addresses[0]!.family);
    });
  };
}

const refusal = () => new AddressRefused('points to an address that is not public');

function mayReach(address: string, host: string, port: number, allow: OutboundRule[]): boolean {
  return isPublic(address) || allow.some((rule) => (rule.port ?? port) === port && names(rule, address, host));
}

function names(rule: OutboundRule, address: string, host: string): boolean {
  if ('host' in rule) return rule.host === host.toLowerCase();
  const [network, bits] = rule.range;
  const parsed = ipaddr.process(address);
  return parsed.kind() === network.kind() && parsed.match(network, bits);
}

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** True only for what the Internet routes to a single machine of somebody's. */
export function isPublic(address: string): boolean {
  // process() unwraps IPv4 that is written as IPv6.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast);
}
