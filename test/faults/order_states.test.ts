import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { isLong } from '../helpers/long.ts';
import { drawStates, missingIn } from '../helpers/order-states/picture.ts';
import { seed } from '../helpers/seed.ts';
import { searchSmall } from './order_states.ts';

const picture = path.join(import.meta.dirname, '../../server/docs/assets/order-states.svg');
/** Of about two hundred: a commit's run looks into these, drawn anew for each, and the long run into all. */
const states = 10;

test('in each state of an order its books are right, what is offered is accepted, and a way leads to the end', async (t) => {
  t.timeout(300_000);
  // npm run codegen -- states
  const isWritten = process.env.HAAT_WRITE !== undefined;
  const isWhole = isLong || isWritten;
  const { search, row } = await searchSmall(isWhole ? undefined : { states, seed });
  t.log(`${search.states.size} states, ${row.operations} acts`);
  t.deepEqual(row.gaveWay, []);
  if (isWritten) fs.writeFileSync(picture, drawStates(search));
  const drawn = fs.readFileSync(picture, 'utf8');
  const why = 'draw the picture anew: npm run codegen -- states';
  t.deepEqual(missingIn(drawn, search), [], why);
  if (isWhole) {
    t.true(search.isComplete);
    t.is(drawn, drawStates(search), why);
  } else t.true(search.expanded >= states, String(search.expanded));
});
