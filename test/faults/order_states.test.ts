import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { drawStates } from '../helpers/order-states/picture.ts';
import { searchSmall } from './order_states.ts';

const picture = path.join(import.meta.dirname, '../../server/docs/assets/order-states.svg');

test('in each state of an order its books are right, what is offered is accepted, and a way leads to the end', async (t) => {
  t.timeout(300_000);
  const { search, row } = await searchSmall();
  t.deepEqual(row.gaveWay, []);
  t.true(search.isComplete);
  t.log(`${search.states.size} states, ${row.operations} acts`);
  const drawn = drawStates(search);
  // npm run codegen -- states
  if (process.env.HAAT_WRITE) fs.writeFileSync(picture, drawn);
  t.is(fs.readFileSync(picture, 'utf8'), drawn, 'draw the picture anew: npm run codegen -- states');
});
