import type { ExecutionContext } from 'ava';
import { compositions } from '../../server/operations/compositions.ts';
import { operations } from '../../server/operations/index.ts';

/**
 * Holds an answer to the published schema of its operation, both ways: a missing or mistyped field fails the parse, one
 * that the schema does not name is dropped by it and so differs.
 */
export function answersAs(t: ExecutionContext, operation: string, document: unknown): void {
  const { output } = (operations[operation] ?? compositions[operation])!;
  // An answer of many lines is a list of them.
  for (const one of Array.isArray(document) ? document : [document]) {
    const parsed = output.safeParse(one);
    t.true(parsed.success, `${operation}: ${parsed.error}`);
    t.deepEqual(parsed.data, one, operation);
  }
}
