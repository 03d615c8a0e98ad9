// The SQL part of npm run check, which needs no database: every file parses and is named after what it makes, and
// migrations leave functions, views, triggers and policies to db/code. Lines end before column 120, functions after 70
// lines, the codes that a public function raises are those that its comment says, calls give functions what they take, and
// none goes too deep.
// No private table of graphile-worker is named, but in internal.entered_timers.
import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'pgsql-parser';
import { openingComment } from '../../db/migrate/opening-comment.ts';
import { findCallProblems } from './call-problems.ts';
import { findDeepCalls } from './levels.ts';
import { findCodeProblems } from './raised-codes.ts';
import { readSignatures, type Signature } from './signatures.ts';

/** Functions that indexes and defaults name are declared by a migration, since the code comes after it. */
const declaredByMigrations: Record<string, string[]> = {
  '000101': ['internal.fold', 'internal.lifespan_class', 'internal.now', 'internal.short_grams'],
};

/** Committed migrations never change. */
const lastWithLongLines = '000138';

const db = path.join(import.meta.dirname, '../../db');
const problems: string[] = [];
const signatures: Signature[] = [];

/** Folders of db/code that are schemas, one function or view a file. In the others a file belongs to a table. */
const schemas = ['api', 'gate', 'internal', 'ledger', 'staff'];

const code = sqlFiles(path.join(db, 'code'));
const committed = sqlFiles(path.join(db, 'migrations', 'committed'));
const current = sqlFiles(path.join(db, 'migrations', 'current'));
const roles = path.join(db, 'roles.sql');

for (const file of [...code, ...committed, ...current, roles]) {
  const text = fs.readFileSync(file, 'utf8');
  try {
    const { stmts = [] } = await parse(text);
    if (code.includes(file)) {
      signatures.push(...readSignatures(relative(file), text, stmts));
      checkName(file, stmts);
      checkComment(file, text);
      checkSize(file, text);
      checkLines(file, text);
    } else if (file !== roles) {
      refuseCode(file, text, stmts);
      if (numberOf(file) > lastWithLongLines) checkLines(file, text);
    }
  } catch (error) {
    const { message, sqlDetails } = error as Error & { sqlDetails?: { cursorPosition: number } };
    const line = text.slice(0, sqlDetails?.cursorPosition ?? 0).split('\n').length;
    problems.push(`${relative(file)}:${line}: ${message}`);
  }
}

const codeTexts = code.map(
  (file) => [path.relative(path.join(db, 'code'), file), fs.readFileSync(file, 'utf8')] as const,
);
problems.push(...findCodeProblems(new Map(codeTexts)), ...findDeepCalls(new Map(codeTexts)));
refusePrivateTables();
problems.push(...findCallProblems(signatures, readCallers()));

