// The SQL part of npm run check, which needs no database: every file parses, is named after what it makes, and is
// shipped by some migration.
import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'pgsql-parser';

const db = path.join(import.meta.dirname, '..', 'db');
const problems: string[] = [];

/** Folders of db/code that are schemas, one function or view a file. In the others a file belongs to a table. */
const schemas = ['api', 'gate', 'internal', 'ledger', 'staff'];

const code = sqlFiles(path.join(db, 'code'));
const committed = sqlFiles(path.join(db, 'migrations', 'committed'));
const current = sqlFiles(path.join(db, 'migrations', 'current'));

for (const file of [...code, ...current, path.join(db, 'roles.sql')]) {
  const text = fs.readFileSync(file, 'utf8');
  try {
    const { stmts = [] } = await parse(text);
    if (code.includes(file)) checkName(file, stmts);
  } catch (error) {
    const { message, sqlDetails } = error as Error & { sqlDetails?: { cursorPosition: number } };
    const line = text.slice(0, sqlDetails?.cursorPosition ?? 0).split('\n').length;
    problems.push(`${relative(file)}:${line}: ${message}`);
  }
}

const shipped = new Set<string>();
for (const file of [...committed, ...current, ...code]) {
  // A committed migration holds the text between markers; a file that is still changing names it.
  const includes = fs.readFileSync(file, 'utf8').matchAll(/^--!(?:include| Included) (.+)$/gm);
  for (const [, name = ''] of includes) shipped.add(name.trim());
}
for (const file of code) {
  const name = path.relative(path.join(db, 'code'), file);
  if (!shipped.has(name)) problems.push(`${relative(file)}: no migration includes it, so it reaches no database`);
}

for (const problem of problems) console.error(problem);
console.log(`SQL: ${code.length + current.length + 1} files checked, ${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);

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
  const folder = path.basename(path.dirname(file));
  const expected = `${schemas.includes(folder) ? folder : 'app'}.${path.basename(file, '.sql')}`;
  const made = statements.flatMap(({ stmt }) => nameOf(stmt as Statement) ?? []);
  for (const name of made) {
    if (name !== expected) problems.push(`${relative(file)}: concerns ${name}, but its name says ${expected}`);
  }
  if (schemas.includes(folder) && made.length === 0) problems.push(`${relative(file)}: makes no function and no view`);
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
