// Many customers at once want the last units of two goods: exactly what there is is sold, and no customer is refused
// what is left.
import { randomUUID } from 'node:crypto';
import { startApi, type TestApi } from '../helpers/api.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { type Generator, inRounds, type Random, type Row } from '../helpers/faults.ts';
import { findBroken } from '../helpers/invariants.ts';
import { createShop, stockVariant } from '../helpers/shop.ts';

const customers = 30;
const skus = ['LAMP', 'CABLE'];

export const run: Generator = async (options) => {
  const db = await freshDatabase('reads whole tables');
  const api = await startApi({ pool: db.as('haat_gateway', { max: customers }) });
  try {
    return await inRounds(options, (random) => sellOut(db, api, random));
  } finally {
    await api.stop();
    await db.drop();
  }
};

async function sellOut(db: TestDatabase, api: TestApi, random: Random): Promise<Partial<Row>> {
  const shop = await createShop(db.admin);
  const stocked = skus.map(() => Math.ceil(random() * 40));
  for (const [n, sku] of skus.entries()) await stockVariant(db.admin, shop, { sku, quantity: stocked[n]! });
  const sold = skus.map(() => 0);
  const gaveWay: string[] = [];
  let operations = 0;
  let serverErrors = 0;
  const buy = async (quantities: number[]): Promise<boolean> => {
    const items = skus.map((sku, n) => ({ sku, quantity: quantities[n]! })).filter(({ quantity }) => quantity > 0);
    // A call that names the goods in the other order meets the rest half way.
    if (random() < 0.5) items.reverse();
    const order = {
      key: shop.storeKey.key,
      idempotencyKey: randomUUID(),
      body: { customer: { phone: '01711111111', full_name: 'Karim' }, items },
    };
    let answer = await api.request('POST', '/orders', order);
    // Too many wait for the same lock: the guide says to ask again.
    while (answer.status === 503) answer = await api.request('POST', '/orders', order);
    operations++;
    if (answer.status === 201) for (const n of skus.keys()) sold[n]! += quantities[n]!;
    else if (answer.status >= 500) serverErrors++;
    else if (answer.body.error.code !== 'INSUFFICIENT_STOCK') gaveWay.push(`refused: ${answer.text}`);
    return answer.status === 201;
  };
  await Promise.all(
    Array.from({ length: customers }, async () => {
      for (let tries = 0; tries < 3; tries++) await buy([Math.ceil(random() * 3), Math.floor(random() * 3)]);
      // Then one by one, until there is no more.
      while (await buy([1, 0]));
      while (await buy([0, 1]));
    }),
  );
  const { rows } = await db.admin.query(
    `select l.on_hand, l.reserved from app.inventory_levels l join app.variants v on v.id = l.variant_id
     where l.company_id = $1 order by v.sku desc`,
    [shop.companyId],
  );
  const expected = JSON.stringify(stocked.map((on_hand) => ({ on_hand, reserved: on_hand })));
  if (JSON.stringify(rows) !== expected || String(sold) !== String(stocked))
    gaveWay.push(`of ${stocked} units ${sold} were sold, and the levels are ${JSON.stringify(rows)}`);
  return { operations, serverErrors, gaveWay: [...gaveWay, ...(await findBroken(db.admin))] };
}
