// What some operations need done outside the database before they run: links resolved or fetched, bytes stored, the
// storage asked. No transaction waits for any of it; server/gate/pipeline.ts says when it is done.
import type { Answer, Outcome, Refusal } from './outcome.ts';

export type OutsideWork = {
  /** What the call counts as, where that is not its operation's own cost. */
  cost?: number;
  /** Gives the answer of the operation, or why that did not run. What it throws is nobody's refusal. */
  run(call: CheckedCall): Promise<Answer | Refusal>;
};

/** A call that was admitted, counted and looked at. */
export type CheckedCall = {
  admission: Outcome;
  /** What its precheck found out, as JSON text. */
  found: string;
  /** Runs the operation, with its input as it is after the work. */
  operate(input: object): Promise<Answer>;
};
