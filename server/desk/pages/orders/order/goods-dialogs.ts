// Transitions that ask how many of each line: what was kept, what comes back, and in which condition. One taps the picture.
import { money, number, t } from '../../../i18n.ts';
import { limitsOf } from '../../../limits.ts';
import { NumberField } from '../../../parts/number-field.ts';
import { Button, TextField } from '../../../parts.ts';
import { useSave } from '../../../use.ts';
import { html, useState, type VNode } from '../../../view.ts';
import { createReturn, deliveredInPart, receiveParcel, receiveReturn } from '../transitions.graphql';
import { expectedCash } from './expected-cash.ts';
import { Picture } from './items.ts';
import { MoveForm, needs, typedAmount } from './move-form.ts';
import type { DialogProps, Item } from './props.ts';

type Counts = Record<string, number>;
type Line = { item: Item; atMost: number };

const linesOf = (counts: Counts) =>
  Object.entries(counts).flatMap(([orderItemId, quantity]) => (quantity > 0 ? [{ orderItemId, quantity }] : []));

/** Fewer, how many, more. */
function Stepper({
  name,
  value,
  atMost,
  onChange,
}: {
  name: string;
  value: number;
  atMost: number;
  onChange: (value: number) => void;
}): VNode {
  return html`<div class="stepper" role="group" aria-label=${name}>
    <button type="button" class="button plain" aria-label=${t('order.fewer', { name })} disabled=${value <= 0}
      onClick=${() => onChange(value - 1)}>−</button>
    <output class="figure">${t('order.countOf', { count: value, all: atMost })}</output>
    <button type="button" class="button plain" aria-label=${t('order.moreOf', { name })} disabled=${value >= atMost}
      onClick=${() => onChange(value + 1)}>+</button>
  </div>`;
}

type LinesProps = {
  lines: Line[];
  counts: Counts;
  onChange: (counts: Counts) => void;
  words: { some: (name: string) => string; none: (name: string) => string };
};

/** A tap on the picture takes all of a line, or none; of several, the buttons count. */
function Lines({ lines, counts, onChange, words }: LinesProps): VNode {
  return html`<ul class="lines choose-lines">
    ${lines.map(({ item, atMost }) => {
      const value = counts[item.id] ?? 0;
      const set = (count: number) => onChange({ ...counts, [item.id]: count });
      return html`<li key=${item.id} data-chosen=${value > 0 ? '' : undefined}>
        <button type="button" class="tap" aria-pressed=${value > 0} onClick=${() => set(value > 0 ? 0 : atMost)}>
          <${Picture} item=${item} />
          <span><strong>${item.productName}</strong><span class="quiet">${item.variantName}</span>
            <span>${value > 0 ? words.some(number(value)) : words.none(number(atMost))}</span></span>
        </button>
        ${atMost > 1 && html`<${Stepper} name=${item.productName} value=${value} atMost=${atMost} onChange=${set} />`}
      </li>`;
    })}
  </ul>`;
}

export function DeliveredInPart({ move, order, symbol, onClose, onDone }: DialogProps): VNode {
  const lines = order.orderItems.nodes.map((item) => ({ item, atMost: item.quantity }));
  const [kept, setKept] = useState<Counts>(Object.fromEntries(lines.map(({ item, atMost }) => [item.id, atMost])));
  const [amount, setAmount] = useState('');
  const saved = useSave(deliveredInPart);
  const required = needs(move, 'collectedAmount');
  const expected = money(expectedCash(order, move.atMost, kept), symbol);
  const submit = async () =>
    (await saved.save({
      parcelId: move.parcelId!,
      kept: linesOf(kept),
      collectedAmount: typedAmount(amount),
    })) && onDone();
  return html`<${MoveForm} move=${move} onClose=${onClose} onSubmit=${submit} saved=${saved}>
    <p>${t('order.tapKept')}</p>
    <${Lines} lines=${lines} counts=${kept} onChange=${setKept} words=${{
      some: (count: string) => t('order.kept', { count }),
      none: (count: string) => t('order.notKept', { count }),
    }} />
    <${NumberField} label=${t('order.collected')} value=${amount} onInput=${setAmount} attributes=${{ required }}
      limits=${limitsOf('record_partial_delivery.collected_amount')} problems=${saved.problem?.fields.collectedAmount}
      hint=${required ? t('order.atMost', { amount: money(move.atMost, symbol) }) : t('order.collectedPartHint', { amount: expected })} />
  <//>`;
}

