// npm run codegen [-- name …]: writes what is made of the code and committed. Without names: all of it.
//   answers   the answers in the guide of questions, from the demo
//   states    the picture of an order's states
//   schema    db/schema: the tables, and the GraphQL of staff
// Each is held to the code by the test that writes it here.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const tests: Record<string, string> = {
  answers: 'test/demo/questions.test.ts',
  states: 'test/faults/order_states.test.ts',
  schema: 'test/staff/desk_documents.test.ts',
};
const known = Object.keys(tests);
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`haat: ${unknown.join(', ')} is not made here; there are ${known.join(', ')}`);
  process.exit(2);
}
const names = asked.length > 0 ? asked : known;

function run(file: string, args: string[]): void {
  const env = { ...process.env, HAAT_WRITE: 'yes' };
  const { status } = spawnSync(process.execPath, [path.join(root, file), ...args], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

const files = names.map((name) => tests[name]!);
run('test/run.ts', files);
if (names.includes('schema')) run('db/cli/migrations.ts', ['schema']);
