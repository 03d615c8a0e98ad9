import test from 'ava';
import { hasFaketime } from '../helpers/clusters/faked-clock.ts';
import { seed } from '../helpers/seed.ts';
import { run } from './clock_steps.ts';

const stepped = hasFaketime ? test : test.skip;
const because = hasFaketime ? '' : ' (left out: faketime is not installed)';

stepped(
  `clocks are set two hours forward and back, and nothing opens, waits, ends or is told wrongly${because}`,
  async (t) => {
    t.timeout(90_000);
    const row = await run({ minutes: 0, seed });
    t.log(JSON.stringify(row));
    t.like(row, { lost: 0, doubled: 0, gaveWay: [] });
  },
);
