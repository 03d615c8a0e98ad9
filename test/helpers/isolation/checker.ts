// Is there a serial order of operations that explains their answers? Each operation takes effect at one moment between its
// call and its return: linearizability, after Wing and Gong, in the form of Lowe's just-in-time search. Returns are looked at
// one after another; kept is every state that the operations so far can have led to.
export interface Timed {
  calledAt: number;
  /** Infinity where no answer came; then it may have happened or not. */
  returnedAt: number;
}

export interface Rules<State, Operation> {
  /** The states that an operation can leave; none where its answer does not fit. */
  step(state: State, operation: Operation): State[];
  /** Whether its answer says that it changes nothing, whatever the state: it looked only, or was refused. */
  isIdle(operation: Operation): boolean;
}

export interface Failure<State, Operation> {
  /** The first answer that nothing explains. */
  operation: Operation;
  /** What can have been the case before. */
  states: State[];
  /** What ran at the same moment. */
  pending: Operation[];
}

/** `taken`: the pending operations that have taken effect already. */
type Possibility<State> = { state: State; taken: readonly number[] };

/** More possibilities than any real history has: the checker must not run for ever. */
const most = 200_000;

/** Null where a serial order explains everything. */
export function findUnexplained<State extends object, Operation extends Timed>(
  history: readonly Operation[],
  initial: State,
  rules: Rules<State, Operation>,
): Failure<State, Operation> | null {
  const pending = new Set<number>();
  let possible: Possibility<State>[] = [{ state: initial, taken: [] }];
  for (const { index, isReturn } of eventsOf(history)) {
    if (!isReturn) {
      pending.add(index);
      continue;
    }
    const after = possibleAfter(possible, index, [...pending], history, rules);
    if (after.length === 0) {
      const others = [...pending].filter((n) => n !== index).map((n) => history[n]!);
      const states = [...new Map(possible.map(({ state }) => [keyOf(state), state])).values()];
      return { operation: history[index]!, states, pending: others };
    }
    pending.delete(index);
    possible = after;
  }
  return null;
}

/** Calls and returns in their order; at the same moment calls come first, so that nothing is ordered without need. */
function eventsOf(history: readonly Timed[]): { index: number; isReturn: boolean }[] {
  return history
    .flatMap(({ calledAt, returnedAt }, index) => [
      { at: calledAt, index, isReturn: false },
      { at: returnedAt, index, isReturn: true },
    ])
    .filter(({ at }) => at !== Number.POSITIVE_INFINITY)
    .sort((a, b) => a.at - b.at || Number(a.isReturn) - Number(b.isReturn));
}

/** What is possible once an operation has returned: it has taken effect, and whichever of the pending ones before it. */
function possibleAfter<State extends object, Operation>(
  before: readonly Possibility<State>[],
  returned: number,
  pending: readonly number[],
  history: readonly Operation[],
  { step, isIdle }: Rules<State, Operation>,
): Possibility<State>[] {
  const after = new Map<string, Possibility<State>>();
  const seen = new Set<string>();
  const open = [...before];
  for (let one = open.pop(); one; one = open.pop()) {
    const { state, taken } = one;
    const key = `${taken.join()} ${keyOf(state)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    if (seen.size > most) throw new Error(`more than ${most} possibilities`);
    if (taken.includes(returned)) {
      after.set(key, { state, taken: taken.filter((n) => n !== returned) });
      continue;
    }
    const next = pending
      .filter((n) => !taken.includes(n))
      .map((n) => ({ n, taken: [...taken, n].sort((a, b) => a - b), states: step(state, history[n]!) }))
      .filter(({ states }) => states.length > 0);
    // What changes nothing at any time may as well be first where it fits: nothing that comes later misses it.
    const idle = next.find(({ n }) => isIdle(history[n]!));
    for (const { taken, states } of idle ? [idle] : next) for (const state of states) open.push({ state, taken });
  }
  return [...after.values()];
}

const keys = new WeakMap<object, string>();
function keyOf(state: object): string {
  let key = keys.get(state);
  if (key === undefined) {
    key = JSON.stringify(state);
    keys.set(state, key);
  }
  return key;
}
