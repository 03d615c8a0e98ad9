// A history that nothing explains, cut down to what a reader needs: the first answer that does not fit, what was possible
// before it, what ran beside it, what touched the same before, and which single mistake would explain everything.
import { type Failure, findUnexplained } from './checker.ts';
import { answer, type Call, initialState, type Operation, rules, type State } from './model.ts';

const shownBefore = 8;
const shownStates = 3;

type Mistake = 'lost' | 'doubled' | 'answered wrongly';
export interface Suspect {
  mistake: Mistake;
  operation: Operation;
}

/** The operations of which one mistake alone, lost, doubled or answered wrongly, explains a history. */
export function findSuspects(history: readonly Operation[], initial: State): Suspect[] {
  const suspects: Suspect[] = [];
  for (const operation of history) {
    for (const mistake of ['lost', 'doubled', 'answered wrongly'] as const) {
      const step = (state: State, one: Operation): State[] =>
        one === operation ? stepWith(mistake, state, one) : rules.step(state, one);
      if (findUnexplained(history, initial, { step, isIdle: (one) => one !== operation && rules.isIdle(one) }) === null)
        suspects.push({ mistake, operation });
    }
  }
  return suspects;
}

function stepWith(mistake: Mistake, state: State, operation: Operation): State[] {
  const after = mistake === 'answered wrongly' ? [answer(state, operation.call).state] : rules.step(state, operation);
  if (mistake === 'lost') return after.map(() => state);
  if (mistake === 'doubled') return after.map((once) => answer(once, operation.call).state);
  return after;
}

export function tellStory(history: readonly Operation[], levels: State['levels'], failure: Failure<State, Operation>) {
  const { operation, states, pending } = failure;
  const names = new Set([operation, ...pending].flatMap(({ call }) => namesIn(call)));
  const before = history
    .filter((one) => one !== operation && !pending.includes(one) && one.returnedAt <= operation.returnedAt)
    .filter(({ call }) => namesIn(call).some((name) => names.has(name)))
    .sort((a, b) => a.returnedAt - b.returnedAt)
    .slice(-shownBefore);
  const suspects = findSuspects(history, initialState(levels, history));
  const lines = [
    `no serial order explains ${sentence(operation)}`,
    ...states.slice(0, shownStates).map((state) => `possible before: ${partOf(state, names)}`),
    ...(states.length > shownStates ? [`and ${states.length - shownStates} more`] : []),
    ...pending.map((one) => `beside it: ${sentence(one)}`),
    ...before.map((one) => `earlier: ${sentence(one)}`),
    ...suspects.map(({ mistake, operation: one }) => `explained if this was ${mistake}: ${sentence(one)}`),
  ];
  return { text: lines.join('\n  '), suspects };
}

const namesIn = (call: Call): string[] => [
  ...('order' in call ? [call.order] : []),
  ...('sku' in call ? [call.sku] : []),
  ...('lines' in call ? Object.keys(call.lines) : []),
];

function partOf({ levels, orders }: State, names: Set<string>): string {
  const named = Object.entries(orders).filter(([name, order]) => order && names.has(name));
  return JSON.stringify({ levels, orders: Object.fromEntries(named) });
}

function sentence({ client, call, result, calledAt, returnedAt }: Operation): string {
  const told = result ? JSON.stringify(result) : 'no answer came';
  const { kind, ...what } = call;
  return `${calledAt.toFixed(1)} to ${returnedAt.toFixed(1)} ms, client ${client}: ${kind} ${JSON.stringify(what)}: ${told}`;
}
