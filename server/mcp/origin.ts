// Protects the tool server against DNS rebinding: a web page that makes its own host name point to a server on the
// visitor's machine. So both the Host and the Origin of a request must be ours. Only browsers send an Origin.
const loopback = ['localhost', '127.0.0.1', '[::1]'];

export class Origins {
  readonly #hosts: Set<string>;
  readonly #origin: string;

  constructor(publicUrl: string) {
    const { hostname, origin } = new URL(publicUrl);
    this.#hosts = new Set([...loopback, hostname]);
    this.#origin = origin;
  }

  /** Takes a Host header. */
  isOurHost(host: string): boolean {
    const url = parse(`http://${host}`);
    return url !== null && url.pathname === '/' && this.#hosts.has(url.hostname);
  }

  /** Takes an Origin header; pages on this machine may be served at any port. */
  isOurOrigin(origin: string): boolean {
    const url = parse(origin);
    return url !== null && (url.origin === this.#origin || loopback.includes(url.hostname));
  }
}

const parse = (text: string) => (URL.canParse(text) ? new URL(text) : null);
