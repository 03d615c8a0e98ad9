// The test files that may see a change, the likeliest first: those that name what was changed, or what calls it, count by how
// few others do.
import fs from 'node:fs';
import path from 'node:path';
import { askedTime } from '../shared-process/groups.ts';

/** Rooms of tests that a change in a room concerns. Those of the pages, the demo and of killed processes take long. */
const concerned: readonly [RegExp, string[]][] = [
  [/^sql\//, ['operations', 'rest', 'sql', 'staff', 'ledger', 'mcp', 'media', 'workers', 'faults']],
  [/^(gate|rest)$/, ['unit', 'rest', 'operations', 'mcp', 'media', 'staff', 'process']],
  [/^staff$/, ['unit', 'staff', 'browser']],
  [/^workers$/, ['unit', 'workers', 'media', 'sql', 'process']],
  [/^desk$/, ['unit', 'browser', 'staff']],
];

/** Names of what a change touches, each with its weight; and how many steps of imports away a module is. */
interface Scent {
  names: Map<string, number>;
  modules: Map<string, number>;
}

export class Likely {
  private readonly root: string;
  private readonly tests: Map<string, string>;
  private readonly sql: Map<string, string>;
  private readonly tables: string[];
  private readonly importers = new Map<string, string[]>();

  /** `long`: with those that a commit's run leaves out. */
  constructor(root: string, long: boolean) {
    this.root = root;
    this.tests = this.read('test/**/*.test.ts');
    if (!long) for (const name of this.tests.keys()) if (name.endsWith('.long.test.ts')) this.tests.delete(name);
    // It is about the changes themselves.
    this.tests.delete(path.join('test', 'unit', 'mutants.test.ts'));
    this.sql = this.read('db/code/**/*.sql');
    const fenced = fs.globSync('db/code/policies/**/*.sql', { cwd: root }).map((file) => path.basename(file, '.sql'));
    // The longest first: those of order_items are not those of orders.
    this.tables = fenced.sort((one, other) => other.length - one.length);
    for (const [file, text] of this.read('{server,workers,test}/**/*.ts')) {
      for (const [, name] of text.matchAll(/(?:from |import\(?)'(\.[^']+)'/g)) {
        const imported = path.join(path.dirname(file), name!);
        this.importers.set(imported, [...(this.importers.get(imported) ?? []), file]);
      }
    }
  }

  private read(pattern: string): Map<string, string> {
    const files = fs.globSync(pattern, { cwd: this.root }).sort();
    return new Map(files.map((file) => [file, fs.readFileSync(path.join(this.root, file), 'utf8')]));
  }

  rank(room: string, file: string): string[] {
    const wanted = concerned.find(([pattern]) => pattern.test(room))![1];
    const tests = [...this.tests].filter(([name]) => wanted.includes(name.split(path.sep)[1]!));
    const { names, modules } = file.endsWith('.sql') ? this.scentOfSql(file) : this.scentOfModule(file);
    const scores = new Map(tests.map(([name]) => [name, 1 / 2 ** (modules.get(name) ?? 9)]));
    for (const [name, weight] of names) {
      const naming = tests.filter(([, text]) => text.includes(name) && new RegExp(`\\b${name}\\b`).test(text));
      for (const [test] of naming) scores.set(test, scores.get(test)! + weight / naming.length);
    }
    const isLate = (name: string) => (room === 'desk' ? /^test\/staff/ : /^test\/(faults|house)/).test(name);
    const score = (name: string) => {
      // The tests of an operation are the nearest, then those of its folder, and a file that takes minutes is asked late.
      const words = name.replace('.test.ts', '').split(path.sep).slice(1);
      const own = words.reduce((sum, word) => sum + (names.get(word) ?? 0), 0);
      const cost = 1 + askedTime(path.join(this.root, name)) / 60_000 + (isLate(name) ? 4 : 0);
      return (scores.get(name)! + own) / cost;
    };
    const ranked = tests.map(([name]) => ({ name, score: score(name) }));
    ranked.sort((one, other) => other.score - one.score);
    return ranked.map(({ name }) => name);
  }

  /** The function, what calls it, what calls that; of a trigger or policy what names the table. */
  private scentOfSql(file: string): Scent {
    const names = new Map<string, number>();
    let units = [unitOf(file)];
    const seen = new Set(units);
    for (let weight = 4; weight >= 0.25 && units.length > 0; weight /= 2) {
      for (const unit of units) for (const name of this.forms(unit.split('.')[1]!)) names.set(name, weight);
      const wanted = new RegExp(`\\b(${units.join('|').replaceAll('.', '\\.')})\\b`);
      const callers = [...this.sql].filter(([other, text]) => !seen.has(unitOf(other)) && wanted.test(text));
      units = callers.map(([other]) => unitOf(other));
      for (const unit of units) seen.add(unit);
    }
    return { names, modules: new Map() };
  }

  /** As SQL and REST have it, and as the GraphQL has it: a column that is computed has its table before its name. */
  private forms(name: string): string[] {
    const table = this.tables.find((one) => name.startsWith(`${one}_`));
    const names = table ? [name, name.slice(table.length + 1)] : [name];
    return names.flatMap((one) => [one, one.replaceAll(/_+([a-z0-9])/g, (_, letter) => letter.toUpperCase())]);
  }

  private scentOfModule(file: string): Scent {
    const text = fs.readFileSync(path.join(this.root, file), 'utf8');
    const exported = [...text.matchAll(/^export (?:async )?(?:function|const|class|let) (\w+)/gm)].map(
      ([, name]) => name!,
    );
    const parts = file.replace(/\.ts$/, '').split(path.sep).slice(-3);
    const names = new Map([...parts.map((part) => [part, 1] as const), ...exported.map((name) => [name, 2] as const)]);
    const modules = new Map<string, number>();
    let steps = [file];
    for (let step = 1; step <= 4; step++) {
      steps = steps.flatMap((name) => this.importers.get(name) ?? []).filter((name) => !modules.has(name));
      for (const name of steps) modules.set(name, step);
    }
    return { names, modules };
  }
}

/** `internal.lock_level`; of files of tables the table. */
function unitOf(file: string): string {
  const [, , room = ''] = file.split(path.sep);
  const name = path.basename(file, '.sql');
  // A table of another schema than app is named with it.
  if (name.includes('.')) return name;
  return `${/^(policies|triggers)$/.test(room) ? 'app' : room}.${name}`;
}
