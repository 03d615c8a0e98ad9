// Requests to addresses from users: links of images and videos, webhook endpoints. They must not reach the private network
// (SSRF). So every connection is checked here by the IP address it really uses: a name that resolves to another address a
// moment later does not help an attacker.
import dns from 'node:dns';
import net, { type LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';
import ipaddr from 'ipaddr.js';
import { Agent, buildConnector } from 'undici';
import { Problem } from '../problems/problem.ts';
import type { OutboundRule } from './address-ranges.ts';
import type { Settings } from './settings.ts';

/** A request to this address is not allowed. */
export class OutboundRefused extends Error {
  readonly code = 'OUTBOUND_REFUSED';
}

export interface OutboundOptions {
  connectTimeoutMs?: number;
  /** Resolves host names; tests replace it. */
  lookup?: LookupFunction;
}

/** How long the creation of a webhook endpoint waits for DNS. */
const lookupPatienceMs = 3_000;

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** For undici's `request` and `fetch` (as `dispatcher`). It follows no redirects and uses no proxy. */
export function createOutbound(
  { outboundAllow, outboundCa }: Pick<Settings, 'outboundAllow' | 'outboundCa'>,
  { connectTimeoutMs = 5_000, lookup = dns.lookup as LookupFunction }: OutboundOptions = {},
): Agent {
  // A list of certificates replaces the default ones, so the default ones are added.
  const ca = outboundCa === undefined ? undefined : [...tls.getCACertificates('default'), outboundCa];
  const connectors = new Map<string, buildConnector.connector>();

  /** The connector of a protocol and a port: a rule may have a port, and a DNS look-up does not know the port. */
  function connectorOf(protocol: string, port: number): buildConnector.connector {
    const key = `${protocol}${port}`;
    let connector = connectors.get(key);
    if (!connector) {
      const vetted: LookupFunction = (host, options, callback) =>
        lookup(host, { ...options, all: true }, (error, found) => {
          if (error) return callback(error, '');
          const addresses = found as unknown as dns.LookupAddress[];
          // One forbidden address among allowed ones is refused too: we do not control which one is used.
          const refusal =
            addresses.length === 0
              ? new OutboundRefused(`${host} has no IP address`)
              : addresses.map(({ address }) => refusalOf(outboundAllow, protocol, host, address, port)).find(Boolean);
          if (refusal) return callback(refusal, '');
          if (options.all) return callback(null, addresses);
          callback(null, addresses[0]!.address, addresses[0]!.family);
        });
      connector = buildConnector({ timeout: connectTimeoutMs, allowH2: false, ca, lookup: vetted });
      connectors.set(key, connector);
    }
    return connector;
  }

  return new Agent({
    connect(options, callback) {
      const port = portOf(options.protocol, options.port);
      const host = bare(options.hostname);
      // A literal IP address is not looked up, so it is checked here.
      const refusal = net.isIP(host) ? refusalOf(outboundAllow, options.protocol, host, host, port) : undefined;
      if (refusal) callback(refusal, null);
      else connectorOf(options.protocol, port)(options, callback);
    },
    maxHeaderSize: 16_384,
    headersTimeout: 15_000,
    bodyTimeout: 15_000,
    keepAliveTimeout: 10_000,
  });
}

type Lookup = (host: string, options: { all: true }) => Promise<dns.LookupAddress[]>;

/**
 * The problem of a link that will be opened later, as the end of a sentence that starts with its field; null for none. It
 * only tells the client early: the connection itself is checked when it is made.
 */
export async function linkProblem(
  link: string,
  rules: OutboundRule[],
  lookup: Lookup = dns.promises.lookup,
): Promise<Problem | null> {
  const url = new URL(link);
  if (url.username || url.password) return new Problem('linkFailed.user');
  try {
    return await addressProblem(url, rules, lookup);
  } catch {
    return new Problem('linkFailed.host');
  }
}

/**
 * The same for the URL of a webhook endpoint. Its name may not resolve yet: an endpoint may be created before the receiver
 * runs, and every delivery checks again.
 */
export async function endpointProblem(
  url: string,
  rules: OutboundRule[],
  lookup: Lookup = dns.promises.lookup,
): Promise<Problem | null> {
  // The database refuses a text that is not a URL.
  if (!URL.canParse(url)) return null;
  const unknown = sleep(lookupPatienceMs, null, { ref: false });
  return Promise.race([addressProblem(new URL(url), rules, lookup).catch(() => null), unknown]);
}

/** Throws when the host has no public address. */
async function addressProblem(
  { protocol, hostname, port }: URL,
  rules: OutboundRule[],
  lookup: Lookup,
): Promise<Problem | null> {
  const host = bare(hostname);
  const addresses = await lookup(host, { all: true });
  const isRefused = ({ address }: dns.LookupAddress) =>
    refusalOf(rules, protocol, host, address, portOf(protocol, port)) !== undefined;
  return addresses.some(isRefused) ? new Problem('linkPrivate') : null;
}

const portOf = (protocol: string, port: string | null | undefined) =>
  Number(port) || (protocol === 'https:' ? 443 : 80);

const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '');

function refusalOf(
  rules: OutboundRule[],
  protocol: string,
  host: string,
  address: string,
  port: number,
): OutboundRefused | undefined {
  if (isAllowed(rules, host, parseAddress(address), port)) return undefined;
  if (protocol !== 'https:') return new OutboundRefused(`${host} may be called over https only`);
  if (isPublic(parseAddress(address))) return undefined;
  return new OutboundRefused(`${host} is at a private or reserved address`);
}

/** Unwraps an IPv4 address written as an IPv6 one. */
function parseAddress(text: string): Address {
  return ipaddr.process(text.split('%')[0]!);
}

function isAllowed(rules: OutboundRule[], host: string, address: Address, port: number): boolean {
  return rules.some((rule) => {
    if (rule.port !== undefined && rule.port !== port) return false;
    if ('host' in rule) return rule.host === host.toLowerCase().replace(/\.$/, '');
    return address.kind() === rule.range[0].kind() && address.match(rule.range);
  });
}

/** True for a public address of the internet. */
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  // Only 2000::/3 is assigned for the public IPv6 internet; other unicast ranges are refused.
  return (
    address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number])
  );
}
