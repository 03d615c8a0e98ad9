// The worked examples of the guide: what each row says happens is done, and the order shows the amounts of that row.
import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { findBrokenBooks } from '../helpers/invariants.ts';
import { book, db, desk, line, openParcelShop, place } from '../helpers/shops/parcel-shop.ts';

test.before(openParcelShop);
test.after.always(async () => {
  const broken = await findBrokenBooks(db.admin);
  await db.drop();
  if (broken.length > 0) throw new Error(broken.join('\n'));
});

const guide = fs.readFileSync(path.join(import.meta.dirname, '../../server/docs/guides/money-of-an-order.md'), 'utf8');

/** An example of the guide: its title, the names of its columns and its rows. */
const examples = guide
  .split('\n## ')
  .slice(1)
  .flatMap((section) => {
    const [title = '', ...lines] = section.split('\n');
    const [columns, , ...rows] = lines
      .filter((text) => text.startsWith('|'))
      .map((text) =>
        text
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim()),
      );
    return columns ? [{ title, columns: columns.slice(1), rows }] : [];
  });

const number = (text: string) => Number(text.replaceAll(',', ''));

/** The order of an example. */
type Example = Awaited<ReturnType<typeof place>> & { parcel?: string; returned?: string };

/** The sentences of the guide, and what is done for each. The captured amounts and quantities come as numbers. */
const acts: [RegExp, (order: Example, ...given: number[]) => Promise<unknown>][] = [
  [/^parcel booked$/, async (order) => (order.parcel = (await book(order.id, desk.couriers.silent)).id)],
  [
    /^parcel booked and picked up$/,
    async (order) => {
      order.parcel = (await book(order.id, desk.couriers.reporting)).id;
      await desk.staff('record_parcel_pickup', { parcel_id: order.parcel });
    },
  ],
  [
    /^delivered, ([\d,.]+) collected$/,
    ({ parcel }, collected_amount) => desk.staff('record_parcel_delivered', { parcel_id: parcel, collected_amount }),
  ],
  [
    /^(\d) and (\d) kept, ([\d,.]+) collected$/,
    ({ parcel, items }, first, second, collected_amount) =>
      desk.staff('record_partial_delivery', {
        parcel_id: parcel,
        kept: [line(items[0], first!), line(items[1], second!)],
        collected_amount,
      }),
  ],
  [
    /^courier pays out ([\d,.]+)$/,
    ({ parcel }, amount) => desk.staff('record_parcel_payout', { parcel_id: parcel, amount }),
  ],
  [
    /^courier pays out, less a charge of ([\d,.]+)$/,
    ({ parcel }, charged_amount) => desk.staff('record_parcel_payout', { parcel_id: parcel, charged_amount }),
  ],
  [/^parcel received$/, ({ parcel }) => desk.staff('receive_parcel', { parcel_id: parcel })],
  [
    /^return of (\d) and (\d) asked for$/,
    async (order, ...quantities) => {
      const lines = quantities.map((quantity, index) => line(order.items[index], quantity));
      const asked = { order_id: order.id, lines: lines.filter(({ quantity }) => quantity > 0) };
      order.returned = (await desk.staff('create_return', asked)).id;
    },
  ],
  [/^return received$/, ({ returned }) => desk.staff('receive_return', { return_id: returned })],
  [/^([\d,.]+) refunded$/, ({ id }, amount) => desk.staff('record_refund', { order_id: id, amount })],
  [/^order returned$/, ({ id }) => desk.move(id, 'returned')],
  [/^order cancelled$/, ({ id }) => desk.move(id, 'cancelled')],
];

async function happens(what: string, order: Example): Promise<void> {
  const [sentence, act] = acts.find(([pattern]) => pattern.test(what))!;
  await act(order, ...sentence.exec(what)!.slice(1).map(number));
}

test('the guide has six examples', (t) => {
  t.is(examples.length, 6);
});

for (const { title, columns, rows } of examples) {
  test(`money of an order: ${title}`, async (t) => {
    let order: Example | undefined;
    for (const [what = '', ...expected] of rows) {
      const [isFirst, advance] = /^order created(?:, ([\d,.]+) paid)?$/.exec(what) ?? [];
      if (isFirst) order = await place({ advance: advance ? number(advance) : undefined });
      else await happens(what, order!);
      const shown = await desk.ask('get_order', { id: order!.id });
      const amounts = columns.map(
        (column) => shown[column] ?? shown[`${column === 'held' ? 'held_by_courier' : column}_amount`],
      );
      t.deepEqual(amounts, expected, what);
      const [total, paid, due, held, returned, waived, toRefund] = amounts.map((text) =>
        Math.round(Number(text) * 100),
      );
      t.is(
        total! - returned! - waived!,
        paid! + held! + Math.max(due! - held!, 0) - toRefund!,
        `the identity after: ${what}`,
      );
    }
  });
}
