// What the guide for staff promises of the size of an operation, against what the code refuses.
import { readFileSync } from 'node:fs';
import test from 'ava';
import { inputLimits } from '../../server/staff/requests/input-limits.ts';
import { limits, limitsOf } from '../../server/staff/requests/limits.ts';

const guide = readFileSync(new URL('../../server/docs/guides/staff.md', import.meta.url), 'utf8');
const { depth, fields, mutations, rows } = limitsOf.haat_staff;

for (const [what, most] of [
  ['tokens', [limits.documentTokens]],
  ['levels', [depth, 100, inputLimits.depth]],
  ['fields', [fields]],
  ['mutations', [mutations]],
  ['rows of a page', [limits.page]],
  ['rows that', [rows]],
  ['conditions', [inputLimits.terms]],
  ['values', [inputLimits.values]],
  ['entries', [inputLimits.listLength]],
] as const) {
  test(`the guide tells the limit of ${what} as the code has it`, (t) => {
    const told = guide.split('\n').find((line) => line.startsWith(`| ${what}`));
    t.is(told?.split('|')[2]?.trim(), most.map((n) => n.toLocaleString('en')).join('; '));
  });
}
