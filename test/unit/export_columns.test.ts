// A field that a document gains is a column of its export without another line.
import test from 'ava';
import { z } from 'zod';
import { order } from '../../server/operations/orders.ts';
import { headings, plainFields } from '../../workers/exports/columns.ts';

test('fields of one text, number or truth are columns, lists and records are not', (t) => {
  const document = order.extend({
    greeting: z.string().nullable().describe('For the card.'),
    is_gift: z.boolean().optional(),
    wrapping: z.enum(['paper', 'box']),
    ribbons: z.array(z.string()),
    sender: z.object({ name: z.string() }).nullable(),
  });
  const known = plainFields(order);
  t.deepEqual(
    plainFields(document).filter((name) => !known.includes(name)),
    ['greeting', 'is_gift', 'wrapping'],
  );
  const columns = headings('list_orders');
  // What has no column of its name has one of another, or none as yet.
  t.deepEqual(
    known.filter((name) => !columns.includes(name)),
    ['id', 'store_id', 'number', 'location_id', 'follow_up_at', 'follow_up_note'],
  );
  t.is(new Set(columns).size, columns.length);
});
