// What a new order begins with: the customer and the goods of an order that is placed again, or a customer.
import { addressPart } from '../../address.ts';
import { useCompany } from '../../company.ts';
import { t } from '../../i18n.ts';
import { Button, Problem, say } from '../../parts.ts';
import { setQuery } from '../../router.ts';
import { useData } from '../../use.ts';
import { html, useEffect, type VNode } from '../../view.ts';
import { type Draft, type DraftLine, type DraftWork, type Filled, isUntyped } from './draft.ts';
import {
  type CustomerToOrderQuery,
  customerToOrder,
  type OrderToRepeatQuery,
  orderToRepeat,
} from './new-order.graphql';
import { fullName } from './products.ts';

type Order = NonNullable<OrderToRepeatQuery['order']>;
type Item = Order['orderItems']['nodes'][number];
type Person = NonNullable<CustomerToOrderQuery['customer']>;
type Beginning = Partial<Draft> & Pick<Draft, 'storeId'>;

/** Who ordered, and where it goes; what was filled in so gives way to another customer's. */
function whoOf(person: Omit<Person, 'storeId' | 'customerAddresses'> | null, filled: Filled): Partial<Draft> {
  if (!person || person.erasedAt) return {};
  return { customerId: person.id, phone: person.phone ?? '', ...filled, filled };
}

/** The goods that are still sold, at the prices of today, for the same customer at the same address. */
function beginningOf({ storeId, customer, shippingAddress, channel, orderItems }: Order): Beginning {
  const part = (name: string) => addressPart(shippingAddress, name);
  return {
    storeId,
    ...whoOf(customer, {
      fullName: part('recipientName') || customer?.fullName || '',
      addressLine: part('addressLine'),
      area: part('area'),
      city: part('city') || part('district'),
    }),
    channel: channel?.status === 'active' ? channel.slug : '',
    lines: linesOf(orderItems.nodes),
  };
}

const isSold = ({ variant }: Item): boolean => variant?.status === 'active' && variant.product?.status !== 'archived';

/** A line a variant, as a draft has them. */
function linesOf(items: Item[]): DraftLine[] {
  const lines = new Map<string, DraftLine>();
  for (const { variant, quantity, imageUrl } of items.filter(isSold)) {
    const { id: variantId, name, sku, product } = variant!;
    const units = Number(lines.get(variantId)?.quantity ?? 0) + quantity;
    lines.set(variantId, {
      ...{ variantId, name: fullName(product?.name ?? '', name), sku, picture: imageUrl },
      quantity: String(units),
    });
  }
  return [...lines.values()];
}

function beginningWith({ storeId, customerAddresses, ...person }: Person): Beginning {
  const [address] = customerAddresses.nodes;
  return {
    storeId,
    ...whoOf(person, {
      fullName: person.fullName,
      addressLine: address?.addressLine ?? '',
      area: address?.area ?? '',
      city: address?.city ?? '',
    }),
  };
}

/** Fills an empty draft by itself; what is typed already gives way only when that is asked for. */
export function Begin({ query, work }: { query: URLSearchParams; work: DraftWork }): VNode {
  const { stores } = useCompany();
  const again = query.get('again');
  const customerId = query.get('customer');
  const order = useData(again ? orderToRepeat : null, { id: again ?? '' });
  const person = useData(!again && customerId ? customerToOrder : null, { id: customerId ?? '' });
  const repeated = (again && order.data?.order) || undefined;
  const named = (customerId && person.data?.customer) || undefined;
  const found = repeated ? beginningOf(repeated) : named && beginningWith(named);
  const isOurs = found && stores.some(({ id }) => id === found.storeId);
  const isBlank = isUntyped(work.draft);
  const begin = () => {
    work.begin(found!);
    const missing = repeated?.orderItems.nodes.filter((item) => !isSold(item)).length ?? 0;
    if (missing > 0) say(t('newOrder.notSold', { count: missing }));
    keep();
  };
  const keep = () => setQuery({ again: null, customer: null });
  useEffect(() => {
    if (isOurs && isBlank) begin();
  }, [isOurs]);
  const isMissing = again ? order.data && !order.data.order : person.data && !person.data.customer;
  return html`<${Problem} of=${order.problem ?? person.problem} onRetry=${again ? order.reload : person.reload} />
    ${isMissing && html`<p role="status">${t(again ? 'order.missing' : 'customer.gone')}</p>`}
    ${
      isOurs &&
      !isBlank &&
      html`<div class="connection changed" role="status"><span>${t('newOrder.begun')}</span>
        <${Button} kind="plain" onClick=${begin}>${t('newOrder.beginAnew')}<//>
        <${Button} kind="plain" onClick=${keep}>${t('newOrder.goOn')}<//>
      </div>`
    }`;
}
