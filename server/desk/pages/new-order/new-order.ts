// A new order while the customer is on the phone: phone, products, Ctrl+Enter. Everything can be done without a mouse.
import type { Refusal } from '../../client.ts';
import { useCompany } from '../../company.ts';
import { t } from '../../i18n.ts';
import { plain } from '../../number.ts';
import { areOwnFieldsNamed, ownFieldsInput } from '../../parts/own-fields.ts';
import { Button, Card, ChoiceField, Icon, isFilled, Money, PageHead, Problem, say } from '../../parts.ts';
import type { PageProps } from '../../router.ts';
import { useData, useSave, useSettled } from '../../use.ts';
import { html, useEffect, useRef, useState, type VNode } from '../../view.ts';
import { Begin } from './begin.ts';
import { Customer } from './customer.ts';
import { type Draft, sentLines, unitsOf, useDraft } from './draft.ts';
import { MoneyPart } from './money.ts';
import { confirmPlaced, orderChoices, type PlaceOrderMutation, placeOrder, quote } from './new-order.graphql';
import { focusProducts, Products } from './products.ts';

type Placed = NonNullable<NonNullable<PlaceOrderMutation['createOrder']>['order']>;

/** An amount as it is sent; what is no number goes as it is, and the server says what is wrong with it. */
const amountOf = (text: string) => plain(text) || null;

/** Without a line of its own it is none. */
function addressOf(draft: Draft) {
  const address = {
    recipientName: draft.fullName.trim() || null,
    recipientPhone: draft.phone.trim() || null,
    addressLine: draft.addressLine.trim() || null,
    area: draft.area.trim() || null,
    city: draft.city.trim() || null,
  };
  return address.addressLine && { shippingAddress: address };
}

const quoteOf = (draft: Draft) => ({
  storeId: draft.storeId,
  items: sentLines(draft.lines),
  customerId: draft.customerId,
  locationId: draft.locationId || null,
  shippingCharge: amountOf(draft.shippingCharge),
  couponCode: draft.couponCode.trim() || null,
  ...addressOf(draft),
});

const inputOf = (draft: Draft) => {
  const { customerId, ...money } = quoteOf(draft);
  return {
    ...money,
    ...(customerId
      ? { customerId }
      : { customer: { phone: draft.phone.trim(), fullName: draft.fullName.trim() || null } }),
    channel: draft.channel || null,
    note: draft.note.trim() || null,
    ...(Object.keys(ownFieldsInput(draft.ownFields)).length > 0 && { customFields: ownFieldsInput(draft.ownFields) }),
    ...(draft.deposit.trim() && {
      payment: {
        amount: amountOf(draft.deposit),
        paymentMethodId: draft.methodId || null,
        transactionId: draft.transactionId.trim() || null,
      },
    }),
  };
};

/** The problems of an input: named itself, or something in it. Shortages are told by the quote, at their lines. */
function problemsOf(refusal: Refusal | undefined, field: string): string[] | undefined {
  const found = Object.entries(refusal?.fields ?? {}).flatMap(([name, texts]) =>
    name === field || name.startsWith(`${field}.`) ? texts.filter((text) => typeof text === 'string') : [],
  );
  return found.length ? found : undefined;
}

/** Whether what was refused is told where it was typed. */
const isAtFields = (refusal: Refusal | undefined): boolean =>
  ['customer', 'shippingAddress', 'items', 'couponCode', 'shippingCharge', 'payment', 'note', 'customFields'].some(
    (field) => problemsOf(refusal, field) !== undefined,
  );

