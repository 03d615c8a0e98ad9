// Changes what was ordered while the customer is on the phone, with what it would cost at every step; and orders again what was
// called off.
import { addressPart } from '../../../address.ts';
import { useCompany } from '../../../company.ts';
import { type MessageKey, t } from '../../../i18n.ts';
import { limitsOf } from '../../../limits.ts';
import { plain } from '../../../number.ts';
import { NumberField } from '../../../parts/number-field.ts';
import {
  areOwnFieldsNamed,
  type OwnField,
  OwnFieldsEditor,
  ownFieldsInput,
  ownFieldsOf,
} from '../../../parts/own-fields.ts';
import { Button, Card, ChoiceField, Form, Icon, Money, Problem, say, TextField } from '../../../parts.ts';
import { navigate } from '../../../router.ts';
import { useData, useSave, useSettled } from '../../../use.ts';
import { html, useState, type VNode } from '../../../view.ts';
import { unitsOf } from '../../new-order/draft.ts';
import { orderChoices } from '../../new-order/new-order.graphql';
import { type Choice, Search } from '../../new-order/products.ts';
import { editOrder, type OrderItemChangeInput, previewEdit, reorder } from '../transitions.graphql';
import type { Order, OrderProps } from './props.ts';

/** `id`: of a line that the order has; an added one has none. */
type Line = {
  id?: string;
  variantId?: string;
  name: string;
  sku: string;
  quantity: string;
  price: string;
  today?: string;
};

const addressNames = [
  'recipientName',
  'recipientPhone',
  'addressLine',
  'area',
  'city',
  'district',
  'postalCode',
  'landmark',
  'note',
] as const;
type Address = Record<(typeof addressNames)[number], string>;

const addressOf = ({ shippingAddress }: Order) =>
  Object.fromEntries(addressNames.map((name) => [name, addressPart(shippingAddress, name)])) as Address;
const linesOf = ({ orderItems }: Order): Line[] =>
  orderItems.nodes.map(({ id, sku, productName, variantName, quantity, unitPrice, discountPrice }) => ({
    ...{ id, sku, quantity: String(quantity), price: discountPrice ?? unitPrice },
    name: variantName && variantName !== productName ? `${productName} · ${variantName}` : productName,
  }));
const draftOf = (order: Order) => ({
  lines: linesOf(order),
  couponCode: (order.appliedCoupon as { code?: string } | null)?.code ?? '',
  shippingCharge: order.shippingCharge,
  taxAmount: order.taxAmount,
  note: order.note ?? '',
  ownFields: ownFieldsOf(order.customFields),
  channel: order.channel?.slug ?? '',
  locationId: order.location?.id ?? '',
  customer: { phone: '', fullName: '' },
  address: addressOf(order),
});
type Draft = ReturnType<typeof draftOf>;

/** Only what differs from the order is sent: what stays keeps the price that was agreed. */
function inputOf(order: Order, draft: Draft) {
  const before = draftOf(order);
  const changes = draft.lines.flatMap(({ id, variantId, quantity: typed, price }): OrderItemChangeInput[] => {
    const was = before.lines.find((line) => line.id === id);
    const quantity = unitsOf(typed);
    const unitPrice = plain(price) || null;
    // It is being typed, and nothing is saved before it is a number.
    if (!quantity) return [];
    if (!id || !was) return [{ action: 'add_item', variantId: variantId!, quantity, unitPrice }];
    const change = {
      ...(typed !== was.quantity && { quantity }),
      ...(price !== was.price && unitPrice && { unitPrice }),
    };
    return Object.keys(change).length ? [{ action: 'change_item', orderItemId: id, ...change }] : [];
  });
  for (const { id } of before.lines)
    if (!draft.lines.some((line) => line.id === id)) changes.push({ action: 'remove_item', orderItemId: id! });
  return {
    orderId: order.id,
    ...(changes.length > 0 && { changes }),
    ...(draft.couponCode.trim() !== before.couponCode && { couponCode: draft.couponCode.trim() }),
    ...(draft.shippingCharge !== before.shippingCharge && { shippingCharge: plain(draft.shippingCharge) || '0' }),
    ...(draft.taxAmount !== before.taxAmount && { taxAmount: plain(draft.taxAmount) || '0' }),
    ...(draft.note.trim() !== before.note && { note: draft.note.trim() }),
    ...(JSON.stringify(ownFieldsInput(draft.ownFields)) !== JSON.stringify(ownFieldsInput(before.ownFields)) && {
      customFields: ownFieldsInput(draft.ownFields),
    }),
    ...(draft.channel !== before.channel && { channel: draft.channel }),
    ...(draft.locationId !== before.locationId && { locationId: draft.locationId }),
    ...((draft.customer.phone + draft.customer.fullName).trim() && {
      customer: { phone: draft.customer.phone.trim(), fullName: draft.customer.fullName.trim() || null },
    }),
    ...(JSON.stringify(draft.address) !== JSON.stringify(before.address) && {
      // An empty text clears; a field that is not here stays as the client sent it.
      shippingAddress: draft.address,
    }),
  };
}

