// When to call the customer back: presets on the store's own clock, or any time.

import { ask } from '../../../client.ts';
import { useCompany } from '../../../company.ts';
import { settings, t, when } from '../../../i18n.ts';
import { limitsOf } from '../../../limits.ts';
import { Button, Card, ConflictBox, Form, Icon, Problem, say, TextField } from '../../../parts.ts';
import { statusOf } from '../../../statuses.ts';
import { useSave } from '../../../use.ts';
import { useChange } from '../../../use-change.ts';
import { html, useState, type VNode } from '../../../view.ts';
import { fromLocal, inDays, toLocal } from '../../../zoned.ts';
import { order as orderDocument } from '../order.graphql';
import { callBack, changeStatus } from '../transitions.graphql';
import type { OrderProps } from './props.ts';

const hourMs = 3_600_000;

const names = { followUpAt: 'order.callTime', followUpNote: 'order.callNote' } as const;
const show = (name: string, value: unknown) => (name === 'followUpAt' && value ? when(String(value)) : '');

export function CallBackCard({ order, onDone }: OrderProps): VNode | null {
  const { can } = useCompany();
  const zone = order.store?.timezone ?? settings.timeZone;
  const [typed, setNote] = useState<string>();
  const note = typed ?? order.followUpNote ?? '';
  const [planned, setPlanned] = useState(new Date());
  const [at, setAt] = useState('');
  const date = useChange(callBack, order, async () => (await ask(orderDocument, { id: order.id })).order, {
    follows: typed === undefined,
  });
  const status = useSave(changeStatus);
  const toFollowUp = order.possibleMoves?.find(({ toStatus }) => statusOf(toStatus)?.stage === 'call_back');
  const isAsked = statusOf(order.status)?.stage === 'call_back';
  if (!can('orders_manage') || !(isAsked || toFollowUp?.allowed)) return null;
  // The date first: an order that waits for a call without one would never be due.
  const plan = async (moment: Date) => {
    setPlanned(moment);
    if (!(await date.save({ orderId: order.id, followUpAt: moment.toISOString(), followUpNote: note }))) return;
    setNote(undefined);
    if (!isAsked && !(await status.save({ orderId: order.id, status: toFollowUp!.toStatus! }))) return onDone();
    setAt('');
    say(t('order.callPlanned', { time: when(moment) }));
    return onDone();
  };
  // What is theirs is there before mine goes.
  const keepTheirs = async () => {
    await onDone();
    setNote(undefined);
    date.giveWay();
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
    <${TextField} label=${t('order.callNote')} value=${note} onInput=${setNote} problems=${date.problem?.fields.followUpNote}
      attributes=${limitsOf('update_order.follow_up_note')} />
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
    ${
      date.conflict &&
      html`<${ConflictBox} of=${date.conflict} names=${names} show=${show} />
      <div class="form-acts">
        <${Button} isBusy=${isBusy} onClick=${() => plan(planned)}>${t('conflict.saveMine')}<//>
        <${Button} kind="plain" onClick=${keepTheirs}>${t('conflict.keepTheirs')}<//>
      </div>`
    }
  <//>`;
}
