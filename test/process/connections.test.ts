// How long connections live: longer than a proxy in front keeps them, so that no request meets one that just closed.
import test from 'ava';
import { withLogin } from '../../db/connect/connection.ts';
import { createListener } from '../../server/http/listener.ts';
import { loadSettings } from '../../server/process/settings.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { startService } from '../helpers/processes/service.ts';

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
    const api = await startService(t, 'api', { DATABASE_URL: withLogin(db.url, 'haat_gateway'), ...given });
    const { headers } = await fetch(`${api.url}/healthz`);
    t.is(headers.get('keep-alive'), `timeout=${kept}`);
    t.is(await api.stop(), 0);
  }
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
