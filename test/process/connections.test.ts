// How long connections live: longer than a proxy in front keeps them, so that no request meets one that just closed; and
// what a process does before it closes the last.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { withLogin } from '../../db/connect/connection.ts';
import { createListener } from '../../server/http/listener.ts';
import { loadSettings } from '../../server/process/settings.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { startService } from '../helpers/processes/service.ts';
import { createShop } from '../helpers/shop.ts';

let db: TestDatabase;
test.before(async () => {
  db = await freshDatabase('ends connections');
});
test.after.always(() => db?.drop());

test('idle connections are kept for 75 seconds, or as long as the setting says', async (t) => {
  for (const [given, kept] of [
    [{}, 75],
    [{ KEEP_ALIVE_SECONDS: '130' }, 130],
  ] as const) {
    const server = createListener((_, response) => void response.end(), loadSettings(given)).listen(0, '127.0.0.1');
    t.teardown(() => server.close());
    await once(server, 'listening');
    const { headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    t.is(headers.get('keep-alive'), `timeout=${kept}`);
  }
});

test('a process that is asked to stop notes first who was shown personal data', async (t) => {
  const shop = await createShop(db.admin);
  const api = await startService(t, 'api', {
    DATABASE_URL: withLogin(db.url, 'haat_gateway'),
    KEEP_ALIVE_SECONDS: '130',
  });
  const ask = (method: string, body?: object) =>
    fetch(`${api.url}/ext/v1/customers`, {
      method,
      headers: { authorization: `Bearer ${shop.storeKey.key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  t.is((await ask('POST', { full_name: 'Rahim', phone: '01711111111' })).status, 201);
  const shown = await ask('GET');
  t.is(shown.status, 200);
  t.is(shown.headers.get('keep-alive'), 'timeout=130');
  t.is(await api.stop(), 0);
  const { rows } = await db.admin.query(
    'select actor_id, kind, record_count::integer, read_count from app.personal_data_reads',
  );
  t.deepEqual(rows, [{ actor_id: shop.storeKey.id, kind: 'customers.searched', record_count: 1, read_count: 1 }]);
});

test('the headers of a request may take longer than a connection rests', (t) => {
  for (const seconds of [1, 75, 240]) {
    const { keepAliveTimeout, headersTimeout, requestTimeout } = createListener(() => {}, {
      ...loadSettings({}),
      keepAliveSeconds: seconds,
    });
    t.is(keepAliveTimeout, seconds * 1_000);
    t.true(headersTimeout > keepAliveTimeout && headersTimeout <= requestTimeout);
  }
});
