// An HTTP client that costs little beside what it measures, as pgbench does beside Postgres: connections stay open, a request
// leaves in one write, each read comes into the same buffer, and of an answer the status is read and its bytes are counted.
import net from 'node:net';

export type LeanRequest = { method: string; path: string; headers?: string[]; body?: string };

/** As many requests at a time as it has connections. Answers must have a Content-Length. */
export class LeanClient {
  readonly #connections: Connection[];
  readonly #common: string;

  constructor(origin: string, connections: number, headers: string[]) {
    const { hostname, port, host } = new URL(origin);
    this.#connections = Array.from({ length: connections }, () => new Connection(hostname, Number(port)));
    this.#common = [`host: ${host}`, ...headers, ''].join('\r\n');
  }

  /** The length of the answer's body. Throws when the answer is not a success. */
  async request({ method, path, headers = [], body }: LeanRequest): Promise<number> {
    const connection = this.#connections.pop();
    if (!connection) throw new Error('more requests than connections');
    const own = body === undefined ? headers : [...headers, `content-length: ${Buffer.byteLength(body)}`];
    const fields = own.map((header) => `${header}\r\n`).join('');
    const length = await connection.send(`${method} ${path} HTTP/1.1\r\n${this.#common}${fields}\r\n${body ?? ''}`);
    this.#connections.push(connection);
    return length;
  }

  close(): void {
    for (const connection of this.#connections) connection.end();
  }
}

const endOfHead = '\r\n\r\n';

class Connection {
  readonly #socket: net.Socket;
  #resolve: (length: number) => void = () => {};
  #reject: (error: Error) => void = () => {};
  #head = '';
  /** Bytes of the body: all, and still to come; null until the head is complete. */
  #body: { length: number; left: number } | null = null;

  constructor(host: string, port: number) {
    const onread = {
      buffer: Buffer.allocUnsafeSlow(64 * 1024),
      callback: (bytes: number, buffer: Uint8Array) => {
        this.#read(buffer as Buffer, bytes);
        return true;
      },
    };
    this.#socket = net.connect({ host, port, noDelay: true, onread });
    this.#socket.on('error', (error) => this.#reject(error));
    this.#socket.on('close', () => this.#reject(new Error('the server closed the connection')));
  }

  send(request: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#socket.write(request);
    });
  }

  end(): void {
    this.#socket.destroy();
  }

  #read(buffer: Buffer, bytes: number): void {
    if (this.#body) this.#body.left -= bytes;
    else {
      const before = this.#head.length;
      this.#head += buffer.toString('latin1', 0, bytes);
      const end = this.#head.indexOf(endOfHead);
      if (end < 0) return;
      const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(this.#head) ?? [];
      const [, length] = /\r\ncontent-length: (\d+)\r\n/i.exec(this.#head) ?? [];
      if (!status?.startsWith('2') || !length) {
        this.#reject(new Error(this.#head));
        return;
      }
      this.#body = { length: Number(length), left: Number(length) - (before + bytes - end - endOfHead.length) };
    }
    if (this.#body.left > 0) return;
    const { length, left } = this.#body;
    this.#head = '';
    this.#body = null;
    if (left < 0) this.#reject(new Error('the answer is longer than its Content-Length'));
    else this.#resolve(length);
  }
}
