// Bodies that are too large, too slow or broken off, and connections that are too many, over raw sockets.

import { EventEmitter, once } from 'node:events';
import fs from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import Koa, { type Context } from 'koa';
import pino from 'pino';
import { createApp } from '../../server/app.ts';
import { readForm } from '../../server/gate/form.ts';
import { readBody } from '../../server/gate/request.ts';
import { createListener, type ListenerLimits } from '../../server/http/listener.ts';
import { loadSettings } from '../../server/process/settings.ts';
import { fakeKey, fakePool } from '../helpers/fake-pool.ts';
import { testSecrets } from '../helpers/secrets.ts';

type Line = { level: number; msg: string; status?: number; err?: unknown };

async function listen(t: ExecutionContext, env: Record<string, string> = {}, limits: Partial<ListenerLimits> = {}) {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-bodies-'));
  const settings = loadSettings({ DATA_DIR: directory, ...env });
  const lines: Line[] = [];
  const logged = new EventEmitter();
  const log = pino(
    { level: 'info' },
    { write: (text: string) => void logged.emit('line', lines.push(JSON.parse(text))) },
  );
  const pool = fakePool(({ name }) => (name === 'gate.start_image_call' ? { found: { lease: 'l' } } : {}));
  const app = createApp({ settings, pool, log, ready: () => true, secrets: testSecrets });
  const server = createListener(app.callback(), { ...settings, ...limits }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
    fs.rmSync(directory, { recursive: true });
  });
  return {
    server,
    connect: () => new Client((server.address() as AddressInfo).port),
    /** The log line of the next request. */
    async request(): Promise<Line> {
      for (;;) {
        const line = lines.find(({ msg }) => msg === 'request');
        if (line) return line;
        await once(logged, 'line');
      }
    },
    lines,
  };
}

class Client {
  readonly socket: net.Socket;
  readonly closed: Promise<void>;
  received = '';

  constructor(port: number) {
    this.socket = net.connect(port, '127.0.0.1');
    this.socket.on('data', (bytes) => {
      this.received += bytes;
    });
    this.socket.on('error', () => {});
    this.closed = new Promise((resolve) => this.socket.once('close', () => resolve()));
  }