export function CreateReturn({ move, order, onClose, onDone }: DialogProps): VNode {
  const lines = order.orderItems.nodes
    .map((item) => ({ item, atMost: item.deliveredQuantity }))
    .filter(({ atMost }) => atMost > 0);
  const [counts, setCounts] = useState<Counts>({});
  const [reason, setReason] = useState('');
  const saved = useSave(createReturn);
  const submit = async () =>
    (await saved.save({ orderId: order.id, lines: linesOf(counts), reason: reason || null })) && onDone();
  return html`<${MoveForm} move=${move} onClose=${onClose} onSubmit=${submit} saved=${saved}>
    <p>${t('order.tapReturned')}</p>
    <${Lines} lines=${lines} counts=${counts} onChange=${setCounts} words=${{
      some: (count: string) => t('order.comesBack', { count }),
      none: (count: string) => t('order.staysThere', { count }),
    }} />
    <${TextField} label=${t('order.reasonIfAny')} value=${reason} onInput=${setReason} problems=${saved.problem?.fields.reason}
      attributes=${limitsOf('create_return.reason')} />
  <//>`;
}

type Condition = { sellable: number; damaged: number };

/** All came back and can be sold, as it mostly is; or line by line. */
function useReceived(lines: Line[]) {
  const [isExact, setExact] = useState(false);
  const [counts, setCounts] = useState<Record<string, Condition>>(
    Object.fromEntries(lines.map(({ item, atMost }) => [item.id, { sellable: atMost, damaged: 0 }])),
  );
  const set = (id: string, changes: Partial<Condition>) =>
    setCounts((all) => ({ ...all, [id]: { ...all[id]!, ...changes } }));
  const given = !isExact
    ? null
    : Object.entries(counts).flatMap(([orderItemId, { sellable, damaged }]) => [
        ...(sellable > 0 ? [{ orderItemId, quantity: sellable, condition: 'sellable' as const }] : []),
        ...(damaged > 0 ? [{ orderItemId, quantity: damaged, condition: 'damaged' as const }] : []),
      ]);
  const form = html`
    <p>${t(isExact ? 'order.countReceived' : 'order.allReceived')}</p>
    <ul class="lines">
      ${lines.map(
        ({ item, atMost }) => html`<li key=${item.id}>
        <${Picture} item=${item} />
        <div>
          <strong>${item.productName}</strong>
          <p class="quiet">${item.variantName} × ${number(atMost)}</p>
          ${
            isExact &&
            (['sellable', 'damaged'] as const).map(
              (condition) => html`<div key=${condition} class="row">
            <span>${t(`condition.${condition}`)}</span>
            <${Stepper} name="${item.productName}: ${t(`condition.${condition}`)}" value=${counts[item.id]![condition]}
              atMost=${atMost} onChange=${(value: number) => set(item.id, { [condition]: value })} />
          </div>`,
            )
          }
        </div>
      </li>`,
      )}
    </ul>
    ${!isExact && html`<div><${Button} kind="plain" onClick=${() => setExact(true)}>${t('order.notAllReceived')}<//></div>`}`;
  return { form, given };
}

export function ReceiveParcel({ move, order, onClose, onDone }: DialogProps): VNode {
  const saved = useSave(receiveParcel);
  const { form, given } = useReceived(
    order.orderItems.nodes
      .map((item) => ({ item, atMost: item.quantity - item.deliveredQuantity - item.releasedQuantity }))
      .filter(({ atMost }) => atMost > 0),
  );
  const submit = async () => (await saved.save({ parcelId: move.parcelId!, lines: given })) && onDone();
  return html`<${MoveForm} move=${move} onClose=${onClose} onSubmit=${submit} saved=${saved}>${form}<//>`;
}

export function ReceiveReturn({ move, order, onClose, onDone }: DialogProps): VNode {
  const saved = useSave(receiveReturn);
  const asked = order.returns.nodes.find(({ id }) => id === move.returnId);
  const { form, given } = useReceived(
    (asked?.returnLines.nodes ?? []).flatMap(({ orderItemId, quantity }) => {
      const item = order.orderItems.nodes.find(({ id }) => id === orderItemId);
      return item ? [{ item, atMost: quantity }] : [];
    }),
  );
  const submit = async () => (await saved.save({ returnId: move.returnId!, lines: given })) && onDone();
  return html`<${MoveForm} move=${move} onClose=${onClose} onSubmit=${submit} saved=${saved}>${form}<//>`;
}
