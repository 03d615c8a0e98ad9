// Addresses and ranges of them, as OUTBOUND_ALLOW and TRUSTED_PROXIES name them.
import ipaddr from 'ipaddr.js';

/** A private address that outbound calls may use: a host name, or a range of addresses. */
export type OutboundRule = { port: number | undefined } & ({ host: string } | { range: AddressRange });

/** An address and its prefix length. */
export type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** `host`, `host:port`, `10.0.0.0/8`, `10.0.0.0/8:8080`, `::1`, `[fd00::/8]:443`, separated by commas or spaces. */
export function parseOutboundAllow(text: string): OutboundRule[] {
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((entry) => {
      const bracketed = /^\[([^\]]+)\](?::(\d+))?$/.exec(entry);
      // More than one colon without brackets is an IPv6 address, whose last group is no port.
      const plain = /^([^:]+)(?::(\d+))?$/.exec(entry) ?? [entry, entry];
      const [, place = '', portText] = bracketed ?? plain;
      const port = portText === undefined ? undefined : Number(portText);
      if (port !== undefined && (port < 1 || port > 65_535)) throw new Error(`has a wrong port in ${entry}`);
      const range = parseRange(place);
      if (range) return { range, port };
      if (!/^(?=.*[a-z])[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(place)) {
        throw new Error(
          `must be hosts, addresses or ranges such as 10.0.0.0/8, with or without a port; ${entry} is not one of these`,
        );
      }
      return { host: place.toLowerCase(), port };
    });
}

export function parseTrustedProxies(text: string): AddressRange[] {
  const entries = text.split(/[\s,]+/).filter(Boolean);
  return entries.map((entry) => {
    const range = parseRange(entry);
    if (!range) throw new Error(`must be addresses or ranges such as 10.0.0.0/8; ${entry} is not one of these`);
    return range;
  });
}

/** An address, or a range of them; undefined for what is neither. */
function parseRange(text: string): AddressRange | undefined {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (!ipaddr.IPv6.isValid(text) && !ipaddr.IPv4.isValidFourPartDecimal(text)) return undefined;
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
