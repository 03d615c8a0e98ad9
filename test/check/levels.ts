// How many functions of ours a call of REST or of a tool stands on, from gate.call to the one that reads or writes rows.
// What the planner puts in its place is no level: plain SQL without settings and rights of its own. Neither is what
// proves who acts, which the login of the API never runs (internal.context_setting), nor what only words an answer.
import path from 'node:path';

const most = 10;
const first = 'gate.call';
/** It puts the name of the operation together. */
const door = 'gate.perform';
const neverRun = 'internal.proven_setting';

const called = /\b(?:api|gate|internal|ledger|staff)\.\w+(?=\s*\()/g;
const rows = /\b(?:from|join|into|update|only)\s+(?:app|gate|internal)\.\w+\b(?!\s*\()/;

interface Level {
  calls: Set<string>;
  isInPlace: boolean;
  touchesRows: boolean;
}

/** Takes every file of db/code with its text. */
export function findDeepCalls(files: ReadonlyMap<string, string>): string[] {
  const functions = new Map([...files].map(([file, text]) => [nameOf(file), readLevel(text)] as const));
  for (const name of functions.keys())
    if (/^api\.|^internal\.precheck_/.test(name)) functions.get(door)?.calls.add(name);
  const longest = new Map<string, string[]>();
  const chain = (name: string): string[] => {
    const known = longest.get(name);
    if (known) return known;
    // A function that calls itself is one level.
    longest.set(name, []);
    const { calls, isInPlace, touchesRows } = functions.get(name)!;
    const below = [...calls].filter((one) => one !== neverRun && functions.has(one)).map(chain);
    const deepest = below.reduce((a, b) => (b.length > a.length ? b : a), []);
    const found = isInPlace || (deepest.length === 0 && !touchesRows) ? deepest : [name, ...deepest];
    longest.set(name, found);
    return found;
  };
  const found = functions.has(first) ? chain(first) : [];
  return found.length > most ? [`${found.length} levels, at most ${most}: ${found.join(' > ')}`] : [];
}

const nameOf = (file: string) => `${file.split(path.sep)[0]}.${path.basename(file, '.sql')}`;

function readLevel(text: string): Level {
  const body = text.replace(/--.*$/gm, '').replace(/^(grant|revoke) [^;]*;/gm, '');
  return {
    calls: new Set(body.match(called)),
    isInPlace: /\blanguage sql\b/.test(body) && !/\bsecurity definer\b|^set /m.test(body),
    touchesRows: rows.test(body),
  };
}
