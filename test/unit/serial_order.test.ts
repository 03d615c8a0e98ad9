// The checker of histories is checked: it accepts whatever a serial order explains, and no history with a planted mistake.
import test from 'ava';
import { findUnexplained } from '../helpers/isolation/checker.ts';
import { answer, type Call, initialState, type Operation, rules, type State } from '../helpers/isolation/model.ts';
import { findSuspects } from '../helpers/isolation/story.ts';
import { runs } from '../helpers/long.ts';
import fc from '../helpers/properties.ts';

const levels = { A: { onHand: 6, reserved: 0 }, B: { onHand: 4, reserved: 0 } };
const orders = ['first', 'second'];

const sku = fc.constantFrom('A', 'B');
const order = fc.constantFrom(...orders);
const few = fc.integer({ min: 1, max: 3 });
/** Whatever comes in between, each of them counts in the end: nothing overwrites what another did. */
const additive: fc.Arbitrary<Call> = fc.oneof(
  fc.record({ kind: fc.constant('adjustment'), sku, change: few }),
  fc.record({ kind: fc.constant('payment'), order, amount: few }),
);
const anything: fc.Arbitrary<Call> = fc.oneof(
  additive,
  fc.record({ kind: fc.constant('adjustment'), sku, change: fc.integer({ min: -3, max: -1 }) }),
  fc.record({ kind: fc.constant('refund'), order, amount: few }),
  fc.record({ kind: fc.constant('count'), sku, counted: few }),
  fc.record({ kind: fc.constant('count'), sku, counted: few, expected: few }),
  fc.record({ kind: fc.constant('transition'), order, to: fc.constantFrom('confirmed', 'spam', 'pending', 'hold') }),
  fc.record({ kind: fc.constant('cancellation'), order }),
  fc.record({ kind: fc.constant('look at an order'), order }),
  fc.record({ kind: fc.constant('look at the levels') }),
) as fc.Arbitrary<Call>;

const opening: Call[] = [
  { kind: 'order', order: 'first', lines: { A: 1, B: 2 } },
  { kind: 'order', order: 'second', lines: { A: 2 } },
];
const closing: Call[] = [
  { kind: 'look at the levels' },
  ...orders.map((name): Call => ({ kind: 'look at an order', order: name })),
];

/** Calls with how long each runs before and after the moment at which it takes effect. */
const overlapping = (calls: fc.Arbitrary<Call>) =>
  fc.array(fc.tuple(calls, fc.nat(3), fc.nat(3)), { minLength: 1, maxLength: 12 });
type Drawn = [Call, before: number, after: number];

/** A history as it happens when the calls take effect one after another, the one at `index` in a way of its own. */
function happen(
  drawn: Drawn[],
  index = -1,
  effect: (before: State, after: State, call: Call) => State = (_, after) => after,
) {
  const calls: Drawn[] = [
    ...opening.map((call): Drawn => [call, 0, 0]),
    ...drawn,
    ...closing.map((call): Drawn => [call, 0, 0]),
  ];
  let state = initialState(
    levels,
    calls.map(([call]) => ({ call })),
  );
  return calls.map(([call, before, after], n): Operation => {
    const { result, state: next } = answer(state, call);
    state = n === index + opening.length ? effect(state, next, call) : next;
    const isDrawn = n >= opening.length && n < calls.length - closing.length;
    // What is looked at in the end is looked at when all is over.
    const at = n < calls.length - closing.length ? n : n + 10;
    return {
      client: n,
      call,
      result,
      calledAt: at - (isDrawn ? before + 0.4 : 0),
      returnedAt: at + (isDrawn ? after + 0.4 : 0),
    };
  });
}

const check = (history: Operation[]) => findUnexplained(history, initialState(levels, history), rules);

test('a history that happened is accepted, however its calls overlap', (t) => {
  fc.assert(
    fc.property(overlapping(anything), (drawn) => check(happen(drawn)) === null),
    { numRuns: runs(60) },
  );
  t.pass();
});

test('a history is accepted where some calls had no answer, done or not', (t) => {
  const lives = fc.tuple(overlapping(anything), fc.nat(), fc.boolean());
  fc.assert(
    fc.property(lives, ([drawn, where, isDone]) => {
      const index = where % drawn.length;
      const history = happen(drawn, index, (before, after) => (isDone ? after : before));
      Object.assign(history[index + opening.length]!, { result: undefined, returnedAt: Number.POSITIVE_INFINITY });
      return check(history) === null;
    }),
    { numRuns: runs(60) },
  );
  t.pass();
});

