// One small change of a source file: what a test should see.

/** Rooms of the house in which something is changed; those of SQL are the folders of db/code. */
export const rooms: Readonly<Record<string, string>> = {
  'sql/api': 'db/code/api/**/*.sql',
  'sql/gate': 'db/code/gate/**/*.sql',
  'sql/internal': 'db/code/internal/**/*.sql',
  'sql/ledger': 'db/code/ledger/**/*.sql',
  'sql/policies': 'db/code/policies/**/*.sql',
  'sql/staff': 'db/code/staff/**/*.sql',
  'sql/triggers': 'db/code/triggers/**/*.sql',
  gate: 'server/gate/**/*.ts',
  rest: 'server/rest/**/*.ts',
  staff: 'server/staff/*.ts',
  workers: 'workers/**/*.ts',
  desk: 'server/desk/**/*.ts',
};

export const operators = {
  comparison: 'a comparison flipped',
  sign: 'a sign turned',
  condition: 'a condition dropped',
  negation: 'an if negated',
  call: 'a call dropped',
  lock: 'a lock dropped',
  guard: 'a policy, fence or trigger dropped',
  column: 'another column of the same type',
};

export type Operator = keyof typeof operators;

/** The characters from `start` to `end` become `text`. */
export interface Edit {
  operator: Operator;
  start: number;
  end: number;
  text: string;
}

export function applyEdit(source: string, { start, end, text }: Edit): string {
  return source.slice(0, start) + text + source.slice(end);
}

export const lineOf = (source: string, { start }: Edit): number => source.slice(0, start).split('\n').length;

/** For people: what stood there and what stands there now, in one line. */
export function describe(source: string, edit: Edit): string {
  // With a little of what stands around a sign or a name, which say nothing by themselves.
  const around = edit.end - edit.start < 12 ? 18 : 0;
  const lineStart = source.lastIndexOf('\n', edit.start - 1) + 1;
  const lineEnd = (source.indexOf('\n', edit.end) + source.length + 1) % (source.length + 1);
  const before = source.slice(Math.max(lineStart, edit.start - around), edit.start);
  const after = source.slice(edit.end, Math.min(lineEnd, edit.end + around));
  const short = (text: string) => {
    const line = text.replaceAll(/\s+/g, ' ').trim();
    return line.length > 70 ? `${line.slice(0, 69)}…` : line;
  };
  const now = short(before + edit.text + after);
  return `${short(before + source.slice(edit.start, edit.end) + after)} => ${now || 'nothing'}`;
}