for (const problem of problems) console.error(problem);
console.log(`SQL: ${code.length + committed.length + current.length + 1} files checked, ${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);

/** The tables of graphile-worker change with its releases; its view, its functions and its options stay. */
function refusePrivateTables(): void {
  const root = path.join(db, '..');
  for (const room of ['db', 'server', 'workers', 'test']) {
    for (const name of fs.readdirSync(path.join(root, room), { recursive: true }) as string[]) {
      const file = path.join(root, room, name);
      if (!/\.(ts|sql|md)$/.test(name) || file === import.meta.filename || name.endsWith('entered_timers.sql'))
        continue;
      const lines = fs.readFileSync(file, 'utf8').split('\n');
      const found = lines.findIndex((line) => line.includes('_private_'));
      if (found >= 0) problems.push(`${relative(file)}:${found + 1}: names a private table of graphile-worker`);
    }
  }
}

/** All that calls functions, but for migrations, which called those of their day, and texts that only mention them. */
function readCallers(): Map<string, string> {
  const root = path.join(db, '..');
  const names = fs.globSync('{db,server,workers,test}/**/*.{sql,ts}', { cwd: root }).sort();
  return new Map(
    names
      .filter((name) => !/^(db\/(migrations\/committed|schema|code\/comments)|test\/unit)\//.test(name))
      .map((name) => [name, fs.readFileSync(path.join(root, name), 'utf8')]),
  );
}

interface Name {
  String?: { sval: string };
}

interface Relation {
  schemaname?: string;
  relname?: string;
}

/** Statements that make something, as pgsql-parser shows them. */
interface Statement {
  CreateFunctionStmt?: { funcname: Name[] };
  ViewStmt?: { view: Relation };
  CreateTrigStmt?: { relation: Relation };
  CreatePolicyStmt?: { table: Relation };
}

function checkName(file: string, statements: { stmt?: unknown }[]): void {
  const [folder = ''] = path.relative(path.join(db, 'code'), file).split(path.sep);
  const name = path.basename(file, '.sql');
  const expected = schemas.includes(folder) ? `${folder}.${name}` : name.includes('.') ? name : `app.${name}`;
  const made = statements.flatMap(({ stmt }) => nameOf(stmt as Statement) ?? []);
  for (const name of made) {
    if (name !== expected) problems.push(`${relative(file)}: concerns ${name}, but its name says ${expected}`);
  }
  if (schemas.includes(folder) && made.length === 0) problems.push(`${relative(file)}: makes no function and no view`);
}

/** What a file opens with is what psql shows of its function or view (db/migrate/apply-code.ts). */
function checkComment(file: string, text: string): void {
  const [folder = ''] = path.relative(path.join(db, 'code'), file).split(path.sep);
  if (schemas.includes(folder) && openingComment(text) === '')
    problems.push(`${relative(file)}: opens without a comment that says what it is for`);
  if (/^comment on (function|procedure|view) /m.test(text))
    problems.push(`${relative(file)}: its comment is what the file opens with; "comment on" is not needed`);
}

/** Functions end after 70 lines. */
function checkSize(file: string, text: string): void {
  const [made = ''] = /^create or replace (function|procedure) [\s\S]*?^(\$\$|end);$/m.exec(text) ?? [];
  const length = made.split('\n').length;
  if (length > 70) problems.push(`${relative(file)}: has a function of ${length} lines, at most 70`);
}

/** Lines end before column 120. */
function checkLines(file: string, text: string): void {
  for (const [index, line] of text.split('\n').entries()) {
    if (line.length >= 120) problems.push(`${relative(file)}:${index + 1}: has ${line.length} columns, at most 119`);
  }
}

function refuseCode(file: string, text: string, statements: { stmt?: unknown }[]): void {
  if (/^--! ?include/m.test(text))
    problems.push(`${relative(file)}: db/code is applied by itself; no include is needed`);
  for (const { stmt } of statements) {
    const name = nameOf(stmt as Statement);
    if (!name || declaredByMigrations[numberOf(file)]?.includes(name)) continue;
    problems.push(`${relative(file)}: ${name} has code in a migration; it belongs into db/code`);
  }
}

/** The one that is being written has no number yet: it comes after all others. */
function numberOf(file: string): string {
  return /\d{6}/.exec(path.basename(file))?.[0] ?? '999999';
}

/** What a statement makes, or the table that it makes a trigger or policy for. */
function nameOf(statement: Statement): string | undefined {
  const { CreateFunctionStmt, ViewStmt, CreateTrigStmt, CreatePolicyStmt } = statement;
  if (CreateFunctionStmt) return CreateFunctionStmt.funcname.map((part) => part.String?.sval).join('.');
  const relation = ViewStmt?.view ?? CreateTrigStmt?.relation ?? CreatePolicyStmt?.table;
  return relation && `${relation.schemaname}.${relation.relname}`;
}

function sqlFiles(directory: string): string[] {
  if (!fs.existsSync(directory)) return [];
  return fs
    .readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sql'))
    .map((name) => path.join(directory, name))
    .sort();
}

function relative(file: string): string {
  return path.relative(path.join(db, '..'), file);
}
