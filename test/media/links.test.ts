// Links of hostile servers: each ends in a reason for the client, within its limits of time and volume.
import type { RequestListener } from 'node:http';
import type { LookupFunction } from 'node:net';
import test from 'ava';
import { ImageRefused } from '../../server/media/images/index.ts';
import { fetchLink } from '../../server/media/images/links.ts';
import { createOutbound } from '../../server/process/outbound.ts';
import { loadSettings } from '../../server/process/settings.ts';
import { authority, type ImageServer, startImageServer } from '../helpers/servers/image-server.ts';

const megabyte = 1_048_576;
const chunk = Buffer.alloc(65_536, 1);

const routes: Record<string, RequestListener> = {
  '/small': (_request, response) => response.end('picture'),
  '/gzip': (_request, response) => response.setHeader('content-encoding', 'gzip').end('left as it is'),
  '/missing': (_request, response) => response.writeHead(404).end(),
  '/partial': (_request, response) => response.writeHead(206).end('x'),
  '/once': (_request, response) => response.writeHead(302, { location: '/small' }).end(),
  '/to-http': (_request, response) => response.writeHead(302, { location: 'http://localhost/small' }).end(),
  '/to-file': (_request, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/to-metadata': (_request, response) => response.writeHead(301, { location: 'https://169.254.169.254/' }).end(),
  '/to-user': (_request, response) => response.writeHead(302, { location: 'https://a:b@localhost/' }).end(),
  '/to-nothing': (_request, response) => response.writeHead(302, { location: 'https://' }).end(),
  '/loop': (_request, response) => response.writeHead(307, { location: '/loop' }).end(),
  '/endless': (_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  },
  '/lying-large': (_request, response) => response.writeHead(200, { 'content-length': 20 * megabyte }).write(chunk),
  '/lying-small': (_request, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('only this');
    setTimeout(() => response.destroy(), 20);
  },
  '/silent': () => {},
  '/stalling': (_request, response) => response.write('a bit'),
  '/dripping': (_request, response) => {
    const drip = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(drip));
  },
  '/headers': (_request, response) => response.writeHead(200, { 'x-long': 'x'.repeat(40_000) }).end(),
};

let server: ImageServer;
test.before(async () => {
  server = await startImageServer((request, response) => routes[request.url!]!(request, response));
});
test.after.always(() => server?.stop());

type Overrides = {
  volume?: { left: number };
  timeMs?: number;
  signal?: AbortSignal;
  lookup?: LookupFunction;
  outboundCa?: string | undefined;
};

async function outcome(link: string, overrides: Overrides = {}, allow = `localhost:${server.port}`): Promise<string> {
  const { lookup, ...others } = overrides;
  const settings = { ...loadSettings({ OUTBOUND_ALLOW: allow }), outboundCa: authority, ...others };
  const outbound = createOutbound(settings, lookup && { lookup });
  const limits = {
    outbound,
    maxBytes: 10 * megabyte,
    volume: { left: 50 * megabyte },
    // Long, so that a slow machine changes no reason; what is about time names its own.
    timeMs: 30_000,
    signal: new AbortController().signal,
    ...others,
  };
  try {
    return (await fetchLink(link, limits)).toString();
  } catch (error) {
    if (!(error instanceof ImageRefused)) throw error;
    return `refused: ${error.message}`;
  } finally {
    await outbound.destroy();
  }
}

test('a link is fetched, over a redirect too, and its bytes are left as they are', async (t) => {
  t.is(await outcome(server.url('/small')), 'picture');
  t.is(await outcome(server.url('/once')), 'picture');
  t.is(await outcome(server.url('/gzip')), 'left as it is');
});

test('the same link is refused where no rule allows it', async (t) => {
  t.is(await outcome(server.url('/small'), {}, ''), 'refused: points to an address that is not public');
  t.is(await outcome(server.url('/small'), {}, 'localhost:1'), 'refused: points to an address that is not public');
});

test('a name that turns private between two answers leads nowhere', async (t) => {
  const asked = server.asked.length;
  let times = 0;
  const turning = ((_host, _options, callback) =>
    callback(null, [{ address: times++ === 0 ? '203.0.113.1' : '127.0.0.1', family: 4 }] as never)) as LookupFunction;
  const link = server.url('/small', 'rebinding.test');
  for (const _ of [1, 2]) {
    t.is(await outcome(link, { lookup: turning }, ''), 'refused: points to an address that is not public');
  }
  t.is(times, 2);
  t.is(server.asked.length, asked);
});

test('a certificate of an unknown authority is not trusted', async (t) => {
  const reason = await outcome(server.url('/small'), { outboundCa: undefined });
  t.is(reason, 'refused: has no trusted TLS certificate');
});

for (const [path, reason] of [
  ['/missing', 'answers with status 404'],
  ['/partial', 'answers with status 206'],
  ['/to-http', 'leads to an address that is not https'],
  ['/to-file', 'leads to an address that is not https'],
  ['/to-metadata', 'points to an address that is not public'],
  ['/to-user', 'must not contain a user name or password'],
  ['/to-nothing', 'redirects to an address that is not valid'],
  ['/loop', 'redirects too many times'],
  ['/endless', 'is larger than 10 MB'],
  ['/lying-large', 'is larger than 10 MB'],
  ['/lying-small', 'cannot be fetched'],
  ['/silent', 'did not arrive in time'],
  ['/stalling', 'did not arrive in time'],
  ['/headers', 'cannot be fetched'],
] as const) {
  test(`${path} ${reason}`, async (t) => {
    const overrides = reason === 'did not arrive in time' ? { timeMs: 300 } : {};
    t.is(await outcome(server.url(path), overrides), `refused: ${reason}`);
  });
}

test('a host that does not exist, or speaks no TLS, cannot be fetched from', async (t) => {
  t.is(await outcome('https://does-not-exist.invalid/'), 'refused: cannot be fetched');
  t.is(await outcome(`https://localhost:1/`, {}, 'localhost'), 'refused: cannot be fetched');
});

test('dripping bytes do not outlast the time of a link', async (t) => {
  t.is(await outcome(server.url('/dripping'), { timeMs: 400 }), 'refused: did not arrive in time');
});

test('the time of the whole call ends a link too', async (t) => {
  const signal = AbortSignal.timeout(200);
  t.is(await outcome(server.url('/dripping'), { signal }), 'refused: did not arrive in time');
});

test('the volume is shared by the links of a call', async (t) => {
  const volume = { left: 10 };
  t.is(await outcome(server.url('/small'), { volume }), 'picture');
  t.is(
    await outcome(server.url('/small'), { volume }),
    'refused: is too large: the images of one call may have 50 MB together',
  );
});

test('an endless answer is cut soon after its limit', async (t) => {
  const own = await startImageServer(routes['/endless']!);
  t.teardown(() => own.stop());
  t.is(await outcome(own.url('/'), {}, `localhost:${own.port}`), 'refused: is larger than 10 MB');
  await new Promise((resolve) => setTimeout(resolve, 100));
  // What lies beyond was already in the buffers of the sockets.
  t.true(own.written() < 25 * megabyte, String(own.written()));
});
