// What is compressed, for whom, and what caches are told of it.
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import zlib from 'node:zlib';
import test from 'ava';
import { newImageKey } from '../../server/media/storage/index.ts';
import { startApi, type TestApi } from '../helpers/api.ts';
import { fakePool, fakeKey as key } from '../helpers/fake-pool.ts';

const long = JSON.stringify({ data: Array.from({ length: 200 }, (_, n) => ({ id: n, name: `Product ${n} চাল` })) });
const short = JSON.stringify({ data: 'x'.repeat(900) });
/** Longer than what is compressed at once. */
const huge = JSON.stringify({ data: Array.from({ length: 20_000 }, (_, n) => n * 7919) });

let api: TestApi;
let result = long;
test.before(async () => {
  api = await startApi({ pool: fakePool(() => ({ result })) });
});
test.after.always(() => api?.stop());
test.beforeEach(() => {
  result = long;
});

type Wire = { status: number; headers: http.IncomingHttpHeaders; bytes: Buffer };

/** As it comes over the wire: fetch would unpack it. */
async function ask(target: string, headers: Record<string, string> = {}, method = 'GET', body?: string): Promise<Wire> {
  const request = http.request(api.url + target, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
  });
  request.end(body);
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject);
  });
  return { status: response.statusCode!, headers: response.headers, bytes: await buffer(response) };
}

const unpack = ({ headers, bytes }: Wire): string => {
  if (headers['content-encoding'] === 'br') return zlib.brotliDecompressSync(bytes).toString();
  return headers['content-encoding'] === 'gzip' ? zlib.gunzipSync(bytes).toString() : bytes.toString();
};

const asked: [accept: string | undefined, encoding: string | undefined][] = [
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['deflate, zstd', undefined],
  ['gzip;q=0, br;q=0', undefined],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'gzip'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['*', 'br'],
  ['nonsense;;q=x', undefined],
];

test.serial('an answer of 1 kB or more is compressed as the client asks, and is what it would have been', async (t) => {
  for (const body of [long, huge]) {
    result = body;
    for (const [accept, encoding] of asked) {
      const answer = await ask('/ext/v1/products', accept === undefined ? {} : { 'accept-encoding': accept });
      t.is(answer.headers['content-encoding'], encoding, accept);
      t.is(unpack(answer), body, accept);
      t.is(Number(answer.headers['content-length']), answer.bytes.length);
      t.is(answer.headers['content-type'], 'application/json; charset=utf-8');
      t.is(answer.headers.vary, 'Accept-Encoding', accept);
      if (encoding) t.true(answer.bytes.length < body.length / 2);
    }
  }
});

test.serial('a shorter one is not', async (t) => {
  result = short;
  const answer = await ask('/ext/v1/products', { 'accept-encoding': 'gzip, br' });
  t.is(answer.headers['content-encoding'], undefined);
  t.is(answer.bytes.toString(), short);
  t.is(answer.headers.vary, 'Accept-Encoding');
});

test.serial('answers of tools, refusals, pages and metrics are compressed alike', async (t) => {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_me' } };
  const wrong = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`unknown_field_${n}`, n]));
  const answers = [
    await ask('/ext/mcp/v1', { 'accept-encoding': 'gzip', host: 'localhost' }, 'POST', JSON.stringify(call)),
    await ask('/ext/v1/orders', { 'accept-encoding': 'gzip', 'idempotency-key': 'one' }, 'POST', JSON.stringify(wrong)),
    ...(await Promise.all(
      ['/ext/v1/openapi.json', '/ext/mcp/v1/manifest', '/docs', '/docs/docs.css', '/docs/docs.js', '/metrics'].map(
        (path) => ask(path, { 'accept-encoding': 'gzip' }),
      ),
    )),
  ];
  for (const answer of answers) {
    t.is(answer.headers['content-encoding'], 'gzip', answer.headers['content-type']);
    t.true(unpack(answer).length > answer.bytes.length);
  }
  t.deepEqual(
    answers.map(({ status }) => status),
    [200, 422, 200, 200, 200, 200, 200, 200],
  );
});

test.serial('pictures, which are compressed already, pass as they are', async (t) => {
  const key = newImageKey('company');
  const file = path.join(api.mediaDirectory, key);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, Buffer.alloc(5_000));
  const answer = await ask(`/media/${key}`, { 'accept-encoding': 'gzip, br' });
  t.is(answer.status, 200);
  t.is(answer.headers['content-encoding'], undefined);
  t.is(answer.headers.vary, undefined);
  t.is(answer.bytes.length, 5_000);
  t.is((await ask(`/media/${key}`, { 'accept-encoding': 'gzip', range: 'bytes=0-1999' })).bytes.length, 2_000);
});

test.serial('HEAD tells what GET would, without the body', async (t) => {
  for (const path of ['/docs', '/ext/v1/openapi.json', '/ext/mcp/v1/manifest']) {
    for (const accept of ['gzip', 'br', 'identity']) {
      const [head, get] = [
        await ask(path, { 'accept-encoding': accept }, 'HEAD'),
        await ask(path, { 'accept-encoding': accept }),
      ];
      t.is(head.bytes.length, 0);
      for (const name of ['content-encoding', 'content-length', 'content-type', 'vary', 'etag']) {
        t.is(head.headers[name], get.headers[name], `${path} ${accept} ${name}`);
      }
    }
  }
});

test.serial('a copy in one encoding is good in each: the tag is weak, and 304 names it with Vary', async (t) => {
  const tags = new Set<string>();
  for (const accept of ['gzip', 'br', 'identity']) {
    const { headers } = await ask('/docs', { 'accept-encoding': accept });
    t.regex(headers.etag!, /^W\/"/);
    tags.add(headers.etag!);
    const again = await ask('/docs', { 'accept-encoding': accept, 'if-none-match': headers.etag! });
    t.is(again.status, 304);
    t.is(again.bytes.length, 0);
    t.is(again.headers.etag, headers.etag);
    t.is(again.headers.vary, 'Accept-Encoding');
    t.is(again.headers['content-encoding'], undefined);
  }
  t.is(tags.size, 1);
  t.is((await ask('/docs', { 'if-none-match': 'W/"another"' })).status, 200);
});
