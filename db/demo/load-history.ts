// Sixty days of orders, replayed moment by moment over all orders at once: what happened first is booked first, so the
// ledger's sequence and its clock agree as they do in a living shop.
import type { Progress } from '../../server/process/progress.ts';
import type { DemoClient } from './client.ts';
import { customers } from './customers.ts';
import type { LoadedCompany, LoadedStore } from './load-tenancy.ts';
import { type OrderPlan, type PlannedPayment, planOrders } from './orders.ts';

type Step = { at: Date; run: () => Promise<unknown> };

type Order = { id: string; number: string; total_amount: string; items: { id: string }[] };

/** The ids that a plan's names stand for. */
type Ids = { store: LoadedStore; location: string; customer: string; courier: string | null; agent: string };

export async function loadHistory(
  client: DemoClient,
  company: LoadedCompany,
  now: Date,
  progress: Progress,
): Promise<void> {
  const agent = company.staff.find((member) => member.role === 'agent')!;
  await client.actAs(company.id, agent);
  const { rows } = await client.query('select store_id, phone, id from app.customers where company_id = $1', [
    company.id,
  ]);
  const customerIds = new Map<string, string>(rows.map((row) => [`${row.store_id} ${row.phone}`, row.id]));
  const steps = planOrders(now).flatMap((plan) => {
    const store = company.stores.find((one) => one.slug === plan.store)!;
    return replay(client, plan, {
      store,
      location: company.locations.find((one) => one.code === plan.location)!.id,
      customer: customerIds.get(`${store.id} ${customers[plan.customer]!.columns.phone}`)!,
      courier: company.couriers.find((one) => one.name === plan.parcel?.courier)?.id ?? null,
      agent: agent.id,
    });
  });
  // A stable sort: steps of one order at one moment stay in their order.
  steps.sort((a, b) => a.at.getTime() - b.at.getTime());
  for (const [index, step] of steps.entries()) {
    if (index === 20 || index === 300) await client.analyze();
    await client.goTo(step.at);
    await step.run();
    progress.at('loading the demo, what happened', index + 1, steps.length);
  }
}

/** Everything that happens to one order, each thing at its time. */
function replay(client: DemoClient, plan: OrderPlan, ids: Ids): Step[] {
  const { ask } = client;
  const { parcel, collection, customerReturn, refund } = plan;
  const order = { id: '', items: [] as string[] };
  let parcelId = '';
  const method = (payment: PlannedPayment) => ids.store.payment_methods.find(({ name }) => name === payment.method)!.id;
  const api = <Answer = unknown>(operation: string, input: object) =>
    ask<Answer>(`api.${operation}`, { store_id: ids.store.id, ...input });
  const shares = (lines: { line: number; quantity: number }[]) =>
    JSON.stringify(lines.map(({ line, ...rest }) => ({ order_item_id: order.items[line], ...rest })));
  const steps: Step[] = [];
  const at = (moment: Date | null | undefined, run: Step['run']) => moment && steps.push({ at: moment, run });

  at(plan.placedAt, async () => Object.assign(order, await createOrder(api, plan, ids, method)));
  if (plan.isAssigned) at(plan.placedAt, () => ask('staff.assign_order', order.id, ids.agent));
  at(parcel?.bookedAt, async () => {
    const { rows } = await client.query('select (staff.book_parcel($1, $2, null, $3)).id', [
      order.id,
      ids.courier,
      parcel!.trackingCode,
    ]);
    parcelId = rows[0].id;
  });
  at(parcel?.pickedUpAt, () => ask('staff.record_parcel_pickup', parcelId));

  let wasInTransit = false;
  for (const transition of plan.transitions) {
    const status = () => api('update_order_status', { id: order.id, status: transition.to, note: transition.note });
    if (transition.cause === 'staff') at(transition.at, status);
    else if (transition.to === 'in_transit') {
      // The first time the booking or the pickup did it; a second try of the courier is told by status.
      if (wasInTransit) at(transition.at, status);
      wasInTransit = true;
    } else if (transition.to === 'failed_delivery') {
      at(transition.at, () => ask('staff.record_delivery_failure', parcelId, transition.note));
    } else if (transition.to === 'delivered' && plan.kept) {
      const kept = plan.kept;
      at(transition.at, () => ask('staff.record_partial_delivery', parcelId, shares(kept), collection?.amount ?? null));
    } else if (transition.to === 'delivered') {
      at(transition.at, () => ask('staff.record_parcel_delivered', parcelId));
    } else at(transition.at, status);
    if (transition.to === 'follow_up') {
      const followUp = { follow_up_at: plan.followUpAt?.toISOString(), follow_up_note: plan.followUpNote };
      at(transition.at, () => api('update_order', { id: order.id, ...followUp }));
    }
  }
  at(parcel?.receivedAt, () => ask('staff.receive_parcel', parcelId));

  at(collection?.at, () =>
    ids.courier && collection!.method === 'Cash on delivery'
      ? ask('staff.record_parcel_payout', parcelId, collection!.amount)
      : api('record_order_payment', {
          id: order.id,
          payment_method_id: method(collection!),
          amount: collection!.amount,
          transaction_id: collection!.transactionId,
        }),
  );
  let returnId = '';
  at(customerReturn?.createdAt, async () => {
    const lines = customerReturn!.lines.map(({ line, quantity }) => ({ line, quantity }));
    const { rows } = await client.query('select (staff.create_return($1, $2, $3)).id', [
      order.id,
      shares(lines),
      customerReturn!.reason,
    ]);
    returnId = rows[0].id;
  });
  at(customerReturn?.receivedAt, () => ask('staff.receive_return', returnId, shares(customerReturn!.lines)));
  at(refund?.at, () => ask('staff.record_refund', order.id, refund!.amount, method(refund!), refund!.transactionId));
  return steps;
}

async function createOrder(
  api: <Answer>(operation: string, input: object) => Promise<Answer>,
  plan: OrderPlan,
  ids: Ids,
  method: (payment: PlannedPayment) => string,
): Promise<{ id: string; items: string[] }> {
  const order = await api<Order>('create_order', {
    channel: plan.channel,
    location_id: ids.location,
    customer_id: ids.customer,
    items: plan.lines,
    shipping_address: plan.shippingAddress.columns,
    shipping_charge: plan.shippingCharge,
    coupon_code: plan.coupon,
    note: plan.note,
    payment: plan.upfront && {
      payment_method_id: method(plan.upfront),
      amount: plan.upfront.amount,
      transaction_id: plan.upfront.transactionId,
    },
  });
  if (Number(order.total_amount) !== plan.total) {
    throw new Error(`${order.number}: the plan says ${plan.total}, the service ${order.total_amount}`);
  }
  return { id: order.id, items: order.items.map((item) => item.id) };
}
