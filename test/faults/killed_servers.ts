// A server is killed with SIGKILL while merchants write, and started again: every acknowledged write stands once, and is
// answered by its stored answer when it is sent again.
import { WriteLoad } from '../helpers/clusters/write-load.ts';
import { freshDatabase } from '../helpers/database.ts';
import { type Generator, inRounds } from '../helpers/faults.ts';
import { findBroken } from '../helpers/invariants.ts';
import { Servers } from '../helpers/isolation/servers.ts';
import { createShop, stockVariant } from '../helpers/shop.ts';

const merchants = 6;

export const run: Generator = async (options) => {
  const db = await freshDatabase('runs processes');
  const servers = await Servers.start(db, 2);
  try {
    return await inRounds(options, async (random) => {
      const shop = await createShop(db.admin);
      const skus = Array.from({ length: merchants }, (_, n) => `SKU-${n}`);
      for (const sku of skus) await stockVariant(db.admin, shop, { sku, price: 350, quantity: 100_000 });
      let calls = 0;
      const load = new WriteLoad(() => servers.url(calls++), shop, skus);
      await load.progress(Math.ceil(random() * 40));
      servers.kill();
      await load.progress(40);
      await load.stop();
      await servers.settle();
      const { acknowledged, lost, doubled, notReplayed } = await load.findings(db.admin);
      const gaveWay = await findBroken(db.admin);
      if (notReplayed > 0) gaveWay.push(`${notReplayed} writes are not answered by their stored answer`);
      return { operations: acknowledged, lost, doubled, gaveWay, remarks: `${servers.kills} kills` };
    });
  } finally {
    await servers.stop();
    await db.drop();
  }
};
