// Many orders at once: each is a mutation of its own, one after the other, and each has its own result.
import type { Meaning } from '../../../problems/meaning.ts';
import { ask, events, insist, newKey, Refusal } from '../../client.ts';
import { useCompany } from '../../company.ts';
import { type MessageKey, t } from '../../i18n.ts';
import { tagsInput } from '../../parts/tags.ts';
import {
  Button,
  ChoiceField,
  Dialog,
  Form,
  Icon,
  Loading,
  Problem,
  problemText,
  type Said,
  say,
  TextField,
} from '../../parts.ts';
import { useData } from '../../use.ts';
import { html, useEffect, useRef, useState, type VNode } from '../../view.ts';
import { learn } from '../../words.ts';
import { type MovesOfManyQuery, movesOfMany, type OrderStatusName, orderChoices } from './list.graphql';
import { moveTitle } from './move-texts.ts';
import type { Row } from './rows.ts';
import { type Changed, wayBackOf } from './take-back.ts';
import { assign, bookParcel, changeStatus, pickUp, tagOrder } from './transitions.graphql';

/** Gives the order whose status was changed, where that is all that was done. */
type Work = (order: Row, signal: AbortSignal) => Promise<Changed | undefined>;
type Act = 'confirm' | 'assign' | 'handOver' | 'move' | 'tag';
type Result = { state: 'waiting' | 'busy' | 'done' | 'refused' | 'cancelled'; text?: string };
type Transitions = NonNullable<NonNullable<MovesOfManyQuery['orders']>['nodes'][number]['possibleMoves']>;

const moveTo =
  (status: OrderStatusName): Work =>
  async (order, signal) =>
    (await insist(changeStatus, { orderId: order.id, status }, newKey(), signal)).changeOrderStatus?.order ?? undefined;

async function movesOf(id: string): Promise<Transitions> {
  return (await ask(movesOfMany, { ids: [id] })).orders?.nodes[0]?.possibleMoves ?? [];
}

/** The parcel that waits is handed over; an order without one gets one first. */
const handOver =
  (courierId: string | null): Work =>
  async (order, signal) => {
    const find = (moves: Transitions, mutation: string) => moves.find((move) => move.mutation === mutation);
    let moves = await movesOf(order.id);
    if (find(moves, 'bookParcel')?.allowed) {
      await insist(bookParcel, { input: { orderId: order.id, courierId } }, newKey(), signal);
      moves = await movesOf(order.id);
      // A courier that reports nothing has it with the booking.
      if (!find(moves, 'recordParcelPickup')?.allowed) return undefined;
    }
    const pickup = find(moves, 'recordParcelPickup');
    if (!pickup?.parcelId) {
      const booking = find(moves, 'bookParcel');
      const reason = booking?.reason ?? '';
      if (booking?.meaning) learn({ meanings: { [reason]: booking.meaning as Meaning } });
      throw new Refusal(reason, 'CONFLICT');
    }
    await insist(pickUp, { parcelId: pickup.parcelId }, newKey(), signal);
    return undefined;
  };

type ManyProps = { orders: Row[]; onClear: () => void; onAll: () => Promise<void>; onChanged: () => void };

