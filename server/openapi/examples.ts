// Recorded requests and answers of the demo shop, for the reference. test/demo/examples.test.ts repeats and compares them, so
// they are real answers of the service.
import recorded from './examples.json' with { type: 'json' };

type Example = {
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  answer: unknown;
};

/** By operation. */
export const examples: Readonly<Record<string, Example>> = recorded.operations;

/** Recorded error objects by code, for the errors that the demo can produce. */
export const refusals: Readonly<Record<string, unknown>> = recorded.errors;
