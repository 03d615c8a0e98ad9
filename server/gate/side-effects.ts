// Work outside the database that some operations need before they run: resolve or download links, store bytes, ask the
// storage. No transaction waits for it; server/gate/pipeline.ts says when it is done.
import type { Answer, Outcome, Refusal } from './outcome.ts';

export type SideEffects = {
  /** The cost of the call, when it differs from the cost of its operation. */
  cost?: number;
  /** Reads what the Idempotency-Key is bound to beside the input, where that is not known before: a file. */
  readFile?(): Promise<void>;
  /** The input as sent, and what `run` or `readFile` has read. */
  sent?(): unknown;
  /** Returns the answer of the operation, or the refusal. It throws only unexpected errors. */
  run(call: CheckedCall): Promise<Answer | Refusal>;
};

/** A call that was admitted, counted and prechecked. */
export type CheckedCall = {
  admission: Outcome;
  /** The result of its precheck, as JSON text. */
  found: string;
  /** Runs the operation with the input after the work. */
  operate(input: object): Promise<Answer>;
};
