// Whatever is done in whatever order, several at a time, over days: what videos take never exceeds the plan.
import { randomUUID } from 'node:crypto';
import test from 'ava';
import type pg from 'pg';
import type { TestDatabase } from '../helpers/database.ts';
import { runs } from '../helpers/long.ts';
import fc from '../helpers/properties.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { callGate, createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { ask, completeUpload, facts, later, MIB, md5, passCheck } from '../helpers/videos/rows.ts';

let db: TestDatabase;
test.before(async () => {
  db = await borrowDatabase();
});
test.after.always(() => db?.drop());

const storage = 230 * MIB;
const days = ['0 hours', '30 hours', '60 hours', '300 hours'];

const step = fc.record({
  what: fc.constantFrom(
    'upload',
    'import',
    'ready',
    'ready',
    'complete',
    'reject',
    'copy',
    'check',
    'place',
    'place',
    'take off',
    'delete',
    'archive',
    'timers',
  ),
  which: fc.nat(50),
  product: fc.nat(1),
  store: fc.nat(1),
  size: fc.integer({ min: 1, max: 120 * MIB }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

type World = { shop: TestShop; gateway: pg.Pool; worker: pg.Pool; products: [string, string][] };

const strange: unknown[] = [];

async function act(world: World, { what, which, product, store, size }: Step): Promise<void> {
  const { shop, gateway, worker } = world;
  const call = async (operation: string, input: object) => {
    const answer = await callGate(gateway, shop.companyKey, operation, input);
    if (!/^HT/.test(answer.outcome.sqlstate ?? 'HT')) strange.push(operation, answer.outcome);
    return answer;
  };
  const { rows } = await db.admin.query('select id, store_id from app.videos where company_id = $1 order by id', [
    shop.companyId,
  ]);
  const video = rows[which % Math.max(rows.length, 1)] ?? { id: randomUUID(), store_id: shop.stores[0].id };
  const own = { id: video.id, store_id: video.store_id };
  const there = world.products[shop.stores.findIndex(({ id }) => id === video.store_id)]![product]!;
  const input = { store_id: shop.stores[store]!.id };
  if (what === 'upload') await call('create_video', { ...input, file_name: 'a.mp4', size_bytes: size });
  else if (what === 'import') await call('import_video', { ...input, source_url: 'https://example.com/a.mp4' });
  else if (what === 'ready') {
    // All the way at once, since histories that end half way say little of storage.
    const { result } = await call('create_video', { ...input, file_name: 'a.mp4', size_bytes: size });
    if (!result) return;
    try {
      await completeUpload(gateway, shop.companyKey, result.id, {}, { storeId: result.store_id });
      await passCheck(db, result.id, worker);
    } catch {
      // Another of the batch deleted it meanwhile, or completes it too.
    }
  } else if (what === 'complete' || what === 'reject') {
    const parts = Array.from({ length: 25 }, (_, n) => ({ part_number: n + 1, content_md5: md5(`${video.id} ${n}`) }));
    const { part_count: count } = (await call('get_video', own)).result ?? {};
    await call('sign_video_parts', { ...own, parts: parts.slice(0, count ?? 1) });
    const { lease } = await ask(gateway, 'start_video_completion', [shop.companyKey.hash, own, 'test', 60]);
    const problem = what === 'reject' ? { code: 'VIDEO_CODEC', message: 'x' } : null;
    await call('complete_video', { ...own, checked: { lease, problem } });
  } else if (what === 'copy') {
    const lease = randomUUID();
    const { rows: claimed } = await worker.query('select * from internal.claim_video_import($1, 60)', [lease]);
    for (const { video_id: id } of claimed) {
      await worker.query(`select internal.note_import($1, $2, 'u', $3, 'e')`, [id, lease, size]);
      for (let n = 0, rest = size; rest > 0; n++, rest -= 8 * MIB)
        await worker.query('select internal.note_imported_part($1, $2, $3, $4, $5)', [
          id,
          lease,
          n + 1,
          Math.min(rest, 8 * MIB),
          md5('x'),
        ]);
      await worker.query('select internal.finish_import($1, $2, $3)', [id, lease, size]);
    }
  } else if (what === 'check') {
    const lease = randomUUID();
    const { rows: claimed } = await worker.query('select * from internal.claim_video_check($1, 60)', [lease]);
    for (const { video_id: id } of claimed)
      await worker.query('select internal.finish_video($1, $2, $3, null, $4)', [id, lease, facts, 'videos/p.mp4']);
  } else if (what === 'place') await call('place_product_video', { ...own, id: there, video_id: video.id });
  else if (what === 'take off') await call('remove_product_video', { ...own, id: there, video_id: video.id });
  else if (what === 'delete') await call('delete_video', own);
  else if (what === 'archive')
    await call('update_product', { ...own, id: there, status: which % 2 ? 'archived' : 'active' });
  else {
    await worker.query('select internal.expire_videos()');
    await worker.query('select internal.remove_unshown_videos()');
  }
}

test('what is reserved and kept never exceeds the plan, and the audit finds nothing', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 8 }), {
        minLength: days.length,
        maxLength: days.length,
      }),
      async (history) => {
        const shop = await createShop(db.admin);
        await db.admin.query('update app.plans set video_storage_bytes = $2, videos_per_product = 2 where id = $1', [
          shop.planId,
          storage,
        ]);
        const products = await Promise.all(
          shop.stores.map(async ({ id: storeId }, n) => {
            const [one, two] = [`A${n}`, `B${n}`].map((sku) =>
              stockVariant(db.admin, shop, { sku, storeId, quantity: 0 }),
            );
            return [(await one!).productId, (await two!).productId] as [string, string];
          }),
        );
        for (const [n, batches] of history.entries()) {
          const gateway = later(db, 'haat_gateway', days[n]!);
          const worker = later(db, 'haat_worker', days[n]!);
          for (const batch of batches) {
            await Promise.all(batch.map((one) => act({ shop, gateway, worker, products }, one)));
            // Counted here once more, without the functions that are on trial.
            const { rows } = await gateway.query('select internal.now() as now');
            const { rows: sums } = await db.admin.query(
              `select coalesce(sum(case when status in ('verifying', 'ready') then size_bytes else coalesce(size_bytes, 209715200) end), 0)::float8 as bytes
               from app.videos v
               where company_id = $1 and (status = 'verifying'
                 or (status = 'uploading' and (expires_at > $2 or lease_expires_at > clock_timestamp()))
                 or (status = 'ready' and (unshown_since is null or unshown_since > $2::timestamptz - interval '48 hours')))`,
              [shop.companyId, rows[0].now],
            );
            if (sums[0].bytes > storage) return false;
          }
        }
        const { rows: problems } = await db.as('haat_dba').query('select * from check_videos');
        t.deepEqual(problems, []);
        return true;
      },
    ),
    { numRuns: runs(20, 10), endOnFailure: true },
  );
  t.deepEqual(strange, []);
});
