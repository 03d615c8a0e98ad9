// Notes which sentences of ours an answer has as data: what would be refused, and what was refused of a job. They are told with
// what they mean, as those of errors are (meanings.ts).
import 'postgraphile';
import { context, lambda, type Step } from 'postgraphile/grafast';
import { wrapPlans } from 'postgraphile/utils';

declare global {
  namespace Grafast {
    interface Context {
      said?: Set<string>;
    }
  }
}

const noted = (plan: () => Step) =>
  lambda([plan(), context().get('said')] as const, ([text, said]) => {
    if (typeof text === 'string') said?.add(text);
    return text;
  });

export const SaidPlugin: GraphileConfig.Plugin = wrapPlans({
  Export: { failureMessage: noted },
  Job: { failureMessage: noted },
  OrderQuote: { couponProblem: noted },
  PossibleMove: { reason: noted },
  RefusedLine: { message: noted },
});
