// Which host name passkeys are bound to, by PUBLIC_URL.
import net from 'node:net';

/** `domain`: what WebAuthn calls the id of the relying party. `origins`: the addresses whose pages may use it. */
export type PasskeySite = { domain: string; origins: string[] };

/** Null where browsers allow no passkeys: without https, or at a number in place of a name. This computer is localhost. */
export function passkeySiteOf(publicUrl: string): PasskeySite | null {
  const { protocol, hostname, port, origin } = new URL(publicUrl);
  if (/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname))
    return { domain: 'localhost', origins: [`${protocol}//localhost${port && `:${port}`}`] };
  const isName = net.isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  return protocol === 'https:' && isName ? { domain: hostname, origins: [origin] } : null;
}
