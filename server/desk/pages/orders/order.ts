// One order: what it is, what may be done now, and what happened to it.
import { ask } from '../../client.ts';
import { useCompany } from '../../company.ts';
import { t } from '../../i18n.ts';
import { HistoryLink } from '../../parts/history-link.ts';
import { Badge, Button, Card, Icon, Loading, PageHead, Problem, Time } from '../../parts.ts';
import type { PageProps } from '../../router.ts';
import { useData } from '../../use.ts';
import { html, useEffect, useLayoutEffect, useRef, useState, type VNode } from '../../view.ts';
import { AttachmentsCard } from './order/attachments.ts';
import { CallBackCard } from './order/call-back.ts';
import { CallsCard } from './order/calls.ts';
import { CustomerCard } from './order/customer.ts';
import { EditOrder } from './order/edit.ts';
import { Feed } from './order/feed.ts';
import { ItemsCard } from './order/items.ts';
import { Merge } from './order/merge.ts';
import { MoneyCard } from './order/money.ts';
import { NoteForm } from './order/note.ts';
import { ParcelsCard } from './order/parcels.ts';
import type { OrderProps } from './order/props.ts';
import { Tags } from './order/tags.ts';
import { Transitions } from './order/transitions.ts';
import { orderSeen, order as question, viewOrder } from './order.graphql';

/** Names of colleagues who have the order open, too. */
function useViewers(id: string): string[] {
  const [names, setNames] = useState<string[]>([]);
  useEffect(() => {
    const tell = () => {
      if (document.visibilityState !== 'visible') return;
      ask(viewOrder, { id }).then(
        (answer) => setNames((answer.viewOrder?.result ?? []).filter((name) => name !== null)),
        // It is told again soon.
        () => {},
      );
    };
    tell();
    const timer = setInterval(tell, 10_000);
    return () => {
      clearInterval(timer);
      setNames([]);
    };
  }, [id]);
  return names;
}

export default function OrderPage({ params }: PageProps): VNode {
  const { can, symbolOf, viewer } = useCompany();
  const id = params.id!;
  const { data, problem, reload } = useData(question, { id, withCosts: can('costs_read') });
  const seen = useData(orderSeen, { id }, { everyMs: 6_000 });
  const others = useViewers(id);
  const [changedBy, setChangedBy] = useState<string>();
  /** The last thing that happened which this page has shown. */
  const known = useRef<string | undefined>(undefined);
  const isOwn = useRef(false);
  const stamp = seen.data?.order && `${seen.data.order.updatedAt} ${seen.data.order.feed.nodes[0]?.id}`;
  const actor = seen.data?.order?.feed.nodes[0]?.actorName;
  // Before anything that waits for the reading goes on.
  useLayoutEffect(() => {
    if (!stamp || stamp === known.current) return;
    const isFirst = known.current === undefined;
    known.current = stamp;
    if (isFirst || isOwn.current) return;
    setChangedBy(actor && actor !== viewer.fullName ? actor : t('order.somebody'));
    void reload();
  }, [stamp]);
  const done = async () => {
    isOwn.current = true;
    setChangedBy(undefined);
    await Promise.all([reload(), seen.reload()]);
    // What was refused changed nothing: the next change is another person's.
    isOwn.current = false;
  };
  const order = data?.order;
  const back = { href: '/admin/orders', text: t('nav.orders') };
  if (!order)
    return html`<${PageHead} title=${t('nav.orders')} back=${back} />
      <${Problem} of=${problem} onRetry=${reload} />
      ${!data && !problem && html`<${Loading} />`}
      ${data && html`<p>${t('order.missing')}</p>`}`;
  const props: OrderProps = { order, symbol: symbolOf(order.storeId), onDone: done };
  return html`
    <${PageHead} title=${order.number} back=${back}>
      ${
        order.customer?.phone &&
        html`<a class="button plain" data-plain href="tel:${order.customer.phone}">
        <${Icon} name="telephone" title=${t('order.call', { name: order.customer.fullName })} /><span>${order.customer.phone}</span></a>`
      }
      <a class="button plain" href="/admin/orders/print?ids=${id}"><${Icon} name="printer" /><span>${t('orders.print')}</span></a>
    <//>
    <div class="row order-head">
      <${Badge} list="status" code=${order.status} />
      <${Badge} list="paymentStatus" code=${order.paymentStatus} />
      <${Badge} list="fulfillmentStatus" code=${order.fulfillmentStatus} />
      ${
        order.comingBackQuantity > 0 &&
        html`<span class="badge" data-code="return_requested">${t('order.comingBack', { count: order.comingBackQuantity })}</span>`
      }
      <span class="quiet"><${Time} at=${order.createdAt} style="full" /> · ${order.store?.name} · ${order.channel?.name}</span>
      <${Tags} ...${props} />
      ${order.lapsesAt && html`<span class="problem">${t('order.lapses')} <${Time} at=${order.lapsesAt} /></span>`}
    </div>
    <div role="status">${
      others.length > 0 &&
      html`<p class="connection"><${Icon} name="people" /> ${t('order.viewedBy', { names: others.join(', '), count: others.length })}</p>`
    }${
      changedBy &&
      html`<p class="connection changed"><${Icon} name="people" /> ${t('order.changedBy', { name: changedBy })}
        <${Button} kind="plain" icon="x-lg" title=${t('do.close')} onClick=${() => setChangedBy(undefined)} /></p>`
    }</div>
    <${Problem} of=${problem} onRetry=${reload} />
    <${Merge} key=${`merge ${id}`} ...${props} />
    <div class="columns">
      <div>
        <${Transitions} key=${id} ...${props} />
        <${ItemsCard} ...${props} />
        <${EditOrder} key=${`edit ${id}`} ...${props} />
        <${MoneyCard} ...${props} />
        <${ParcelsCard} ...${props} />
        <${AttachmentsCard} key=${`files ${id}`} ...${props} />
      </div>
      <div>
        <${CustomerCard} ...${props} />
        <${CallsCard} ...${props} />
        <${CallBackCard} ...${props} />
        <${Card} title=${t('order.history')} acts=${html`<${HistoryLink} type="order" id=${id} />`}>
          <${NoteForm} ...${props} />
          <${Feed} id=${id} symbol=${props.symbol} newest=${stamp ?? ''} />
        <//>
      </div>
    </div>
  `;
}
