import test from 'ava';
import { findDeepCalls } from '../check/levels.ts';

/** A call that reads rows on this level, counted from gate.call. */
const house = (levels: number, more: Record<string, string> = {}) => {
  const below = Array.from({ length: levels - 3 }, (_, n) => `internal/f${n}.sql`);
  const calls = (name: string) => `create function x() language plpgsql as $$ begin perform ${name}(); end $$;`;
  const text = (n: number) =>
    n === below.length - 1
      ? 'create function x() language plpgsql as $$ begin perform from app.orders; end $$;'
      : calls(`internal.f${n + 1}`);
  return new Map<string, string>([
    ['gate/calls/call.sql', calls('gate.perform')],
    ['gate/calls/perform.sql', 'create function x() language plpgsql as $$ begin execute operation; end $$;'],
    ['api/get.sql', calls('internal.f0')],
    ...below.map((file, n) => [file, text(n)] as const),
    ...Object.entries(more),
  ]);
};

test('ten levels are allowed, eleven are told with the chain', (t) => {
  t.deepEqual(findDeepCalls(house(10)), []);
  const [found = '', ...others] = findDeepCalls(house(11));
  t.regex(found, /^11 levels, at most 10: gate\.call > gate\.perform > api\.get > internal\.f0 > .* > internal\.f7$/);
  t.deepEqual(others, []);
});

test('plain SQL that the planner puts in its place is no level; with settings of its own it is', (t) => {
  const middle = (settings: string) => ({
    'internal/f3.sql': `create function x() language sql stable\n${settings}begin atomic select internal.f4(); end;`,
  });
  t.deepEqual(findDeepCalls(house(11, middle(''))), []);
  t.is(findDeepCalls(house(11, middle(`set search_path = ''\n`))).length, 1);
});

test('what reads no row is no level, and a function that calls itself ends', (t) => {
  const rowless = {
    'internal/f7.sql': 'create function x() language plpgsql as $$ begin return internal.f7(); end $$;',
  };
  t.deepEqual(findDeepCalls(house(11, rowless)), []);
});