export function Many({ orders, onClear, onAll, onChanged }: ManyProps): VNode {
  const { can } = useCompany();
  const [act, setAct] = useState<Act>();
  const kept = useRef(orders);
  if (!act) kept.current = orders;
  const close = () => {
    setAct(undefined);
    onChanged();
  };
  const ids = orders.map(({ id }) => id).join(',');
  return html`<div class="many" role="region" aria-label=${t('orders.many')}>
      <strong>${t('orders.chosen', { count: orders.length })}</strong>
      ${
        can('orders_manage') &&
        html`<${Button} icon="check-lg" onClick=${() => setAct('confirm')}>${t('orders.confirm')}<//>
        <${Button} kind="plain" icon="people" onClick=${() => setAct('assign')}>${t('orders.assign')}<//>`
      }
      <a class="button plain" href="/admin/orders/print?ids=${ids}"><${Icon} name="printer" /><span>${t('orders.print')}</span></a>
      ${
        can('orders_manage') &&
        html`<${Button} kind="plain" icon="truck" onClick=${() => setAct('handOver')}>${t('orders.handOver')}<//>
        <${Button} kind="plain" icon="tag" onClick=${() => setAct('tag')}>${t('product.tags')}<//>
        <${Button} kind="plain" icon="chevron-right" onClick=${() => setAct('move')}>${t('orders.otherMove')}<//>`
      }
      <${Button} kind="plain" onClick=${onAll}>${t('orders.chooseAll')}<//>
      <${Button} kind="plain" icon="x-lg" title=${t('orders.chooseNone')} onClick=${onClear} />
    </div>
    ${act && html`<${ManyDialog} act=${act} orders=${kept.current} onClose=${close} onChanged=${onChanged} />`}`;
}

const titles = {
  confirm: 'orders.confirmMany',
  assign: 'orders.assignMany',
  handOver: 'orders.handOverMany',
  move: 'orders.moveMany',
  tag: 'orders.tagMany',
} as const satisfies Record<Act, MessageKey>;

type DialogProps = { act: Act; orders: Row[]; onClose: () => void; onChanged: () => void };

function ManyDialog({ act, orders, onClose, onChanged }: DialogProps): VNode {
  const [work, setWork] = useState<{ run: Work } | undefined>(
    act === 'confirm' ? { run: moveTo('confirmed') } : undefined,
  );
  return html`<${Dialog} title=${t(titles[act], { count: orders.length })} onClose=${onClose}>
    ${
      work
        ? html`<${Results} orders=${orders} work=${work.run} onClose=${onClose} onChanged=${onChanged} />`
        : act === 'move'
          ? html`<${ChooseMove} orders=${orders} onChosen=${(run: Work) => setWork({ run })} />`
          : act === 'tag'
            ? html`<${ChooseTags} onChosen=${(run: Work) => setWork({ run })} />`
            : html`<${ChooseWhom} act=${act} onChosen=${(run: Work) => setWork({ run })} />`
    }
  <//>`;
}

function ChooseWhom({ act, onChosen }: { act: Act; onChosen: (run: Work) => void }): VNode {
  const { viewer } = useCompany();
  const { data, problem, reload } = useData(orderChoices, {});
  const [id, setId] = useState(act === 'assign' ? viewer.id! : '');
  if (!data) return problem ? html`<${Problem} of=${problem} onRetry=${reload} />` : html`<${Loading} />`;
  const options =
    act === 'assign'
      ? [
          ...data.staffMembers!.nodes.map((one) => ({ value: one.id, text: one.fullName })),
          { value: '', text: t('orders.nobody') },
        ]
      : [
          { value: '', text: t('orders.byHand') },
          ...data.couriers!.nodes.map((one) => ({ value: one.id, text: one.name })),
        ];
  const run: Work =
    act === 'assign'
      ? async (order, signal) => {
          await insist(assign, { orderId: order.id, staffId: id || null }, newKey(), signal);
          return undefined;
        }
      : handOver(id || null);
  const choose = () => {
    // Whom these get is not offered for the next ones.
    events.dispatchEvent(new Event('saved'));
    onChosen(run);
  };
  return html`<${Form} submit=${t(act === 'assign' ? 'orders.assign' : 'orders.handOver')} onSubmit=${choose}>
    <${ChoiceField} label=${t(act === 'assign' ? 'orders.assignee' : 'orders.courierForNew')} value=${id} onInput=${setId}
      options=${options} hint=${act === 'assign' ? undefined : t('orders.handOverHint')} />
  <//>`;
}

/** Tags that all of them get, and that all of them lose. */
function ChooseTags({ onChosen }: { onChosen: (run: Work) => void }): VNode {
  const [added, setAdded] = useState('');
  const [removed, setRemoved] = useState('');
  const tags = { addTags: tagsInput(added), removeTags: tagsInput(removed) };
  const choose = () => {
    events.dispatchEvent(new Event('saved'));
    onChosen(async (order, signal) => {
      await insist(tagOrder, { input: { orderId: order.id, ...tags } }, newKey(), signal);
      return undefined;
    });
  };
  return html`<${Form} submit=${t('product.tags')} onSubmit=${choose} disabled=${!tags.addTags.length && !tags.removeTags.length}>
    <${TextField} label=${t('tags.add')} hint=${t('product.tagsHint')} value=${added} onInput=${setAdded} />
    <${TextField} label=${t('tags.remove')} hint=${t('product.tagsHint')} value=${removed} onInput=${setRemoved} />
  <//>`;
}

