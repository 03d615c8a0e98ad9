// Requests and answers of the demo shop, for the reference. They are recorded: a test plays them again and compares
// (test/demo/examples.test.ts), so what stands there is what the service answers.
import recorded from './examples.json' with { type: 'json' };

type Example = {
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  answer: unknown;
};

/** By operation. */
export const examples: Readonly<Record<string, Example>> = recorded.operations;

/** The envelope of a refusal, by code; of those that the demo can be brought to. */
export const refusals: Readonly<Record<string, unknown>> = recorded.errors;
