// Says what a file would do, line by line, before anything is written: which lines make something, which change something or
// nothing, which cannot be and why. What only the database knows it is asked for many lines at a time.
import type { Fields } from '../gate/errors.ts';
import { Problem } from '../problems/problem.ts';
import type { Left } from './columns-left.ts';
import type { Kind } from './kinds.ts';
import { type Failed, type Line, type Remark, remarksOf } from './line.ts';

export type Planned = Line & {
  action: 'create' | 'update' | 'unchanged' | 'skip' | 'leave' | 'refuse';
  /** What an update changes, as the file calls it; "variants": it has further ones. */
  changes: string[];
};

type Answer = {
  action: Planned['action'];
  fields: Fields | null;
  target: string | null;
  changes?: string[] | null;
  /** How many records of the plan's room. */
  takes?: number;
  /** What the lines after it are to be told. */
  adds?: Record<string, unknown>;
};

/**
 * What internal.plan_products, plan_customers or plan_orders says of the lines: one answer a line, in their order. Where lines
 * are only shown, it is told what those before would do.
 */
export type Ask = (kind: Kind, inputs: Record<string, unknown>[], planned: Plan | null) => Promise<Answer[]>;

/** What the lines before would take: see internal.plan_orders. */
export type Plan = Map<string, unknown>;

/** How many records more the plan allows (null: any number), and what is said of those beyond (internal.import_room). */
export type Room = { room: number | null; problem: Failed | null };

export type Counts = Record<Planned['action'], number> & {
  notes: number;
  /** Variants whose SKU stands above already: those that do not come in, and those that get one of their own. */
  waiting: number;
  made_skus: number;
};

/** So many lines are held at once. */
const batch = 200;

/** `room`: where lines are only shown; when they run, the database says itself which are too many. */
export async function* plan(
  kind: Kind,
  lines: AsyncIterable<Line>,
  ask: Ask,
  room?: Room,
  atOnce = batch,
): AsyncGenerator<Planned> {
  const seen: Seen = {
    targets: new Map(),
    room: room?.room ?? Number.POSITIVE_INFINITY,
    problem: room?.problem ? new Problem(room.problem.key, room.problem.params) : null,
    planned: room ? new Map() : null,
  };
  let waiting: Line[] = [];
  for await (const line of lines) {
    waiting.push(line);
    if (waiting.length < atOnce) continue;
    yield* decided(kind, waiting, ask, seen);
    waiting = [];
  }
  yield* decided(kind, waiting, ask, seen);
}

/** What the lines before have taken. */
type Seen = { targets: Map<string, number>; room: number; problem: Problem | null; planned: Plan | null };

async function* decided(kind: Kind, lines: Line[], ask: Ask, seen: Seen): AsyncGenerator<Planned> {
  const inputs = lines.flatMap(({ input }) => (input ? [input] : []));
  const answers = inputs.length > 0 ? await ask(kind, inputs, seen.planned) : [];
  for (const { adds = {} } of answers) for (const [key, value] of Object.entries(adds)) seen.planned?.set(key, value);
  for (const line of lines) {
    const answer = line.input && answers.shift();
    if (!answer) {
      yield { ...line, action: line.isLeft ? 'leave' : 'refuse', changes: [] };
      continue;
    }
    const problems: Remark[] = remarksOf(answer.fields ?? {}, line.placeOf);
    const { action, target, takes = 0, changes } = answer;
    const here = { line: line.line, column: '' };
    const earlier = target === null ? undefined : seen.targets.get(target);
    if (earlier) problems.push({ ...here, text: new Problem('rowTwice.same', { line: earlier, target: target! }) });
    else if (target !== null) seen.targets.set(target, line.line);
    const asksForRoom = action === 'create' || takes > 0;
    if (problems.length === 0 && asksForRoom && seen.room <= 0 && seen.problem)
      problems.push({ ...here, text: seen.problem });
    if (problems.length > 0) {
      yield { ...line, problems, action: 'refuse', input: null, changes: [] };
      continue;
    }
    seen.room -= takes;
    yield { ...line, action, changes: named(changes ?? [], line) };
  }
}

/** A field by its column; of what stands in several columns the first says it. */
const named = (fields: string[], { placeOf }: Line) => [
  ...new Set(fields.map((field) => (field === 'variants' ? field : placeOf(field).column))),
];

export const noCounts = (): Counts => ({
  create: 0,
  update: 0,
  unchanged: 0,
  skip: 0,
  leave: 0,
  refuse: 0,
  notes: 0,
  waiting: 0,
  made_skus: 0,
});

/** Counts what is said of a line beside what becomes of it. */
export function countTold(counts: Counts, { notes, doubtful = [] }: Line): void {
  counts.notes += notes.length;
  for (const { becomes } of doubtful) counts[becomes === null ? 'waiting' : 'made_skus']++;
}

/** What is said of many lines, once: the first of them speaks for all. */
export class ToldOnce {
  readonly #told = new Map<string, Left>();

  add(remarks: readonly Remark[]): void {
    for (const { column, text } of remarks) {
      const key = `${text.meaning.reason} ${column}`;
      const known = this.#told.get(key);
      if (known) known.count++;
      else this.#told.set(key, { column, count: 1, text });
    }
  }

  all = (): Left[] => [...this.#told.values()];
}
