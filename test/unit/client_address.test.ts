import test from 'ava';
import { clientAddress } from '../../server/http/client-address.ts';
import { loadSettings } from '../../server/process/settings.ts';
import fc from '../helpers/properties.ts';

const addressOf = (remote: string, forwardedFor: string, proxies: string) =>
  clientAddress(remote, forwardedFor, loadSettings({ TRUSTED_PROXIES: proxies }).trustedProxies);

test('without trusted proxies nothing that is forwarded is believed', (t) => {
  t.is(addressOf('203.0.113.1', '198.51.100.7', ''), '203.0.113.1');
});

test('who is no trusted proxy is the client, whatever it says', (t) => {
  t.is(addressOf('203.0.113.1', '198.51.100.7', '10.0.0.0/8'), '203.0.113.1');
});

const cases: [what: string, remote: string, forwardedFor: string, proxies: string, client: string][] = [
  ['one proxy', '10.0.0.1', '198.51.100.7', '10.0.0.1', '198.51.100.7'],
  ['a range of proxies', '10.9.8.7', '198.51.100.7', '10.0.0.0/8', '198.51.100.7'],
  ['two proxies', '10.0.0.1', '198.51.100.7, 192.0.2.9', '10.0.0.0/8, 192.0.2.9', '198.51.100.7'],
  ['a second proxy that is not trusted', '10.0.0.1', '198.51.100.7, 192.0.2.9', '10.0.0.0/8', '192.0.2.9'],
  ['a socket of both families', '::ffff:10.0.0.1', '198.51.100.7', '10.0.0.0/8', '198.51.100.7'],
  ['IPv6', 'fd00::1', '2001:db8::7', 'fd00::/8', '2001:db8::7'],
  ['with ports', '10.0.0.1', '198.51.100.7:4711', '10.0.0.1', '198.51.100.7'],
  ['IPv6 with ports', '10.0.0.1', '[2001:db8::7]:4711', '10.0.0.1', '2001:db8::7'],
  ['without blanks', '10.0.0.1', '192.0.2.1,198.51.100.7', '10.0.0.1', '198.51.100.7'],
  ['only proxies', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.0/8', '10.0.0.3'],
  ['one that does not say', '10.0.0.1', '198.51.100.7, unknown', '10.0.0.1', '10.0.0.1'],
  ['an empty header', '10.0.0.1', '', '10.0.0.1', '10.0.0.1'],
];
for (const [what, remote, forwardedFor, proxies, client] of cases) {
  test(`the client behind ${what}`, (t) => t.is(addressOf(remote, forwardedFor, proxies), client));
}

test('whatever a client writes into the header itself, it is counted by the address it called from', (t) => {
  const forged = fc.oneof(
    fc.string(),
    fc.ipV4(),
    fc.ipV6(),
    fc.constantFrom('10.0.0.1', 'unknown', '', ',', '127.0.0.1'),
  );
  fc.assert(
    fc.property(fc.array(forged), (hops) => {
      t.is(addressOf('10.0.0.1', [...hops, '198.51.100.7'].join(', '), '10.0.0.0/8'), '198.51.100.7');
    }),
  );
});
