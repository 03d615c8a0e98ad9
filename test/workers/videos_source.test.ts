// What a link answers, and what becomes of it: the file from a byte on, a fault that may pass, or a refusal.
import type { RequestListener } from 'node:http';
import test from 'ava';
import { createOutbound } from '../../server/process/outbound.ts';
import { loadSettings } from '../../server/process/settings.ts';
import {
  type Known,
  openSource,
  resumesAt,
  SourceChanged,
  SourceFault,
  SourceRefused,
} from '../../workers/videos/source.ts';
import { authority } from '../helpers/servers/image-server.ts';
import { VideoHost } from '../helpers/servers/video-host.ts';

const text = Buffer.from('0123456789');

let host: VideoHost;
test.beforeEach(async () => {
  host = await new VideoHost(text).listen();
});
test.afterEach.always(() => host?.stop());

const nothing: Known = { copied: 0, size: null, validator: null };
const half: Known = { copied: 5, size: 10, validator: '"one"' };

async function outcome(known = nothing, link = host.url(), allow = `localhost:${host.port}`): Promise<string> {
  const outbound = createOutbound({ ...loadSettings({ OUTBOUND_ALLOW: allow }), outboundCa: authority });
  try {
    const { body, start, size, validator } = await openSource(link, known, outbound, new AbortController().signal);
    const chunks: Buffer[] = [];
    for await (const chunk of body) chunks.push(chunk);
    return `${Buffer.concat(chunks)} from ${start} of ${size}, ${validator}`;
  } catch (error) {
    if (error instanceof SourceChanged) return 'changed';
    if (error instanceof SourceFault) return 'fault';
    if (error instanceof SourceRefused) return `refused: ${error.message}`;
    throw error;
  } finally {
    await outbound.destroy();
  }
}

test.serial('a file comes whole, and from a byte on', async (t) => {
  t.is(await outcome(), '0123456789 from 0 of 10, "one"');
  t.is(await outcome(half), '56789 from 5 of 10, "one"');
  t.deepEqual(host.asked.at(-1), { url: '/video.mp4', range: 'bytes=5-', ifRange: '"one"' });
});

test.serial('another file, and a server that knows no ranges, begin anew', async (t) => {
  host.etag = '"two"';
  t.is(await outcome(half), '0123456789 from 0 of 10, "two"');
  host.etag = '"one"';
  host.knowsRanges = false;
  t.is(await outcome(half), '0123456789 from 0 of 10, "one"');
});

test.serial('a file without a mark is never asked for in part', async (t) => {
  host.etag = undefined;
  t.is(await outcome(), '0123456789 from 0 of 10, null');
  t.is(resumesAt({ ...half, validator: null }), 0);
  t.is(await outcome({ ...half, validator: null }), '0123456789 from 0 of 10, null');
  t.is(host.asked.at(-1)!.range, undefined);
  // A weak tag promises nothing about bytes.
  host.etag = 'W/"one"';
  t.is(await outcome(), '0123456789 from 0 of 10, null');
});

test.serial('the date of the last change is a mark where there is no tag', async (t) => {
  const date = 'Sat, 21 Nov 2026 10:00:00 GMT';
  host.instead = (_, response) => response.writeHead(200, { 'last-modified': date }).end('x');
  t.is(await outcome(), `x from 0 of null, ${date}`);
});

const partial =
  (contentRange: string, headers = {}): RequestListener =>
  (_, response) =>
    response.writeHead(206, { 'content-range': contentRange, ...headers }).end('56789');

for (const [title, instead] of [
  ['another range', partial('bytes 4-9/10')],
  ['another size', partial('bytes 5-9/11')],
  ['another tag', partial('bytes 5-9/10', { etag: '"two"' })],
  ['no range at all', (_request, response) => response.writeHead(206).end('56789')],
  ['a file that has become shorter', (_request, response) => response.writeHead(416).end()],
] as [string, RequestListener][]) {
  test.serial(`${title} is another file`, async (t) => {
    host.instead = instead;
    t.is(await outcome(half), 'changed');
  });
}

const status =
  (code: number, headers = {}): RequestListener =>
  (_, response) =>
    response.writeHead(code, headers).end();

for (const [title, instead, expected] of [
  ['a missing file', status(404), 'refused: answers with status 404'],
  ['a range that was not asked for', status(416), 'refused: answers with status 416'],
  ['a part that was not asked for', status(206), 'refused: answers with status 206'],
  ['an unchanged file', status(304), 'refused: answers with status 304'],
  ['a server in trouble', status(503), 'fault'],
  ['a server that asks for patience', status(429), 'fault'],
  ['a connection that breaks', (request) => request.socket.destroy(), 'fault'],
  ['a way to http', status(302, { location: 'http://localhost/' }), 'refused: leads to an address that is not https'],
  [
    'a way with a password',
    status(302, { location: 'https://a:b@localhost/' }),
    'refused: must not contain a user name or password',
  ],
  ['a way to nowhere', status(302, { location: 'https://' }), 'refused: redirects to an address that is not valid'],
  [
    'a way into a private network',
    status(302, { location: 'https://169.254.169.254/' }),
    'refused: points to an address that is not public',
  ],
  ['a way in a circle', status(307, { location: '/video.mp4' }), 'refused: redirects too many times'],
] as [string, RequestListener, string][]) {
  test.serial(`${title}: ${expected}`, async (t) => {
    host.instead = instead;
    t.is(await outcome(), expected);
  });
}

test.serial('three redirects are followed, and the range goes along', async (t) => {
  const steps = ['/b', '/c', '/d'];
  host.instead = (request, response) => {
    const location = steps.shift();
    if (location) return response.writeHead(302, { location }).end();
    t.is(request.headers.range, 'bytes=5-');
    return response.writeHead(206, { 'content-range': 'bytes 5-9/10' }).end('56789');
  };
  t.is(await outcome(half), '56789 from 5 of 10, "one"');
  t.deepEqual(
    host.asked.map(({ url }) => url),
    ['/video.mp4', '/b', '/c', '/d'],
  );
});

test.serial('a link to a private address is refused where no rule allows it', async (t) => {
  t.is(await outcome(nothing, host.url(), ''), 'refused: points to an address that is not public');
  t.is(host.asked.length, 0);
});

test.serial('an answer that breaks off is a fault', async (t) => {
  host.breaks = { at: 3, times: 1 };
  t.is(await outcome(), 'fault');
  t.is(await outcome(), '0123456789 from 0 of 10, "one"');
});

test.serial('what its reader has ended ends with the reason of that', async (t) => {
  const outbound = createOutbound({ ...loadSettings({ OUTBOUND_ALLOW: 'localhost' }), outboundCa: authority });
  t.teardown(() => outbound.destroy());
  host.holdsAt = 3;
  const stop = new AbortController();
  const { body } = await openSource(host.url(), nothing, outbound, stop.signal);
  const iterator = body[Symbol.asyncIterator]();
  t.is(String((await iterator.next()).value), '012');
  const next = iterator.next();
  stop.abort(new Error('enough'));
  await t.throwsAsync(next, { message: 'enough' });
});
