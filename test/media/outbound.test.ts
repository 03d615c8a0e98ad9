import dns from 'node:dns';
import test from 'ava';
import { request } from 'undici';
import { createOutbound, isPublic } from '../../server/outbound.ts';
import { loadSettings } from '../../server/settings.ts';
import { authority, startPictureServer } from '../helpers/picture-server.ts';

const rules = (text: string) => loadSettings({ OUTBOUND_ALLOW: text }).outboundAllow;

const answers = (...addresses: string[]) =>
  ((_host: string, _options: unknown, callback: (error: null, list: dns.LookupAddress[]) => void) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as unknown as typeof dns.lookup;

async function reach(url: string, options: Partial<Parameters<typeof createOutbound>[0]> = {}): Promise<string> {
  const dispatcher = createOutbound({ allow: [], ca: authority, ...options });
  try {
    const { statusCode, body } = await request(url, { dispatcher });
    await body.dump();
    return String(statusCode);
  } catch (error) {
    return (error as Error).message;
  } finally {
    await dispatcher.destroy();
  }
}

const refused = 'points to an address that is not public';

test('only what the Internet routes to one machine is public', (t) => {
  for (const address of ['1.1.1.1', '8.8.8.8', '203.0.114.1', '2606:4700:4700::1111', '2a00:1450:4001:80b::200e']) {
    t.true(isPublic(address), address);
  }
  for (const address of [
    ...['0.0.0.0', '10.0.0.1', '100.64.0.1', '100.100.100.200', '127.0.0.1', '127.255.255.254', '169.254.169.254'],
    ...['172.16.0.1', '192.0.0.192', '192.0.2.1', '192.168.1.1', '198.18.0.1', '198.51.100.1', '203.0.113.1'],
    ...['224.0.0.1', '240.0.0.1', '255.255.255.255', '::', '::1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:a00:1'],
    ...['::ffff:0:127.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::1', '100::1', '2001::1', '2001:db8::1', '2002:7f00:1::'],
    ...['3fff::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fec0::1', 'ff02::1'],
  ]) {
    t.false(isPublic(address), address);
  }
});

test('a private address is refused in every spelling, before anything is sent', async (t) => {
  const server = await startPictureServer((_request, response) => response.end('secret'));
  t.teardown(() => server.stop());
  for (const host of [
    ...['127.0.0.1', '127.1', '2130706433', '0x7f.1', '0177.0.0.1', '0x7f000001', '１２７．０．０．１', '127.0.0.1.'],
    ...['[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:0:0:1]', '0', 'localhost', 'LOCALHOST'],
  ]) {
    t.is(await reach(new URL(`https://${host}:${server.port}/`).href), refused, host);
  }
  t.deepEqual(server.asked, []);
});

test('a name is vetted by the very addresses that are connected to, all of them', async (t) => {
  const server = await startPictureServer((_request, response) => response.end('secret'));
  t.teardown(() => server.stop());
  const url = server.url('/', 'rebinding.test');
  t.is(await reach(url, { lookup: answers('127.0.0.1') }), refused);
  t.is(await reach(url, { lookup: answers('1.1.1.1', '127.0.0.1') }), refused, 'one private answer condemns the name');
  t.is(await reach(url, { lookup: answers() }), refused, 'no answer at all');
  let asked = 0;
  const turning = ((host: string, options: dns.LookupAllOptions, callback: never) =>
    answers(asked++ === 0 ? '1.1.1.1' : '127.0.0.1')(host, options, callback)) as unknown as typeof dns.lookup;
  turning('rebinding.test', { all: true }, (() => {}) as never);
  t.is(await reach(url, { lookup: turning }), refused, 'a name that looked public a moment ago');
  t.deepEqual(server.asked, []);
});

test('an allow rule opens one host, address or range, on its port if it names one, and nothing else', async (t) => {
  const server = await startPictureServer((_request, response) => response.end('ok'));
  t.teardown(() => server.stop());
  const { port } = server;
  const lookup = answers('127.0.0.1');
  const byName = server.url('/', 'media.test');
  const byAddress = server.url('/', '127.0.0.1');
  for (const [allowed, url, expected] of [
    ['media.test', byName, '200'],
    [`media.test:${port}`, byName, '200'],
    [`media.test:${port + 1}`, byName, refused],
    ['other.test', byName, refused],
    ['media.test', byAddress, refused],
    [`127.0.0.1:${port}`, byAddress, '200'],
    ['127.0.0.0/8', byAddress, '200'],
    ['127.0.0.0/8', byName, '200'],
    ['127.0.0.2', byAddress, refused],
    ['10.0.0.0/8', byAddress, refused],
    ['::1', byAddress, refused],
    ['', byName, refused],
  ] as const) {
    t.is(await reach(url, { allow: rules(allowed), lookup }), expected, `${allowed} for ${url}`);
  }
});

test('a certificate of an unknown authority is not trusted', async (t) => {
  const server = await startPictureServer((_request, response) => response.end('ok'));
  t.teardown(() => server.stop());
  const allow = rules('localhost');
  t.is(await reach(server.url('/'), { allow }), '200');
  t.regex(await reach(server.url('/'), { allow, ca: undefined }), /unable to verify|self-signed|unable to get/);
});
