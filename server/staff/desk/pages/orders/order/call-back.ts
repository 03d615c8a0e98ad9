// When to call the customer back: presets on the store's own clock, or any time.
import { useCompany } from '../../../company.ts';
import { settings, t, when } from '../../../i18n.ts';
import { Button, Card, Form, Icon, Problem, say, TextField } from '../../../parts.ts';
import { useSave } from '../../../use.ts';
import { html, useState, type VNode } from '../../../view.ts';
import { fromLocal, inDays, toLocal } from '../../../zoned.ts';
import { callBack, changeStatus } from '../moves.graphql.ts';
import type { OrderProps } from './props.ts';

const hourMs = 3_600_000;

export function CallBackCard({ order, onDone }: OrderProps): VNode | null {
  const { can } = useCompany();
  const zone = order.store?.timezone ?? settings.timeZone;
  const [note, setNote] = useState(order.followUpNote ?? '');
  const [at, setAt] = useState('');
  const date = useSave(callBack);
  const status = useSave(changeStatus);
  const toFollowUp = order.possibleMoves?.find(({ toStatus }) => toStatus === 'follow_up');
  const isAsked = order.status === 'follow_up';
  if (!can('orders_manage') || !(isAsked || toFollowUp?.allowed)) return null;
  // The date first: an order that waits for a call without one would never be due.
  const plan = async (moment: Date) => {
    if (!(await date.save({ orderId: order.id, at: moment.toISOString(), note }))) return;
    if (!isAsked && !(await status.save({ orderId: order.id, status: 'follow_up' }))) return onDone();
    setAt('');
    say(t('order.callPlanned', { time: when(moment) }));
    return onDone();
  };
  const presets = [
    { text: t('order.in30Minutes'), moment: () => new Date(Date.now() + hourMs / 2) },
    { text: t('order.in2Hours'), moment: () => new Date(Date.now() + 2 * hourMs) },
    { text: t('order.todayEvening'), moment: () => inDays(0, 19, zone) },
    { text: t('order.tomorrowMorning'), moment: () => inDays(1, 11, zone) },
    { text: t('order.tomorrowEvening'), moment: () => inDays(1, 19, zone) },
  ].filter(({ moment }) => moment().getTime() > Date.now());
  const isBusy = date.isBusy || status.isBusy;
  return html`<${Card} title=${t('order.callBack')}>
    ${
      isAsked && order.followUpAt
        ? html`<p class=${Date.parse(order.followUpAt) <= Date.now() ? 'problem' : ''}>
          <${Icon} name="bell" /> ${t('order.callAt', { time: when(order.followUpAt) })}</p>`
        : html`<p class="quiet">${t('order.callWhy')}</p>`
    }
    <${TextField} label=${t('order.callNote')} value=${note} onInput=${setNote} problems=${date.problem?.fields.followUpNote} />
    <div class="row presets">
      ${presets.map(
        ({ text, moment }) =>
          html`<${Button} key=${text} kind="plain" isBusy=${isBusy} onClick=${() => plan(moment())}>${text}<//>`,
      )}
    </div>
    <details>
      <summary>${t('order.otherTime')}</summary>
      <${Form} submit=${t('order.planCall')} isBusy=${isBusy} disabled=${!at} onCancel=${date.cancel}
        onSubmit=${() => plan(fromLocal(at, zone))}>
        <${TextField} label=${t('order.callTime')} value=${at} onInput=${setAt}
          attributes=${{ type: 'datetime-local', min: toLocal(new Date(), zone), required: true }} />
      <//>
    </details>
    <${Problem} of=${date.problem ?? status.problem} />
  <//>`;
}
