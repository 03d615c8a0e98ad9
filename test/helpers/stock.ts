// The stock room: documents of the stock as staff write them, and what the ledger says of them.
import type { TestDatabase } from './database.ts';
import { findBrokenSoFar } from './invariants.ts';
import { asCompany, type TestShop } from './shop.ts';
import { argumentsOf } from './staff-inputs.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows are of every shape
type Row = any;

export type StockRoom = {
  /** Calls staff.<name> inside the fence, as haat_staff; gives the first row, or throws with the SQLSTATE. */
  staff(name: string, input: Record<string, unknown>, permissions?: string[]): Promise<Row>;
  /** `on_hand/reserved` of a variant at a location, and its average cost. */
  level(variantId: string, locationId?: string): Promise<string>;
  average(variantId: string): Promise<string>;
  /** The ledger rows of a document, in the order of SKU and location. */
  movements(documentId: string): Promise<Row[]>;
  /** What is wrong with the books: see `findBrokenSoFar`. */
  audit(): Promise<string[]>;
};

export function openStockRoom(db: TestDatabase, shop: TestShop): StockRoom {
  const rows = async (sql: string, values: unknown[]) => (await db.admin.query(sql, values)).rows;
  return {
    async staff(name, input, permissions = ['inventory.manage']) {
      const given = argumentsOf(name, input, permissions);
      const slots = given.map(([argument], i) => `${argument} => $${i + 1}`);
      const values = given.map(([, value]) => value);
      return asCompany(
        db.admin,
        shop.companyId,
        async (client) => {
          await client.query('reset role');
          await client.query('set local role haat_staff');
          return (await client.query(`select * from staff.${name}(${slots.join(', ')})`, values)).rows[0];
        },
        { id: '00000000-0000-7000-8000-00000000beef', name: 'Rina', permissions },
      );
    },
    async level(variantId, locationId = shop.locationId) {
      const [level] = await rows(
        'select on_hand, reserved from app.inventory_levels where variant_id = $1 and location_id = $2',
        [variantId, locationId],
      );
      return level ? `${level.on_hand}/${level.reserved}` : 'none';
    },
    async average(variantId) {
      const [cost] = await rows('select average_cost from app.variant_costs where variant_id = $1', [variantId]);
      return cost.average_cost;
    },
    movements: (documentId) =>
      rows(
        `select m.sku, l.name as location, m.type, m.quantity_change as change, m.unit_cost as cost, m.reference_type,
           m.reference_number as number, m.reason
         from app.stock_movements m join app.locations l on l.id = m.location_id
         where m.reference_id = $1 order by m.sku, l.name`,
        [documentId],
      ),
    audit: () => findBrokenSoFar(db.admin),
  };
}
