// Who orders, by phone: a known customer with their record and addresses, or a new one.
import { latinDigits } from '../../../gate/typed-number.ts';
import { useCompany } from '../../company.ts';
import { type CurrencySymbol, type MessageKey, t } from '../../i18n.ts';
import { Badge, Card, Money, TextField } from '../../parts.ts';
import { useData, useSettled } from '../../use.ts';
import { html, useEffect, useRef, type VNode } from '../../view.ts';
import type { DraftWork, Filled } from './draft.ts';
import { type FindCustomersQuery, findCustomers } from './new-order.graphql';

type Found = NonNullable<FindCustomersQuery['searchCustomers']>['nodes'][number];
type Address = Found['customerAddresses']['nodes'][number];

const addressText = ({ addressLine, area, city }: Address) => [addressLine, area, city].filter(Boolean).join(', ');
const fieldsOf = ({ addressLine, area, city }: Address) => ({ addressLine, area: area ?? '', city: city ?? '' });

type Props = {
  work: DraftWork;
  problems: (field: string) => string[] | undefined;
  /** Called where Enter goes on. */
  onDone: () => void;
};

export function Customer({ work: { draft, change }, problems, onDone }: Props): VNode {
  const { can, symbolOf } = useCompany();
  const phoneField = useRef<HTMLDivElement>(null);
  const nameField = useRef<HTMLDivElement>(null);
  const settled = useSettled(draft.phone.trim(), 200);
  const digits = latinDigits(draft.phone).replace(/\D/g, '').length;
  const isSearched = can('customers_read') && settled.length >= 4;
  const { data } = useData(isSearched ? findCustomers : null, { storeId: draft.storeId, search: settled });
  const found = (isSearched && settled === draft.phone.trim() && data?.searchCustomers?.nodes) || [];
  const chosen = found.find(({ id }) => id === draft.customerId);

  // What was typed stays: a record that comes late, or of another customer, replaces what another record filled in.
  const isFree = (name: keyof Filled) => !draft[name].trim() || draft[name] === draft.filled[name];
  const hasOwnAddress = !(['addressLine', 'area', 'city'] as const).every(isFree);
  const fill = (fullName: string, address: Address | undefined) => {
    const filled: Partial<Filled> = {
      ...(isFree('fullName') && { fullName }),
      ...(!hasOwnAddress && (address ? fieldsOf(address) : { addressLine: '', area: '', city: '' })),
    };
    return { ...filled, filled };
  };
  const choose = (customer: Found) =>
    change({
      customerId: customer.id,
      ...(customer.phone && { phone: customer.phone }),
      ...fill(customer.fullName, customer.customerAddresses.nodes[0]),
    });
  // A whole number that one customer has is that customer's.
  const only = found.length === 1 && digits >= 10 ? found[0] : undefined;
  useEffect(() => {
    if (only && draft.customerId !== only.id) choose(only);
  }, [only?.id]);
  const type = (phone: string) =>
    change({ phone, ...(draft.customerId && { customerId: null, ...fill('', undefined) }) });
  // One begins to type at once. On a phone that would open its keyboard over the page.
  useEffect(() => {
    if (!draft.phone && !matchMedia('(pointer: coarse)').matches) phoneField.current?.querySelector('input')?.focus();
  }, []);
  const goOn = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (draft.customerId) onDone();
    else nameField.current?.querySelector('input')?.focus();
  };
  const field = (name: keyof Filled, text: MessageKey, path: string, attributes: object = {}) =>
    html`<${TextField} label=${t(text)} value=${draft[name]} problems=${problems(path)}
      onInput=${(value: string) => change({ [name]: value })}
      attributes=${{ autocomplete: 'off', ...attributes }} />`;

  return html`<${Card} title=${t('newOrder.customer')}>
    <div class="fields beside">
      <div ref=${phoneField} onKeyDown=${goOn}>
        <${TextField} label=${t('newOrder.phone')} value=${draft.phone} onInput=${type}
          hint=${t('newOrder.phoneHint')} problems=${problems('customer.phone') ?? problems('customerId')}
          attributes=${{ type: 'tel', inputmode: 'tel', autocomplete: 'off' }} />
      </div>
      <div ref=${nameField}>${field('fullName', 'newOrder.fullName', 'customer.fullName')}</div>
    </div>
    ${
      !chosen &&
      found.length > 0 &&
      html`<ul class="choices" aria-label=${t('newOrder.found')}>${found.map(
        (customer) =>
          html`<li key=${customer.id}><button type="button" class="button plain" onClick=${() => {
            choose(customer);
            onDone();
          }}>
            <strong>${customer.fullName}</strong> <span class="figure">${customer.phone}</span>
          </button></li>`,
      )}</ul>`
    }
    ${chosen && html`<${Record} customer=${chosen} symbol=${symbolOf(draft.storeId)} />`}
    ${
      chosen &&
      chosen.customerAddresses.nodes.length > 1 &&
      html`<fieldset class="choices"><legend>${t('newOrder.addresses')}</legend>${chosen.customerAddresses.nodes.map(
        (address) =>
          html`<label class="check" key=${address.id}>
            <input type="radio" name="address"
              checked=${address.addressLine === draft.addressLine && (address.area ?? '') === draft.area}
              onChange=${() => change({ ...fieldsOf(address), filled: { ...draft.filled, ...fieldsOf(address) } })} />
            <span>${address.label && html`<strong>${address.label}</strong> `}${addressText(address)}</span>
          </label>`,
      )}</fieldset>`
    }
    <div class="fields beside">
      ${field('addressLine', 'newOrder.addressLine', 'shippingAddress.addressLine')}
      ${field('area', 'newOrder.area', 'shippingAddress.area')}
      ${field('city', 'newOrder.city', 'shippingAddress.city')}
    </div>
  <//>`;
}

/** What staff should know before they send goods to this customer. */
function Record({ customer, symbol }: { customer: Found; symbol: CurrencySymbol }): VNode {
  const { record, status } = customer;
  return html`<p class="known" role="status">
    ${status === 'blocked' && html`<${Badge} list="state" code="blocked" /> `}
    ${
      record?.orders
        ? html`${t('newOrder.record', {
            count: record.orders,
            delivered: record.delivered ?? 0,
            returned: record.returned ?? 0,
          })} <span class="quiet">${t('newOrder.spent')}</span> <${Money} amount=${record.totalSpent} symbol=${symbol} />`
        : t('newOrder.noOrders')
    }
  </p>`;
}
