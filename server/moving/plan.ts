// Says what a file would do, line by line, before anything is written: which lines make something, which change something, which
// cannot be and why. What only the database knows it is asked for many lines at a time.
import type { Fields } from '../gate/errors.ts';
import { type Line, type Remark, remarksOf } from './line.ts';
import type { Kind } from './read-file.ts';

export type Planned = Line & { action: 'create' | 'update' | 'skip' | 'refuse' };

/** What internal.plan_products, plan_customers or plan_orders says of the lines: one answer a line, in their order. */
export type Ask = (
  kind: Kind,
  inputs: Record<string, unknown>[],
) => Promise<{ action: Planned['action']; fields: Fields | null; target: string | null }[]>;

export type Counts = Record<Planned['action'], number> & { notes: number };

/** So many lines are held at once. */
const batch = 200;

export async function* plan(kind: Kind, lines: AsyncIterable<Line>, ask: Ask): AsyncGenerator<Planned> {
  const targets = new Map<string, number>();
  let waiting: Line[] = [];
  for await (const line of lines) {
    waiting.push(line);
    if (waiting.length < batch) continue;
    yield* decided(kind, waiting, ask, targets);
    waiting = [];
  }
  yield* decided(kind, waiting, ask, targets);
}

async function* decided(kind: Kind, lines: Line[], ask: Ask, targets: Map<string, number>): AsyncGenerator<Planned> {
  const inputs = lines.flatMap(({ input }) => (input ? [input] : []));
  const answers = inputs.length > 0 ? await ask(kind, inputs) : [];
  for (const line of lines) {
    const answer = line.input && answers.shift();
    if (!answer) {
      yield { ...line, action: 'refuse' };
      continue;
    }
    const problems: Remark[] = remarksOf(answer.fields ?? {}, line.placeOf);
    const earlier = answer.target === null ? undefined : targets.get(answer.target);
    if (earlier)
      problems.push({ line: line.line, column: '', text: `is the same here as line ${earlier}: ${answer.target}` });
    else if (answer.target !== null) targets.set(answer.target, line.line);
    if (problems.length > 0) yield { ...line, problems, action: 'refuse', input: null };
    else yield { ...line, action: answer.action };
  }
}

export const noCounts = (): Counts => ({ create: 0, update: 0, skip: 0, refuse: 0, notes: 0 });
