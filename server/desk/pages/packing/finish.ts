// What comes after the last item: the parcel is weighed and booked, or the order marked as packed, and its papers printed.
import { useCompany } from '../../company.ts';
import { label, number, t } from '../../i18n.ts';
import { limitsOf } from '../../limits.ts';
import { numberOf } from '../../number.ts';
import { NumberField } from '../../parts/number-field.ts';
import { Badge, Button, Card, ChoiceField, Icon, isFilled, Money, Problem, say, TextField } from '../../parts.ts';
import { statusOf } from '../../statuses.ts';
import { useSave } from '../../use.ts';
import { useDraftOf, useTyped } from '../../use-draft.ts';
import { html, useEffect, useRef, useState, type VNode } from '../../view.ts';
import { Told } from '../../words.ts';
import { wayBackOf } from '../orders/take-back.ts';
import { changeStatus } from '../orders/transitions.graphql';
import { bookPacked, type OrderToPackQuery } from './packing.graphql';

type Order = NonNullable<OrderToPackQuery['order']>;
export type Courier = { id: string; name: string };

const lastCourier = 'haat.courier';

/** What may be done with it now, as the server says, with what was typed for it. */
export function useFinish(order: Order, couriers: Courier[], onDone: () => Promise<void>) {
  const [courierId, setCourier] = useState(localStorage.getItem(lastCourier) ?? '');
  const draft = useDraftOf(`packing.${order.id}`);
  const [code, setCode] = useTyped(draft, 'code', '');
  const [weight, setWeight] = useTyped(draft, 'weight', '');
  const element = useRef<HTMLDivElement>(null);
  const booking = useSave(bookPacked);
  const moving = useSave(changeStatus);
  const moves = order.possibleMoves ?? [];
  const book = moves.find((move) => move?.mutation === 'bookParcel');
  const statuses = moves.flatMap((move) =>
    move?.allowed && move.direction === 'forward' && isPacking(move.toStatus) ? [move.toStatus!] : [],
  );
  const known = couriers.some(({ id }) => id === courierId) ? courierId : '';
  const bookIt = async () => {
    // A weight that is none says so at its field.
    if (!isFilled(element.current!)) return false;
    localStorage.setItem(lastCourier, known);
    const parcel = { trackingCode: code.trim() || null, weightGrams: numberOf(weight) ?? null };
    if (!(await booking.save({ orderId: order.id, courierId: known || null, ...parcel }))) return false;
    setCode('');
    setWeight('');
    say(t('packing.booked', { number: order.number }));
    await onDone();
    return true;
  };
  const move = async (status: (typeof statuses)[number]) => {
    const changed = (await moving.save({ orderId: order.id, status }))?.changeOrderStatus?.order;
    if (!changed) return false;
    say(t('packing.moved', { number: order.number, status: label('status', status) }), wayBackOf([changed], onDone));
    await onDone();
    return true;
  };
  /** With a courier the parcel is booked, else it is packed and waits. Nothing where neither may be done. */
  const next = async (): Promise<boolean | undefined> => {
    const packed = statuses.findLast((status) => statusOf(status)?.stage === 'to_ship');
    if (book?.allowed && known) return bookIt();
    return packed && move(packed);
  };
  return {
    ...{ element, book, statuses, booking, moving, known, setCourier, code, setCode, weight, setWeight },
    bookIt,
    move,
    next,
  };
}

type FinishProps = {
  order: Order;
  couriers: Courier[];
  isComplete: boolean;
  finish: ReturnType<typeof useFinish>;
  expectedGrams: number | undefined;
};

export function Finish({ order, couriers, isComplete, finish, expectedGrams }: FinishProps): VNode {
  const { symbolOf } = useCompany();
  const { element: acts, book, statuses, booking, moving } = finish;
  const [parcel] = order.parcels.nodes;
  // The last item is in: Enter does what comes next.
  useEffect(() => {
    if (isComplete) acts.current?.querySelector<HTMLElement>('button:not(:disabled), a')?.focus();
  }, [isComplete]);
  // It is booked: the papers come next.
  useEffect(() => {
    if (parcel && isComplete) acts.current?.querySelector<HTMLElement>('a')?.focus();
  }, [parcel?.id]);
  const print = (form: 'slip' | 'label' | 'invoice') =>
    html`<a class="button plain" href="/admin/orders/print?form=${form}&ids=${order.id}">${t(`print.${form}`)}</a>`;
  return html`<div class="stack" ref=${acts}>
    <${Card} title=${t('packing.finish')}>
      ${!isComplete && html`<p class="quiet">${t('packing.incomplete')}</p>`}
      ${
        parcel &&
        html`<p>${t('packing.parcel', { courier: parcel.courier?.name ?? t('orders.byHand') })}
          ${parcel.trackingCode ?? ''} ${parcel.weightGrams && t('packing.weight', { grams: number(parcel.weightGrams) })}
          <${Badge} list="parcelStatus" code=${parcel.status} /></p>`
      }
      ${book && !book.allowed && !parcel && html`<p class="problem-box" role="alert"><${Icon} name="exclamation-triangle" /> <${Told} text=${book.reason} meaning=${book.meaning} /></p>`}
      ${
        book?.allowed &&
        html`<div class="fields">
          <${ChoiceField} label=${t('packing.courier')} value=${finish.known} onInput=${finish.setCourier}
            problems=${booking.problem?.fields.courierId}
            options=${[{ value: '', text: t('orders.byHand') }, ...couriers.map(({ id, name }) => ({ value: id, text: name }))]} />
          <${TextField} label=${t('packing.tracking')} value=${finish.code} onInput=${finish.setCode}
            problems=${booking.problem?.fields.trackingCode} attributes=${{ autocomplete: 'off', autocapitalize: 'characters' }} />
          <${NumberField} label=${t('order.weight')} value=${finish.weight} onInput=${finish.setWeight}
            problems=${booking.problem?.fields.weightGrams} limits=${limitsOf('book_parcel.weight_grams')}
            hint=${expectedGrams && t('packing.expectedWeight', { grams: number(expectedGrams) })} />
          <p>${t('packing.collects')} <${Money} amount=${order.dueAmount} symbol=${symbolOf(order.storeId)} /></p>
          <${Button} icon="truck" isBusy=${booking.isBusy} disabled=${!isComplete} onClick=${finish.bookIt}>${t('packing.book')}<//>
        </div>`
      }
      <${Problem} of=${booking.problem ?? moving.problem} />
      <div class="acts">${statuses.map(
        (status) =>
          html`<${Button} key=${status} kind="plain" isBusy=${moving.isBusy} disabled=${!isComplete}
            onClick=${() => finish.move(status)}>${label('status', status)}<//>`,
      )}</div>
    <//>
    <${Card} title=${t('orders.print')}>
      <div class="acts">${print('slip')}${print('label')}${print('invoice')}</div>
    <//>
    <div class="acts"><a class="button plain" href="/admin/packing">${t('packing.next')}</a>
      <a class="button plain" href="/admin/orders/${order.id}">${t('newOrder.open')}</a></div>
  </div>`;
}

/** Of all statuses those that packing leads to; whether it may lead there now, the server says. */
const isPacking = (status: string | null): boolean => ['to_pack', 'to_ship'].includes(statusOf(status)?.stage ?? '');
