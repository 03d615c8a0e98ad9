// What came of a call to the customer: one button each. The call itself is made with a phone.
import { useCompany } from '../../../company.ts';
import { label, t } from '../../../i18n.ts';
import { limitsOf } from '../../../limits.ts';
import { Button, Card, Problem, say, TextField, Time } from '../../../parts.ts';
import { useSave } from '../../../use.ts';
import { html, useState, type VNode } from '../../../view.ts';
import { type CallOutcome, callOutcomes } from '../call-outcomes.ts';
import { recordCall } from '../transitions.graphql';
import type { OrderProps } from './props.ts';

export function CallsCard({ order, onDone }: OrderProps): VNode | null {
  const { can } = useCompany();
  const [note, setNote] = useState('');
  const { save, isBusy, problem } = useSave(recordCall);
  if (!can('orders_manage')) return null;
  const record = async (outcome: CallOutcome) => {
    if (!(await save({ input: { orderId: order.id, outcome, ...(note && { note }) } }))) return;
    setNote('');
    await onDone();
    say(t('calls.recorded', { outcome: label('callOutcome', outcome) }));
  };
  return html`<${Card} title=${t('calls.title')}>
    ${
      order.lastCallOutcome &&
      html`<p class="quiet">${t('calls.attempt', { count: order.callCount, outcome: label('callOutcome', order.lastCallOutcome) })}
        · <${Time} at=${order.lastCallAt} /></p>`
    }
    ${order.callLimitReached && html`<p class="problem">${t('calls.limit')}</p>`}
    <${TextField} label=${t('order.noteIfAny')} value=${note} onInput=${setNote} problems=${problem?.fields.note}
      attributes=${limitsOf('record_call.note')} />
    <div class="row calls">
      ${callOutcomes.map(
        (outcome) =>
          html`<${Button} key=${outcome} kind="plain" isBusy=${isBusy} onClick=${() => record(outcome)}>${label('callOutcome', outcome)}<//>`,
      )}
    </div>
    <${Problem} of=${problem} />
  <//>`;
}