type Option = { value: string; text: string };

/** What may be chosen now, and what the order has, though it may not be chosen any more. */
const optionsOf = (rows: string[][] = [], present: string, name = ''): Option[] =>
  [...new Map([[present, name], ...rows] as [string, string][])].map(([value, text]) => ({ value, text }));

export function EditOrder(props: OrderProps): VNode | null {
  const { can } = useCompany();
  // As it was when it was opened: what a colleague changes meanwhile is told when this is saved.
  const [opened, setOpened] = useState<Order>();
  const again = useSave(reorder);
  const { order, onDone } = props;
  if (!can('orders_manage')) return null;
  if (opened)
    return html`<${EditForm} ...${props} order=${opened} onClose=${() => setOpened(undefined)} onDone=${async () => {
      await onDone();
      setOpened(undefined);
      say(t('feed.edited'));
    }} />`;
  const orderAgain = async (coupon: { couponCode?: string } = {}) => {
    const made = (await again.save({ orderId: order.id, ...coupon }))?.reorderOrder?.order;
    if (made) navigate(`/orders/${made.id}`);
  };
  return html`<div class="acts">
    ${order.isEditable && html`<${Button} kind="plain" icon="pencil" onClick=${() => setOpened(order)}>${t('order.edit')}<//>`}
    ${
      order.mayBeReordered &&
      html`<${Button} kind="plain" icon="arrow-repeat" isBusy=${again.isBusy} onClick=${() => orderAgain()}>${t('order.again')}<//>`
    }
    ${!order.mayBeReordered && html`<a class="button plain" href="/admin/orders/new?again=${order.id}"><${Icon} name="arrow-repeat" /><span>${t('order.again')}</span></a>`}
    ${
      order.mayBeReordered &&
      again.problem?.fields.couponCode &&
      html`<${Button} kind="plain" icon="arrow-repeat" onClick=${() => orderAgain({ couponCode: '' })}>${t('order.againWithoutCoupon')}<//>`
    }
    <${Problem} of=${again.problem} />
  </div>`;
}

function EditForm({ order, symbol, onDone, onClose }: OrderProps & { onClose: () => void }): VNode {
  const { can } = useCompany();
  const [draft, setDraft] = useState(() => draftOf(order));
  const saving = useSave(editOrder);
  const { data: choices } = useData(orderChoices, { storeId: order.storeId });
  const input = inputOf(order, draft);
  const settled = useSettled(JSON.stringify(input), 250);
  const isChanged = (text: string) => Object.keys(JSON.parse(text)).length > 1;
  const priced = useData(isChanged(settled) ? previewEdit : null, { input: JSON.parse(settled) }, { keeps: true });
  const after = isChanged(settled) ? priced.data?.previewOrderEdit?.editedOrder : order;
  const change = (changes: Partial<Draft>) => setDraft((known) => ({ ...known, ...changes }));
  const setLine = (line: Line, changes?: Partial<Line>) =>
    setDraft((known) => ({
      ...known,
      lines: known.lines.flatMap((one) => (one !== line ? [one] : changes ? [{ ...one, ...changes }] : [])),
    }));
  const add = ({ id, name, sku, price, discountPrice }: Choice) =>
    setDraft((known) => ({
      ...known,
      lines: [...known.lines, { variantId: id, name, sku, quantity: '1', price: '', today: discountPrice ?? price }],
    }));
  const submit = async () => {
    if (await saving.save({ input: { ...input, expectedUpdatedAt: order.updatedAt } })) await onDone();
  };
  const row = (text: MessageKey, amount: string | null | undefined) =>
    html`<div><dt>${t(text)}</dt><dd><${Money} amount=${amount} symbol=${symbol} /></dd></div>`;
  const field = (label: MessageKey, value: string, onInput: (text: string) => void, attributes = {}) =>
    html`<${TextField} label=${t(label)} value=${value} onInput=${onInput} attributes=${{ autocomplete: 'off', ...attributes }} />`;
  const amount = (label: MessageKey, value: string, onInput: (text: string) => void) =>
    html`<${NumberField} label=${t(label)} value=${value} onInput=${onInput} limits=${limitsOf('edit_order.shipping_charge')} />`;
  const place = (label: MessageKey, name: keyof Address) =>
    field(label, draft.address[name], (text) => change({ address: { ...draft.address, [name]: text } }));
  const district = addressPart(order.shippingAddress, 'district');
  const channels = optionsOf(
    choices?.channels?.nodes.map(({ slug, name }) => [slug, name]),
    draftOf(order).channel,
    order.channel?.name,
  );
  const locations = optionsOf(
    choices?.locations?.nodes.map(({ id, name }) => [id, name]),
    draftOf(order).locationId,
    order.location?.name,
  );
  const choice = (label: MessageKey, value: string, onInput: (value: string) => void, options: Option[]) =>
    options.length > 1 &&
    html`<${ChoiceField} label=${t(label)} value=${value} onInput=${onInput} options=${options} />`;
  const close = html`<${Button} kind="plain" icon="x-lg" title=${t('do.close')} onClick=${onClose} />`;
  return html`<${Card} title=${t('order.edit')} acts=${close}>
    <${Search} storeId=${order.storeId} symbol=${symbol} problems=${undefined} onAdd=${add} />
    <${Form} onSubmit=${submit} submit=${t('order.save')} isBusy=${saving.isBusy} problem=${saving.problem}
      onCancel=${saving.cancel} disabled=${!isChanged(JSON.stringify(input)) || !draft.lines.every((line) => unitsOf(line.quantity)) || !areOwnFieldsNamed(draft.ownFields)}>
      <ul class="order-lines">${draft.lines.map(
        (line, n) => html`<li key=${line.id ?? n}>
          <span class="grow">${line.name}<br /><span class="quiet">${line.sku}</span></span>
          <${NumberField} label=${t('newOrder.quantityOf', { name: line.name })} hideLabel value=${line.quantity}
            limits=${limitsOf('edit_order.changes.quantity')}
            onInput=${(quantity: string) => setLine(line, { quantity })} attributes=${{ class: 'quantity', required: true }} />
          <${NumberField} label=${t('order.priceOf', { name: line.name })} hideLabel value=${line.price} limits=${limitsOf('edit_order.changes.unit_price')}
            onInput=${(price: string) => setLine(line, { price })} attributes=${{ class: 'quantity', placeholder: line.today }} />
          <${Button} kind="plain" icon="x-lg" title=${t('newOrder.remove', { name: line.name })} onClick=${() => setLine(line)} />
        </li>`,
      )}</ul>
      <div class="fields beside">
        ${amount('newOrder.shippingCharge', draft.shippingCharge, (shippingCharge) => change({ shippingCharge }))}
        ${amount('order.tax', draft.taxAmount, (taxAmount) => change({ taxAmount }))}
        ${field('newOrder.couponCode', draft.couponCode, (couponCode) => change({ couponCode }), limitsOf('edit_order.coupon_code'))}
      </div>
      ${
        can('customers_read') &&
        html`<div class="fields beside">${place('newOrder.phone', 'recipientPhone')}${place('newOrder.addressLine', 'addressLine')}</div>
        <div class="fields beside">${place('newOrder.area', 'area')}${place(district ? 'newOrder.town' : 'newOrder.city', 'city')}${district && place('newOrder.city', 'district')}</div>`
      }
      <div class="fields beside">
        ${choice('newOrder.channel', draft.channel, (channel) => change({ channel }), channels)}
        ${choice('newOrder.location', draft.locationId, (locationId) => change({ locationId }), locations)}
      </div>
      ${field('newOrder.note', draft.note, (note) => change({ note }), limitsOf('edit_order.note'))}
      <${OwnFieldsEditor} rows=${draft.ownFields} onRows=${(ownFields: OwnField[]) => change({ ownFields })}
        problems=${saving.problem?.fields.customFields} />
      ${
        can('customers_read') &&
        html`<details>
          <summary>${t('order.otherCustomer')}</summary>
          <div class="fields beside">
            ${field('newOrder.phone', draft.customer.phone, (phone) => change({ customer: { ...draft.customer, phone } }), { type: 'tel' })}
            ${field('newOrder.fullName', draft.customer.fullName, (fullName) => change({ customer: { ...draft.customer, fullName } }))}
          </div>
        </details>`
      }
      <dl class="totals" aria-live="polite">
        ${row('newOrder.subtotal', after?.subtotal)}
        ${after && after.discountAmount !== '0.00' && row('newOrder.discount', `-${after.discountAmount}`)}
        <div><dt>${t('newOrder.shipping')}${after?.deliveryZone && ` (${after.deliveryZone})`}</dt><dd><${Money} amount=${after?.shippingCharge} symbol=${symbol} /></dd></div>
        <div class="grand"><dt>${t('newOrder.total')}</dt><dd><${Money} amount=${after?.totalAmount} symbol=${symbol} /></dd></div>
        ${row('newOrder.paid', after?.paidAmount)}
        ${row('newOrder.due', after?.dueAmount)}
      </dl>
      ${isChanged(settled) && html`<${Problem} of=${priced.problem} />`}
    <//>
  <//>`;
}
