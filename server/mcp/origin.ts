// Who may speak to the tool server from where. A page in a browser can be made to call a server on its visitor's own
// machine, under a host name of the page's choosing (DNS rebinding); so both the name a request was sent to and the page
// it comes from must be ours. Programs that are no browsers send no Origin.
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