/** The statuses that at least one of them may get now. */
function ChooseMove({ orders, onChosen }: { orders: Row[]; onChosen: (run: Work) => void }): VNode {
  const { data, problem, reload } = useData(movesOfMany, { ids: orders.map(({ id }) => id) });
  if (!data) return problem ? html`<${Problem} of=${problem} onRetry=${reload} />` : html`<${Loading} />`;
  const fitting = new Map<OrderStatusName, number>();
  for (const { possibleMoves } of data.orders!.nodes)
    for (const { mutation, toStatus, allowed } of possibleMoves ?? [])
      if (mutation === 'changeOrderStatus' && toStatus && allowed)
        fitting.set(toStatus, (fitting.get(toStatus) ?? 0) + 1);
  return html`<ul class="moves">${[...fitting].map(
    ([status, count]) => html`<li key=${status}>
      <button type="button" class="button plain move" onClick=${() => onChosen(moveTo(status))}>
        <strong>${moveTitle(`to_${status}`)}</strong>
        <span class="quiet">${t('orders.fitting', { count, all: orders.length })}</span>
      </button>
    </li>`,
  )}</ul>`;
}

type ResultsProps = Omit<DialogProps, 'act'> & { work: Work };

/** Works through the orders one by one; what was done stays done when it is cancelled. */
function Results({ orders, work, onClose, onChanged }: ResultsProps): VNode {
  const [results, setResults] = useState<Record<string, Result>>({});
  const controller = useRef(new AbortController());
  const back = useRef<Said['act']>(undefined);
  const [isOver, setOver] = useState(false);
  const put = (id: string, result: Result) => setResults((all) => ({ ...all, [id]: result }));
  useEffect(() => {
    const { signal } = controller.current;
    const changed: Changed[] = [];
    let isShown = true;
    const tell = () => back.current && say(t('orders.changed', { count: changed.length }), back.current);
    const run = async () => {
      for (const order of orders) {
        if (signal.aborted) {
          put(order.id, { state: 'cancelled' });
          continue;
        }
        put(order.id, { state: 'busy' });
        try {
          const after = await work(order, signal);
          if (after) changed.push(after);
          put(order.id, { state: 'done' });
        } catch (error) {
          if (error instanceof Refusal) put(order.id, { state: 'refused', text: problemText(error) });
          else if ((error as Error).name === 'AbortError') put(order.id, { state: 'cancelled' });
          else throw error;
        }
      }
      // What was done before it was cancelled may be taken back as well.
      back.current = wayBackOf(changed, () => (isShown ? onClose() : onChanged()));
      if (isShown) setOver(true);
      else tell();
    };
    void run();
    return () => {
      isShown = false;
      controller.current.abort();
      // Nothing behind the dialog can be pressed before it is closed; while it works, what was done is told at the end.
      tell();
    };
  }, []);
  const takeBack = () => {
    const { run } = back.current!;
    back.current = undefined;
    setOver(false);
    run();
  };
  const of = (id: string): Result => results[id] ?? { state: 'waiting' };
  const count = (state: Result['state']) => orders.filter(({ id }) => of(id).state === state).length;
  return html`
    <progress max=${orders.length} value=${orders.length - count('waiting') - count('busy')} aria-label=${t('orders.progress')}></progress>
    <p role="status">${isOver ? t('orders.outcome', { done: count('done'), refused: count('refused') }) : t('orders.working')}</p>
    <ul class="results">
      ${orders.map(
        ({ id, number, customer }) => html`<li key=${id} data-state=${of(id).state}>
          <span><a href="/admin/orders/${id}">${number}</a> ${customer?.fullName}</span>
          <span>${of(id).state === 'done' && html`<${Icon} name="check-lg" /> `}${t(`result.${of(id).state}`)}</span>
          ${of(id).text && html`<span class="problem">${of(id).text}</span>`}
        </li>`,
      )}
    </ul>
    <div class="acts">
      ${
        isOver
          ? html`<${Button} onClick=${onClose}>${t('do.close')}<//>
              ${back.current && html`<${Button} kind="plain" icon="arrow-left" onClick=${takeBack}>${back.current.text}<//>`}`
          : html`<${Button} kind="plain" onClick=${() => controller.current.abort()}>${t('do.cancel')}<//>`
      }
    </div>`;
}
