// What may come of a call, the usual first.
export const callOutcomes = [
  'confirmed',
  'no_answer',
  'switched_off',
  'will_call_back',
  'asked_to_change',
  'refused',
  'wrong_number',
] as const;

export type CallOutcome = (typeof callOutcomes)[number];