for (const [mistake, effect] of [
  ['lost', (before: State) => before],
  ['doubled', (_: State, after: State, call: Call) => answer(after, call).state],
] as const) {
  test(`a history is refused where one effect was ${mistake}, and the culprit is named`, (t) => {
    const lives = fc.tuple(overlapping(additive), fc.nat());
    let refused = 0;
    fc.assert(
      fc.property(lives, ([drawn, where]) => {
        const index = where % drawn.length;
        const history = happen(drawn, index, effect);
        // A payment beyond what is due was refused: there was nothing to lose or to double.
        const right = happen(drawn);
        if (JSON.stringify(history.at(-3)) === JSON.stringify(right.at(-3)) && sameEnd(history, right)) return true;
        refused++;
        const failure = check(history);
        if (!failure) return false;
        return findSuspects(history, initialState(levels, history)).some(
          (one) => one.mistake === mistake && one.operation === history[index + opening.length],
        );
      }),
      { numRuns: runs(40) },
    );
    t.true(refused > runs(40) / 2, `${refused} times`);
  });
}

const sameEnd = (one: Operation[], other: Operation[]): boolean =>
  closing.every((_, n) => JSON.stringify(one.at(-1 - n)!.result) === JSON.stringify(other.at(-1 - n)!.result));

const at = (calledAt: number, returnedAt: number, call: Call, result?: object): Operation => ({
  ...{ client: 0, calledAt, returnedAt, call, result: result as Operation['result'] },
});
const looked = (onHand: number, reserved = 0, other: object = levels.B) => ({ A: { onHand, reserved }, B: other });

test('a stale read is refused: what was answered before it began must be seen', (t) => {
  const adjusted = at(0, 1, { kind: 'adjustment', sku: 'A', change: 1 }, { onHand: 7, reserved: 0 });
  const look = (calledAt: number, onHand: number) => at(calledAt, 3, { kind: 'look at the levels' }, looked(onHand));
  t.is(check([adjusted, look(2, 7)]), null);
  t.is(check([adjusted, look(0.5, 6)]), null);
  t.like(check([adjusted, look(2, 6)]), { operation: look(2, 6) });
});

test('two who read the same and write it back are refused: the lost update', (t) => {
  const counted = { kind: 'count', sku: 'A', counted: 5, expected: 6 } as const;
  const one = at(0, 2, counted, { onHand: 5, reserved: 0 });
  t.is(check([one, at(1, 3, counted, { refused: 'CONFLICT', onHand: 5 })]), null);
  t.truthy(check([one, at(1, 3, counted, { onHand: 5, reserved: 0 })]));
});

test('half of an order is refused: both goods are reserved at one moment', (t) => {
  const both = { kind: 'order', order: 'first', lines: { A: 1, B: 1 } } as const;
  const placed = at(0, 9, both, { status: 'pending', total: 130, paid: 0, refunded: 0, due: 130 });
  const look = (result: object) => at(3, 4, { kind: 'look at the levels' }, result);
  t.is(check([placed, look(looked(6, 1, { onHand: 4, reserved: 1 }))]), null);
  t.is(check([placed, look(looked(6, 0))]), null);
  t.truthy(check([placed, look(looked(6, 1))]));
});

test('more is not sold than there is, and no more is given back than was paid', (t) => {
  const sell = (name: string) => ({ kind: 'order', order: name, lines: { A: 4 } }) as const;
  const placed = { status: 'pending', total: 400, paid: 0, refunded: 0, due: 400 };
  t.truthy(check([at(0, 9, sell('first'), placed), at(0, 9, sell('second'), placed)]));
  const refund = { kind: 'refund', order: 'first', amount: 60 } as const;
  const history = [
    at(0, 1, sell('first'), placed),
    at(2, 3, { kind: 'payment', order: 'first', amount: 100 }, { amount: 100 }),
  ];
  t.is(check([...history, at(4, 9, refund, { amount: 60 })]), null);
  t.truthy(check([...history, at(4, 9, refund, { amount: 60 }), at(4, 9, refund, { amount: 60 })]));
});
