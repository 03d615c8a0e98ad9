// What happened to the order, the newest first, in whole sentences.
import { ask } from '../../../client.ts';
import { type CurrencySymbol, label, type MessageKey, money, t } from '../../../i18n.ts';
import { Button, Time } from '../../../parts.ts';
import { useNewest } from '../../../use.ts';
import { html, useEffect, useState, type VNode } from '../../../view.ts';
import { type OrderFeedQuery, orderFeed } from '../order.graphql';

type Entry = NonNullable<OrderFeedQuery['order']>['feed']['nodes'][number];
type Detail = Record<string, string | null>;

/** Actions with a text of their own: feed.status_changed and so on. Others are told by their name. */
const told: Record<string, MessageKey> = {
  created: 'feed.created',
  updated: 'feed.updated',
  edited: 'feed.edited',
  assigned: 'feed.assigned',
  noted: 'feed.noted',
  parcel_booked: 'feed.parcelBooked',
  parcel_picked_up: 'feed.parcelPickedUp',
  reordered: 'feed.reordered',
  merged: 'feed.merged',
  parcel_cancelled: 'feed.parcelCancelled',
  parcel_return_requested: 'feed.parcelCalledBack',
  parcel_received: 'feed.parcelReceived',
  delivered_in_part: 'feed.deliveredInPart',
  collection_stated: 'feed.collectionStated',
  payment_recorded: 'feed.paid',
  payment_refunded: 'feed.refunded',
  payment_voided: 'feed.voided',
  return_created: 'feed.returnCreated',
  return_received: 'feed.returnReceived',
  return_cancelled: 'feed.returnCancelled',
  return_receipt_undone: 'feed.returnUndone',
  parcel_step_undone: 'feed.stepUndone',
  collection_restated: 'feed.collectionRestated',
  cash_written_off: 'feed.writtenOff',
  archived: 'feed.archived',
};

function sentenceOf(entry: Entry, symbol: CurrencySymbol): string {
  const detail = (entry.detail ?? {}) as Detail;
  const action = entry.action ?? '';
  if (action === 'status_changed' && detail.merged_into) return t('feed.mergedInto', { number: detail.merged_into });
  if (action === 'status_changed')
    return t('feed.status', { from: label('status', entry.fromValue), to: label('status', entry.toValue) });
  if (action === 'called')
    return t('calls.attempt', { count: Number(detail.attempt), outcome: label('callOutcome', detail.outcome) });
  if (action === 'updated' && detail.tags) {
    const [, tags] = detail.tags as unknown as [string[] | null, string[] | null];
    return tags?.length ? t('feed.tagged', { tags: tags.join(', ') }) : t('feed.untagged');
  }
  if (action === 'attached' || action === 'detached') {
    const file = detail.file_name ?? t('feed.aFile');
    if (action === 'detached') return t('feed.detached', { file });
    if (detail.payment_id) return t('feed.attachedToPayment', { file });
    return detail.number ? t('feed.attachedToReturn', { file, number: detail.number }) : t('feed.attached', { file });
  }
  if (action === 'assigned' && !detail.name) return t('feed.unassigned');
  const key = told[action];
  if (!key) return action.replaceAll('_', ' ');
  return t(key, {
    name: detail.name ?? detail.courier ?? t('orders.byHand'),
    amount: money(detail.amount ?? detail.cod_amount ?? detail.written_off_amount ?? detail.collected_amount, symbol),
    before: money(detail.before, symbol),
    step: label('step', detail.step),
    method: detail.payment_method ?? '',
    number: detail.number ?? '',
  });
}

export function Feed({ id, symbol, newest }: { id: string; symbol: CurrencySymbol; newest: string }): VNode {
  const [entries, setEntries] = useState<Entry[]>([]);
  const [hasMore, setMore] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const begin = useNewest();
  const read = async (startingAfter: string | null) => {
    const isWanted = startingAfter ? () => true : begin();
    setBusy(true);
    try {
      const feed = (await ask(orderFeed, { id, startingAfter })).order?.feed;
      // An older answer would put the newest below it.
      if (!feed || !isWanted()) return;
      setEntries((known) => {
        const ids = new Set(feed.nodes.map((entry) => entry.id));
        const others = known.filter((entry) => !ids.has(entry.id));
        return startingAfter ? [...others, ...feed.nodes] : [...feed.nodes, ...others];
      });
      setMore((known) => (startingAfter || !known ? feed.pageInfo.hasNextPage : known));
    } catch {
      // The page says what is wrong with the connection; the next change reads it again.
    } finally {
      setBusy(false);
    }
  };
  useEffect(() => void read(null), [newest]);
  return html`<ol class="feed">
    ${entries.map(
      (entry) => html`<li key=${entry.id}>
      <p>${sentenceOf(entry, symbol)}</p>
      ${entry.note && html`<p class="remark">${entry.note}</p>`}
      <p class="quiet">${entry.actorName} · <${Time} at=${entry.at} /></p>
    </li>`,
    )}
  </ol>
  ${hasMore && html`<div class="more"><${Button} kind="plain" isBusy=${isBusy} onClick=${() => read(entries.at(-1)!.id)}>${t('do.more')}<//></div>`}`;
}
