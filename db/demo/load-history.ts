// Sixty days of orders, replayed moment by moment over all orders at once: what happened first is booked first, so the
// ledger's sequence and its clock agree as they do in a living shop.
import type { Progress } from '../progress.ts';
import type { DemoClient } from './client.ts';
import type { LoadedCompany, LoadedStore } from './load-tenancy.ts';
import { type OrderPlan, type PlannedPayment, planOrders } from './orders.ts';
import { customers } from './people.ts';

type Step = { at: Date; run: () => Promise<void> };

export async function loadHistory(
  client: DemoClient,
  company: LoadedCompany,
  now: Date,
  progress: Progress,
): Promise<void> {
  const owner = company.staff.find((member) => member.role === 'owner');
  const agent = company.staff.find((member) => member.role === 'agent');
  if (!owner || !agent) throw new Error('the demo has no staff');
  await client.actAs(company.id, agent);
  const customerIds = await findCustomers(client, company);
  const steps = planOrders(now).flatMap((plan) => replay(client, company, customerIds, plan, agent.id));
  // A stable sort: steps of one order at one moment stay in their order.
  steps.sort((a, b) => a.at.getTime() - b.at.getTime());
  for (const [index, step] of steps.entries()) {
    if (index === 20 || index === 300) await client.gatherStatistics();
    await client.goTo(step.at);
    await step.run();
    progress.at('loading the demo, what happened', index + 1, steps.length);
  }
}

async function findCustomers(client: DemoClient, company: LoadedCompany): Promise<Map<string, string>> {
  const { rows } = await client.query('select store_id, phone, id from app.customers where company_id = $1', [
    company.id,
  ]);
  return new Map(rows.map((row) => [`${row.store_id} ${row.phone}`, row.id]));
}

/** Everything that happens to one order, each thing at its time. */
function replay(
  client: DemoClient,
  company: LoadedCompany,
  customerIds: Map<string, string>,
  plan: OrderPlan,
  agentId: string,
): Step[] {
  const store = company.stores.find((one) => one.slug === plan.store);
  const location = company.locations.find((one) => one.code === plan.location);
  const courier = company.couriers.find((one) => one.name === plan.parcel?.courier);
  const customer = customers[plan.customer];
  if (!store || !location || !customer) throw new Error('an order plan names nothing of the demo');
  const call = async (text: string, values: unknown[]) => (await client.query(text, values)).rows[0];
  const api = async (operation: string, input: object) =>
    (await call(`select api.${operation}($1) as document`, [{ store_id: store.id, ...input }])).document;
  const method = (payment: PlannedPayment) => methodId(store, payment.method);

  const steps: Step[] = [];
  const at = (moment: Date, run: () => Promise<unknown>) =>
    steps.push({
      at: moment,
      run: async () => {
        await run();
      },
    });
  let orderId = '';
  let itemIds: string[] = [];
  let parcelId = '';
  const shares = (lines: { line: number; quantity: number }[]) =>
    JSON.stringify(lines.map(({ line, ...rest }) => ({ order_item_id: itemIds[line], ...rest })));

  at(plan.placedAt, async () => {
    const { label: _label, isDefault: _default, zone: _zone, ...home } = plan.shippingAddress;
    const order = await api('create_order', {
      channel: plan.channel,
      location_id: location.id,
      customer_id: customerIds.get(`${store.id} ${customer.phone}`),
      items: plan.lines,
      shipping_address: {
        recipient_name: home.recipientName,
        recipient_phone: home.recipientPhone,
        address_line: home.addressLine,
        area: home.area,
        city: home.city,
        postal_code: home.postalCode,
      },
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
    orderId = order.id;
    itemIds = order.items.map((item: { id: string }) => item.id);
  });
  if (plan.isAssigned) at(plan.placedAt, () => call('select staff.assign_order($1, $2)', [orderId, agentId]));

  const { parcel } = plan;
  if (parcel) {
    at(parcel.bookedAt, async () => {
      parcelId = (
        await call('select (staff.book_parcel($1, $2, null, $3)).id', [
          orderId,
          courier?.id ?? null,
          parcel.trackingCode,
        ])
      ).id;
    });
    if (parcel.pickedUpAt) at(parcel.pickedUpAt, () => call('select staff.record_parcel_pickup($1)', [parcelId]));
  }
  let wasInTransit = false;
  for (const move of plan.moves) {
    const status = () => api('update_order_status', { id: orderId, status: move.to, note: move.note });
    if (move.cause === 'staff') at(move.at, status);
    else if (move.to === 'in_transit') {
      // The first time the booking or the pickup did it; a second try of the courier is told by status.
      if (wasInTransit) at(move.at, status);
      wasInTransit = true;
    } else if (move.to === 'failed_delivery') {
      at(move.at, () => call('select staff.record_delivery_failure($1, $2)', [parcelId, move.note]));
    } else if (move.to === 'delivered' && plan.kept) {
      const kept = plan.kept;
      at(move.at, () =>
        call('select staff.record_partial_delivery($1, $2, $3)', [
          parcelId,
          shares(kept),
          plan.collection?.amount ?? null,
        ]),
      );
    } else if (move.to === 'delivered') {
      at(move.at, () => call('select staff.record_parcel_delivered($1)', [parcelId]));
    } else at(move.at, status);
    if (move.to === 'follow_up') {
      at(move.at, () =>
        api('update_order', {
          id: orderId,
          follow_up_at: plan.followUpAt?.toISOString(),
          follow_up_note: plan.followUpNote,
        }),
      );
    }
  }
  if (parcel?.receivedAt) at(parcel.receivedAt, () => call('select staff.receive_parcel($1)', [parcelId]));

  const { collection, customerReturn, refund } = plan;
  if (collection) {
    at(collection.at, () =>
      courier && collection.method === 'Cash on delivery'
        ? call('select staff.record_parcel_payout($1, $2)', [parcelId, collection.amount])
        : api('record_order_payment', {
            id: orderId,
            payment_method_id: method(collection),
            amount: collection.amount,
            transaction_id: collection.transactionId,
          }),
    );
  }
  if (customerReturn) {
    let returnId = '';
    const lines = () => shares(customerReturn.lines.map(({ line, quantity }) => ({ line, quantity })));
    at(customerReturn.createdAt, async () => {
      returnId = (await call('select (staff.create_return($1, $2, $3)).id', [orderId, lines(), customerReturn.reason]))
        .id;
    });
    if (customerReturn.receivedAt) {
      at(customerReturn.receivedAt, () =>
        call('select staff.receive_return($1, $2)', [returnId, shares(customerReturn.lines)]),
      );
    }
  }
  if (refund) {
    at(refund.at, () =>
      call('select staff.record_refund($1, $2, $3, $4)', [
        orderId,
        refund.amount,
        method(refund),
        refund.transactionId,
      ]),
    );
  }
  return steps;
}

function methodId(store: LoadedStore, name: string): string {
  const method = store.payment_methods.find((one) => one.name === name);
  if (!method) throw new Error(`${store.slug} has no payment method ${name}`);
  return method.id;
}
