// The overview: a few figures for one store or all, with one request to the server.
import { barChart } from './chart.js';
import { ask } from './session.js';

const question = `query Overview($storeId: UUID) {
  stores(first: 100, orderBy: [NAME_ASC]) { nodes { id name currencySymbol } }
  overview(storeId: $storeId) {
    callBacksDue
    lowStock
    notShipped { orders amount }
    withCourier { orders amount }
    deliveredUnpaid { orders amount }
    ordersByStatus { status orders amount }
    sales { day orders netSales }
  }
  webhookEndpoints(first: 100) { nodes { id url status disabledReason failingSince lastSuccessAt storeId } }
  failed: webhookDeliveries(filter: { status: { equalTo: failed } }) { totalCount }
  waiting: webhookDeliveries(filter: { status: { in: [pending, sending, held] } }) { totalCount }
}`;

const element = (id) => document.getElementById(id);
const problem = () => document.querySelector('#overview .problem');
let asked = 0;

export function showOverview(onRefusal) {
  const load = async () => {
    const mine = ++asked;
    element('refresh').disabled = true;
    try {
      const data = await ask(question, { storeId: element('store').value || null });
      if (mine !== asked) return;
      problem().hidden = true;
      draw(data);
    } catch (error) {
      problem().textContent = onRefusal(error);
      problem().hidden = false;
    } finally {
      element('refresh').disabled = false;
    }
  };
  element('store').onchange = load;
  element('refresh').onclick = load;
  load();
}

function draw({ stores, overview, webhookEndpoints, failed, waiting }) {
  fillStores(stores.nodes);
  const money = moneyFormat(stores.nodes);
  const owed = [overview.notShipped, overview.withCourier, overview.deliveredUnpaid];
  const total = owed.reduce((sum, { amount }) => sum + Number(amount), 0);
  document
    .querySelector('.tiles')
    .replaceChildren(
      tile('Call-backs due', overview.callBacksDue, 'by now', 'call-backs-due'),
      tile('Low stock', overview.lowStock, 'at or below threshold', 'low-stock'),
      tile('COD outstanding', money(total), ordersIn(sumOf(owed)), 'payouts-awaited'),
      tile('Not shipped', money(overview.notShipped.amount), ordersIn(overview.notShipped.orders)),
      tile('With courier', money(overview.withCourier.amount), ordersIn(overview.withCourier.orders)),
      tile('Delivered, unpaid', money(overview.deliveredUnpaid.amount), ordersIn(overview.deliveredUnpaid.orders)),
    );
  drawSales(overview.sales, money);
  drawStatuses(overview.ordersByStatus ?? [], money);
  drawWebhooks(webhookEndpoints.nodes, failed.totalCount, waiting.totalCount);
  element('as-of').textContent = `As of ${new Date().toLocaleTimeString()}`;
}

const ordersIn = (count) => (count === 1 ? '1 order' : `${count} orders`);
const sumOf = (shares) => shares.reduce((sum, { orders }) => sum + orders, 0);

function fillStores(stores) {
  const select = element('store');
  const chosen = select.value;
  select.replaceChildren(option('', 'All stores'), ...stores.map(({ id, name }) => option(id, name)));
  select.value = stores.some(({ id }) => id === chosen) ? chosen : '';
}

function option(value, text) {
  const entry = document.createElement('option');
  entry.value = value;
  entry.textContent = text;
  return entry;
}

/** Amounts in several currencies cannot be shown with one symbol, so then there is none. */
function moneyFormat(stores) {
  const chosen = element('store').value;
  const symbols = new Set(stores.filter(({ id }) => !chosen || id === chosen).map((store) => store.currencySymbol));
  const [symbol] = symbols.size === 1 ? symbols : [''];
  const format = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
  return (amount) => symbol + format.format(Number(amount));
}

function tile(label, value, note, operation) {
  const card = document.createElement(operation ? 'button' : 'div');
  card.className = 'card tile';
  if (operation) {
    card.type = 'button';
    card.title = 'Open in the explorer';
    card.onclick = () => {
      location.hash = '#operations';
      queueMicrotask(() => document.querySelector(`[data-operation="${operation}"]`)?.click());
    };
  }
  card.append(line('span', 'quiet', label), line('strong', '', String(value)), line('span', 'quiet', note));
  return card;
}

function line(tag, className, text) {
  const node = document.createElement(tag);
  node.className = className;
  node.textContent = text;
  return node;
}

/** Puts `nodes` below the heading of a card. */
function fill(id, ...nodes) {
  const card = element(id);
  card.replaceChildren(card.querySelector('h2'), ...nodes);
}

function drawSales(days, money) {
  const orders = sumOf(days);
  const sales = days.reduce((sum, day) => sum + Number(day.netSales), 0);
  const points = days.map(({ day, netSales, orders: count }) => ({
    label: new Date(`${day}T00:00`).toLocaleDateString(undefined, { day: 'numeric', month: 'short' }),
    value: Number(netSales),
    text: `${money(netSales)}, ${ordersIn(count)}`,
  }));
  const summary = `${money(sales)} from ${ordersIn(orders)} delivered`;
  fill('sales', line('p', 'quiet', summary), barChart(points, money, `Sales by day: ${summary}`), table(points));
}

/** The same figures as a table, for screen readers and for copying. */
function table(points) {
  const details = document.createElement('details');
  const grid = document.createElement('table');
  for (const { label, text } of points) {
    const row = grid.insertRow();
    row.append(line('th', '', label), line('td', '', text));
    row.firstChild.scope = 'row';
  }
  details.append(line('summary', '', 'As a table'), grid);
  return details;
}

function drawStatuses(statuses, money) {
  if (statuses.length === 0) return fill('statuses', line('p', 'quiet', 'No orders yet.'));
  const max = Math.max(...statuses.map(({ orders }) => orders));
  const list = document.createElement('ul');
  list.className = 'bars';
  for (const { status, orders, amount } of statuses) {
    const entry = document.createElement('li');
    const bar = line('span', 'bar', '');
    bar.style.inlineSize = `${(orders / max) * 100}%`;
    const track = line('span', 'track', '');
    track.append(bar);
    entry.append(
      line('span', '', status.replaceAll('_', ' ')),
      track,
      line('span', 'figure', String(orders)),
      line('span', 'figure quiet', money(amount)),
    );
    list.append(entry);
  }
  fill('statuses', list);
}

function drawWebhooks(endpoints, failed, waiting) {
  const chosen = element('store').value;
  const shown = endpoints.filter(({ storeId }) => !chosen || storeId === chosen);
  const summary = `${failed} failed deliveries, ${waiting} waiting`;
  const list = document.createElement('ul');
  for (const endpoint of shown) {
    const entry = document.createElement('li');
    entry.append(line('strong', '', health(endpoint)), ' ', line('span', 'url', endpoint.url));
    list.append(entry);
  }
  fill('webhooks', line('p', 'quiet', shown.length ? summary : 'No endpoints.'), list);
}

function health({ status, disabledReason, failingSince, lastSuccessAt }) {
  const when = (time) => new Date(time).toLocaleString();
  if (status !== 'active') return `Off (${disabledReason})`;
  if (failingSince) return `Failing since ${when(failingSince)}`;
  return lastSuccessAt ? `Working, last success ${when(lastSuccessAt)}` : 'Working, nothing sent yet';
}
