import { randomUUID } from 'node:crypto';
import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeEndpoint } from '../../helpers/operations/makers.ts';
import { testSecrets } from '../../helpers/secrets.ts';
import { closeApiShop, db, house, openApiShop, own, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('rotate_webhook_secret', house, {
  sound: async (maker) => ({ id: (await makeEndpoint(maker)).id }),
  of: 'key',
  wrong: [[{ encrypted_secret: 'whsec_AAAA' }, 'encrypted_secret']],
  lasting: (document) => ({ ...document, secret: null }),
});

test('the secret before signs beside the new one for a day; a replay makes none and shows none', async (t) => {
  const made = await makeEndpoint(own());
  const idempotencyKey = randomUUID();
  const rotate = () => send('POST', `/webhook-endpoints/${made.id}/rotate-secret`, undefined, { idempotencyKey });
  const { body } = await rotate();
  t.not(body.secret, made.secret);
  t.is((await rotate()).body.secret, null);
  const { rows } = await db.admin.query('select secret, previous_secret from app.webhook_endpoints where id = $1', [
    made.id,
  ]);
  const clear = (text: string) => testSecrets.decrypt(text, `webhook_endpoint:${made.id}`);
  t.deepEqual([clear(rows[0].secret), clear(rows[0].previous_secret)], [body.secret, made.secret]);
  const day = Date.parse(body.previous_secret_expires_at) - Date.parse(body.updated_at);
  t.true(Math.abs(day - 86_400_000) < 1000);
});
