import test from 'ava';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { answer, hang, Receiver } from '../helpers/servers/receiver.ts';
import { createShop, type TestShop } from '../helpers/shop.ts';
import { allowLoopback, createEndpoint, emit, until, workers } from '../helpers/webhooks.ts';

let db: TestDatabase;
let shop: TestShop;

test.before(async () => {
  db = await freshDatabase('serves all companies');
  await allowLoopback(db.admin);
  shop = await createShop(db.admin);
});
test.after.always(() => db?.drop());

test.serial(
  'endpoints that hang delay no other: all that the healthy one is due arrives while none of theirs ends',
  async (t) => {
    let open = 0;
    let maxOpen = 0;
    const hanging = await new Receiver((_, response) => {
      maxOpen = Math.max(maxOpen, ++open);
      response.once('close', () => open--);
    }).listen();
    const healthy = await new Receiver(answer(200)).listen();
    // More hanging endpoints than the workers have slots for jobs.
    for (let i = 0; i < 6; i++) await createEndpoint(db, shop, `${hanging.url}/${i}`, ['order.updated']);
    const { endpoint_id } = await createEndpoint(db, shop, healthy.url, ['order.created']);
    for (let i = 0; i < 12; i++) await emit(db, shop, { type: 'order.updated' });

    // They hang for as long as the test takes.
    const running = await workers(db, { WORKER_CONCURRENCY: '2' }, { deliveryMs: 3_600_000 });
    // Breaking the connections lets the workers stop without waiting for the answers.
    t.teardown(async () => {
      hanging.close();
      healthy.close();
      await running.stop();
    });
    await hanging.has(60);
    for (let i = 0; i < 20; i++) await emit(db, shop, { type: 'order.created' });
    await until(
      db,
      `select count(*) = 20 from app.webhook_deliveries where endpoint_id = $1 and status = 'delivered'`,
      [endpoint_id],
    );

    const { rows } = await db.admin.query(
      'select count(*)::int as ended from app.webhook_attempts where endpoint_id <> $1',
      [endpoint_id],
    );
    t.is(rows[0].ended, 0);
    t.is(healthy.got.length, 20);
    t.is(maxOpen, 60, 'ten at once for each endpoint, no more');
  },
);

// While no workers run: they serve every endpoint.
test.serial('one that keeps failing is called one at a time', async (t) => {
  const failing = await new Receiver(hang).listen();
  t.teardown(() => failing.close());
  const { endpoint_id } = await createEndpoint(db, shop, failing.url, ['brand.updated']);
  await db.admin.query('update app.webhook_endpoints set failures = 5, failing_since = internal.now() where id = $1', [
    endpoint_id,
  ]);
  for (let i = 0; i < 5; i++) await emit(db, shop, { type: 'brand.updated' });
  const worker = db.as('haat_worker');
  await worker.query(`select internal.report_worker('worker')`);
  const claim = () =>
    worker.query(`select delivery_id from internal.claim_deliveries($1, 'worker', 10)`, [endpoint_id]);
  t.is((await claim()).rows.length, 1);
  t.is((await claim()).rows.length, 0);
});
