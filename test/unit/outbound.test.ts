import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import test from 'ava';
import { request } from 'undici';
import { createOutbound, endpointProblem, linkProblem, type OutboundOptions } from '../../server/process/outbound.ts';
import { loadSettings } from '../../server/process/settings.ts';
import { freePort } from '../helpers/processes/service.ts';

const server = http.createServer((_, response) => response.end('reached'));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
test.after.always(() => server.close());

/** A resolver that gives every name these addresses, whether one or all are asked for. */
const resolvesTo = (...addresses: string[]): LookupFunction =>
  ((_host, options, callback) => {
    const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    if (options.all) callback(null, all);
    else callback(null, all[0]!.address, all[0]!.family);
  }) as LookupFunction;

async function call(url: string, allow = '', options: OutboundOptions = {}): Promise<string> {
  const outbound = createOutbound(loadSettings({ OUTBOUND_ALLOW: allow }), { connectTimeoutMs: 60_000, ...options });
  try {
    const response = await request(url, { dispatcher: outbound });
    return await response.body.text();
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  } finally {
    await outbound.destroy();
  }
}

test('a private, reserved or odd literal address is refused', async (t) => {
  const hosts = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.100.100.200',
    '192.0.0.192',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::127.0.0.1]',
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[2001::1]',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[3fff::1]',
    '[5f00::1]',
    '[2001:db8::1]',
  ];
  for (const host of hosts) t.is(await call(`https://${host}:${port}/`), 'OUTBOUND_REFUSED', host);
});

test('a name is refused by the addresses it has, one bad one among good ones included', async (t) => {
  const answers = [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['::ffff:10.0.0.1'], ['fd00::1'], []];
  for (const addresses of answers) {
    const result = await call(`https://shop.test:${port}/`, '', { lookup: resolvesTo(...addresses) });
    t.is(result, 'OUTBOUND_REFUSED', addresses.join());
  }
});

test('a name that changes its answer is connected to at the address that was checked', async (t) => {
  const other = http.createServer((_, response) => response.end('the other'));
  const shared = await freePort();
  other.listen(shared, '127.0.0.2');
  await once(other, 'listening');
  t.teardown(() => other.close());
  const url = `http://shop.test:${shared}/`;
  // Both addresses would answer at this port; only the second one is allowed.
  const same = http.createServer((_, response) => response.end('the private one'));
  same.listen(shared, '127.0.0.1');
  await once(same, 'listening');
  t.teardown(() => same.close());
  const turning = (...answers: string[]) => {
    let times = 0;
    const lookup = ((host, options, callback) =>
      resolvesTo(answers[times++] ?? '127.0.0.1')(host, options, callback)) as LookupFunction;
    return { lookup, times: () => times };
  };
  const good = turning('127.0.0.2');
  t.is(await call(url, '127.0.0.2', { lookup: good.lookup }), 'the other');
  t.is(good.times(), 1, 'it is not looked up again for the connection');
  const mapped = turning('::ffff:127.0.0.1');
  t.is(await call(url, '127.0.0.2', { lookup: mapped.lookup }), 'OUTBOUND_REFUSED');
  const outbound = createOutbound(loadSettings({ OUTBOUND_ALLOW: '127.0.0.2' }), turning('127.0.0.2'));
  t.teardown(() => outbound.destroy());
  const ask = () => request(url, { dispatcher: outbound, reset: true }).then(({ body }) => body.text());
  t.is(await ask(), 'the other');
  await t.throwsAsync(ask(), { code: 'OUTBOUND_REFUSED' }, 'each new connection is checked');
});

test('plain http is spoken only to what OUTBOUND_ALLOW names', async (t) => {
  t.is(await call('http://8.8.8.8/'), 'OUTBOUND_REFUSED');
  t.is(await call(`http://127.0.0.1:${port}/`, '127.0.0.0/8'), 'reached');
  t.is(await call(`http://shop.test:${port}/`, 'shop.test', { lookup: resolvesTo('127.0.0.1') }), 'reached');
  t.is(await call(`http://shop.test:${port}/`, '127.0.0.1', { lookup: resolvesTo('127.0.0.1') }), 'reached');
});

test('what is allowed is allowed by name, by range and by port, and nothing beside it', async (t) => {
  const lookup = resolvesTo('127.0.0.1');
  t.is(await call(`http://SHOP.test:${port}/`, 'shop.test', { lookup }), 'reached');
  t.is(await call(`http://shop.test:${port}/`, `shop.test:${port}`, { lookup }), 'reached');
  t.is(await call(`http://other.test:${port}/`, 'shop.test', { lookup }), 'OUTBOUND_REFUSED');
  t.is(await call(`http://shop.test:${port}/`, `shop.test:${port + 1}`, { lookup }), 'OUTBOUND_REFUSED');
  t.is(await call(`http://127.0.0.1:${port}/`, `127.0.0.1:${port + 1}`), 'OUTBOUND_REFUSED');
  t.is(await call(`http://127.0.0.1:${port}/`, '10.0.0.0/8, ::1'), 'OUTBOUND_REFUSED');
});

test('a redirect is an answer, not a way on', async (t) => {
  const redirecting = http.createServer((_, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end('elsewhere'),
  );
  redirecting.listen(0, '127.0.0.1');
  await once(redirecting, 'listening');
  t.is(await call(`http://127.0.0.1:${(redirecting.address() as AddressInfo).port}/`, '127.0.0.1'), 'elsewhere');
  redirecting.close();
});

test('a link or an endpoint is judged by every address of its name, before anything is sent there', async (t) => {
  const judge = async (...addresses: string[]) => {
    const lookup = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const problems = [linkProblem, endpointProblem].map((problemOf) => problemOf('https://shop.test/', [], lookup));
    return (await Promise.all(problems)).map((problem) => problem && String(problem));
  };
  const problem = 'points to an address that is not public';
  t.deepEqual(await judge('8.8.8.8', '2606:4700::1'), [null, null]);
  for (const addresses of [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['::ffff:10.0.0.1'], ['fd00::1']]) {
    t.deepEqual(await judge(...addresses), [problem, problem], addresses.join());
  }
});

test('a name that does not resolve is refused of a link, which is fetched now, and not of an endpoint', async (t) => {
  const unresolved = async () => Promise.reject(new Error('ENOTFOUND'));
  t.is(String(await linkProblem('https://shop.test/', [], unresolved)), 'names a host that cannot be found');
  t.is(await endpointProblem('https://shop.test/', [], unresolved), null);
  t.is(await endpointProblem('no URL', [], unresolved), null);
});