export default function NewOrder({ query }: PageProps): VNode {
  const { viewer, stores, storeOptions } = useCompany();
  const byZone = new Set(stores.flatMap(({ id, deliveryCharges }) => (deliveryCharges === 'by_zone' ? [id] : [])));
  const work = useDraft(viewer.id!, stores[0]?.id ?? '', byZone);
  const { draft } = work;
  const { data: choices } = useData(orderChoices, { storeId: draft.storeId });
  const placing = useSave(placeOrder, { keepAs: `haat.newOrder.sent.${viewer.id}` });
  const confirming = useSave(confirmPlaced);
  const [placed, setPlaced] = useState<Placed>();
  const form = useRef<HTMLFormElement>(null);

  const asked = useSettled(JSON.stringify(quoteOf(draft)), 200);
  const variables = JSON.parse(asked) as ReturnType<typeof quoteOf>;
  const isPriced = draft.lines.length > 0 && variables.items.length > 0;
  const priced = useData(isPriced ? quote : null, variables, { keeps: true });
  const quoted = isPriced ? priced.data?.quoteOrder : undefined;
  const problems = (field: string) =>
    problemsOf(placing.problem, field) ?? problemsOf(isPriced ? priced.problem : undefined, field);

  const send = async (variables: Parameters<typeof placing.save>[0]) => {
    const made = (await placing.save(variables))?.createOrder?.order;
    if (!made) return void priced.reload();
    work.placed();
    setPlaced(made);
    say(t('newOrder.made', { number: made.number }));
    if (draft.isConfirmed) await confirming.save({ orderId: made.id });
  };
  const focusWrong = () => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  const submit = () => {
    if (placing.isBusy || draft.lines.length === 0) focusProducts();
    else if (
      !isFilled(form.current!) ||
      !areOwnFieldsNamed(draft.ownFields) ||
      !draft.lines.every(({ quantity }) => unitsOf(quantity))
    )
      focusWrong();
    else void send({ input: inputOf(draft) });
  };
  const latest = useRef<() => void>(undefined);
  latest.current = placed ? undefined : submit;
  // Wherever the focus is.
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) latest.current?.();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  // It was sent, and the page was left or loaded anew before the answer came. What was sent may have arrived, so there is no
  // cancelling: it is sent until it is answered.
  useEffect(() => {
    if (placing.unanswered) void send(placing.unanswered);
  }, []);
  const again = () => {
    setPlaced(undefined);
    confirming.clear();
  };
  // The focus goes to what was refused.
  useEffect(() => {
    if (placing.problem) focusWrong();
  }, [placing.problem]);

  if (placed)
    return html`<${Done} placed=${placed} symbolStore=${draft.storeId} confirming=${confirming} onAgain=${again} />`;
  return html`
    <${PageHead} title=${t('nav.newOrder')}>
      <span class="quiet at-desk">${t('newOrder.keys')}</span>
    <//>
    <${Begin} query=${query} work=${work} />
    <form ref=${form} method="post" novalidate class="columns" onSubmit=${(event: Event) => {
      event.preventDefault();
      submit();
    }} onKeyDown=${(event: KeyboardEvent) => {
      // Enter goes on in a field; only Ctrl+Enter and the button place the order.
      if (event.key === 'Enter' && (event.target as HTMLElement).tagName === 'INPUT') event.preventDefault();
    }}>
      <div class="stack">
        ${
          stores.length > 1 &&
          html`<${ChoiceField} label=${t('filter.store')} value=${draft.storeId} onInput=${work.changeStore}
            options=${storeOptions()} />`
        }
        <${Customer} work=${work} problems=${problems} onDone=${focusProducts} />
        <${Products} work=${work} problems=${problems}
          quoted=${({ variantId }: { variantId: string }) => quoted?.lines?.find((line) => line?.variantId === variantId)} />
      </div>
      <div class="stack">
        <${MoneyPart} work=${work} quote=${quoted} choices=${choices} problems=${problems} />
        <div class="card">
          <label class="check"><input type="checkbox" checked=${draft.isConfirmed}
            onChange=${() => work.change({ isConfirmed: !draft.isConfirmed })} /> <span>${t('newOrder.confirm')}</span></label>
          ${
            isAtFields(placing.problem)
              ? html`<p class="problem-box" role="alert"><${Icon} name="exclamation-triangle" /> ${t('newOrder.refused')}</p>`
              : html`<${Problem} of=${placing.problem ?? (isPriced ? priced.problem : undefined)} />`
          }
          <div class="form-acts">
            <${Button} type="submit" isBusy=${placing.isBusy} disabled=${draft.lines.length === 0}>${t('newOrder.place')}<//>
          </div>
        </div>
      </div>
    </form>`;
}

type DoneProps = {
  placed: Placed;
  symbolStore: string;
  confirming: ReturnType<typeof useSave<unknown, { orderId: string }>>;
  onAgain: () => void;
};

/** The order stands; Enter begins the next. */
function Done({ placed, symbolStore, confirming, onAgain }: DoneProps): VNode {
  const symbol = useCompany().symbolOf(symbolStore);
  const acts = useRef<HTMLDivElement>(null);
  useEffect(() => acts.current?.querySelector('button')?.focus(), [confirming.isBusy]);
  return html`
    <${PageHead} title=${t('newOrder.made', { number: placed.number })} />
    <${Card}>
      <dl class="totals">
        <div class="grand"><dt>${t('newOrder.total')}</dt><dd><${Money} amount=${placed.totalAmount} symbol=${symbol} /></dd></div>
        <div><dt>${t('newOrder.paid')}</dt><dd><${Money} amount=${placed.paidAmount} symbol=${symbol} /></dd></div>
        <div><dt>${t('newOrder.due')}</dt><dd><${Money} amount=${placed.dueAmount} symbol=${symbol} /></dd></div>
      </dl>
      ${confirming.problem && html`<p>${t('newOrder.notConfirmed')}</p>`}
      <${Problem} of=${confirming.problem} onRetry=${() => confirming.save({ orderId: placed.id })} />
      <div class="acts" ref=${acts}>
        <${Button} icon="telephone" isBusy=${confirming.isBusy} onClick=${onAgain}>${t('newOrder.next')}<//>
        <a class="button plain" href="/admin/orders/${placed.id}">${t('newOrder.open')}</a>
        <a class="button plain" href="/admin/orders/print?ids=${placed.id}&form=invoice">${t('print.invoice')}</a>
      </div>
    <//>`;
}