  post(place: string, headers: Record<string, string | number>, body = ''): this {
    const all = { Host: '127.0.0.1:4000', Authorization: `Bearer ${fakeKey}`, 'Idempotency-Key': 'k', ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    this.socket.write(`POST ${place} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
    return this;
  }

  /** Sends until the other side closes; gives how many bytes it took. */
  async flood(): Promise<number> {
    const chunk = Buffer.alloc(65_536, 'x');
    while (!this.socket.destroyed) {
      if (!this.socket.write(chunk)) await Promise.race([once(this.socket, 'drain').catch(() => {}), this.closed]);
    }
    return this.socket.bytesWritten;
  }

  get status(): number {
    return Number(/^HTTP\/1.1 (\d+)/.exec(this.received)?.[1]);
  }
}

const json = { 'Content-Type': 'application/json' };
const form = { 'Content-Type': 'multipart/form-data; boundary=b' };
const images = '/ext/v1/products/01890000-0000-7000-8000-000000000000/images';
const part = '--b\r\nContent-Disposition: form-data; name="images"; filename="a.png"\r\n\r\n';
const gigabyte = 1_200_000_000;

for (const [of, place, headers] of [
  ['a JSON body', '/ext/v1/orders', { ...json, 'Content-Length': gigabyte }],
  ['a JSON body in chunks', '/ext/v1/orders', { ...json, 'Transfer-Encoding': 'chunked' }],
  ['a form', images, { ...form, 'Content-Length': gigabyte }],
] as const) {
  test(`${of} that is too large gets its 413, and the connection is closed instead of read to the end`, async (t) => {
    const { connect } = await listen(t);
    const client = connect();
    // As one chunk of 0xffffffff bytes, where it is chunked.
    client.post(place, headers, 'Transfer-Encoding' in headers ? 'ffffffff\r\n' : '');
    const sent = await client.flood();
    t.is(client.status, 413, client.received);
    t.regex(client.received, /Connection: close/i);
    t.true(sent < 200_000_000, `${sent} bytes`);
  });
}

test('a small body that is not read does not cost its connection', async (t) => {
  const { connect } = await listen(t);
  const client = connect().post('/ext/v1/orders', { ...json, Authorization: 'none', 'Content-Length': 2 }, '{}');
  await once(client.socket, 'data');
  t.is(client.status, 401);
  t.notRegex(client.received, /Connection: close/i);
});

test('a connection keeps nothing of the requests that it has brought', async (t) => {
  const { server, connect } = await listen(t);
  const client = connect();
  const [socket] = (await once(server, 'connection')) as [net.Socket];
  const counts: number[] = [];
  for (let n = 0; n < 5; n++) {
    client.post('/ext/v1/orders', { ...json, Authorization: 'none', 'Content-Length': 2 }, '{}');
    await once(client.socket, 'data');
    counts.push(socket.listenerCount('close'));
  }
  // The last request may still be ending.
  t.true(counts[4]! <= counts[0]! + 1, counts.join());
});

const short = { bodyTimeoutSeconds: 0.2, bodyBytesPerSecond: 1_000 };

for (const [of, place, headers, body] of [
  ['JSON', '/ext/v1/orders', { ...json, 'Content-Length': 100 }, '{'],
  ['a form', images, { ...form, 'Content-Length': 1_000_000 }, part],
] as const) {
  test(`${of} that is sent by half is given up with 408`, async (t) => {
    const { connect, request, lines } = await listen(t, {}, short);
    const client = connect().post(place, headers, body);
    await client.closed;
    t.is(client.status, 408, client.received);
    t.is((await request()).status, 408);
    t.deepEqual(
      lines.filter(({ level }) => level > 30),
      [],
    );
  });
}

test('a body that arrives drop by drop is given up, one that is fast enough is not', async (t) => {
  const { connect } = await listen(t, {}, short);
  const slow = connect().post('/ext/v1/orders', { ...json, 'Content-Length': 1_000_000 });
  const fast = connect().post('/ext/v1/orders', { ...json, 'Content-Length': 1_000_000 });
  const feed = (client: Client, bytes: number) => {
    const write = () => client.socket.write('x'.repeat(bytes));
    write();
    const timer = setInterval(write, 20);
    void client.closed.then(() => clearInterval(timer));
    return timer;
  };
  // Fast enough for a process that stands still for some seconds.
  const timers = [feed(slow, 1), feed(fast, 20_000)];
  await slow.closed;
  t.is(slow.status, 408);
  t.false(fast.socket.destroyed);
  for (const timer of timers) clearInterval(timer);
  fast.socket.destroy();
});

for (const [of, place, headers, body] of [
  ['JSON', '/ext/v1/orders', { ...json, 'Content-Length': 100 }, '{'],
  ['a form', images, { ...form, 'Content-Length': 1_000_000 }, part],
  ['a tool call', '/ext/mcp/v1', { ...json, 'Content-Length': 100 }, '{'],
] as const) {
  test(`a client that leaves in the middle of ${of} is 499 in the log, and no error`, async (t) => {
    const { connect, request, lines, server } = await listen(t);
    const began = once(server, 'request');
    const client = connect().post(place, headers, body);
    await began;
    client.socket.resetAndDestroy();
    t.is((await request()).status, 499);
    t.deepEqual(
      lines.filter(({ level, err }) => level > 30 || err),
      [],
    );
  });
}

const body = (ctx: Context) => readBody(ctx);
const formOf = (ctx: Context) => readForm(ctx.req, new Map());

for (const [of, read, headers, length] of [
  ['a body', body, json, 9],
  ['a form', formOf, form, 9],
  ['a body that arrived as a whole', body, json, 1],
  ['a form that arrived as a whole', formOf, form, 1],
] as const) {
  test(`${of} whose client has left before it is read is given up and not waited for`, async (t) => {
    const app = new Koa();
    const given = new Promise<unknown>((resolve) => {
      app.use(async (ctx) => {
        await new Promise((left) => ctx.req.once('close', left));
        resolve(await read(ctx).catch((error) => error.status));
      });
    });
    app.silent = true;
    const server = app.listen(0, '127.0.0.1');
    t.teardown(() => server.close());
    await once(server, 'listening');
    const client = new Client((server.address() as AddressInfo).port).post(
      '/',
      { ...headers, 'Content-Length': length },
      '{',
    );
    await once(server, 'request');
    client.socket.resetAndDestroy();
    t.is(await given, 499);
  });
}

test('a form that ends before its last part does is refused, not an error of ours', async (t) => {
  const { connect, lines } = await listen(t);
  for (const body of [part, `${part}abc`, '--b\r\n', 'nonsense', `${part}abc\r\n--b`]) {
    const client = connect().post(images, { ...form, 'Content-Length': body.length, Connection: 'close' }, body);
    await client.closed;
    t.is(client.status, 422, `${body} -> ${client.received}`);
  }
  t.deepEqual(
    lines.filter(({ level }) => level > 30),
    [],
  );
});

async function refused(client: Client): Promise<string> {
  await client.closed;
  return client.received;
}

test('more connections than allowed are told 503 at once and closed; one that ends makes room', async (t) => {
  const { connect } = await listen(t, { MAX_CONNECTIONS: '2', TRUSTED_PROXIES: '127.0.0.0/8' });
  const get = 'GET /healthz HTTP/1.1\r\nHost: haat.test\r\n\r\n';
  const [first, second] = [connect(), connect()];
  for (const { socket } of [first, second]) {
    socket.write(get);
    await once(socket, 'data');
  }
  const answer = await refused(connect());
  t.regex(answer, /^HTTP\/1.1 503 .*\r\n/);
  t.regex(answer, /Retry-After: 2\r\n/);
  t.regex(answer, /"code":"UNAVAILABLE"/);

  first.socket.destroy();
  for (;;) {
    const third = connect();
    third.socket.write(get);
    await Promise.race([once(third.socket, 'data').catch(() => {}), third.closed]);
    if (third.status === 200) break;
    t.is(third.status || 503, 503);
  }
  t.pass();
});

test('one address has a smaller limit of its own, a trusted proxy has not', async (t) => {
  const get = 'GET /healthz HTTP/1.1\r\nHost: haat.test\r\n\r\n';
  for (const [proxies, status] of [
    ['', 503],
    ['127.0.0.1', 200],
  ] as const) {
    const { connect } = await listen(t, { MAX_CONNECTIONS_PER_ADDRESS: '1', TRUSTED_PROXIES: proxies });
    const first = connect();
    first.socket.write(get);
    await once(first.socket, 'data');
    const second = connect();
    second.socket.write(get);
    await once(second.socket, 'data');
    t.is(second.status, status);
  }
});
