// The list of orders: tabs by stage, search, filters in the address, keys, many at once.
import { useCompany } from '../../company.ts';
import { useKept } from '../../history.ts';
import { countText, label, type MessageKey, number, settings, t } from '../../i18n.ts';
import { numberOf } from '../../number.ts';
import { type Column, widthsOf } from '../../parts/columns.ts';
import { money as amount, NumberField } from '../../parts/number-field.ts';
import { ListHead } from '../../parts/rows.ts';
import { useWindow } from '../../parts/use-window.ts';
import { Button, ChoiceField, Empty, Icon, Loading, More, PageHead, Problem, TextField } from '../../parts.ts';
import { navigate, type PageProps, setQuery } from '../../router.ts';
import { statusNames } from '../../statuses.ts';
import { useData, useKeys, useSettled } from '../../use.ts';
import { html, useCallback, useEffect, useRef, useState, type VNode } from '../../view.ts';
import { callOutcomes } from './call-outcomes.ts';
import { orderChoices, stageCounts } from './list.graphql';
import { Many } from './many.ts';
import { OrderRow } from './row.ts';
import { filterNames, isOldestFirst, oldestFirst, questionOf, useOrders } from './rows.ts';
import { orderViews } from './views.graphql';
import { type SavedView, SaveView, type ViewsProps, viewQuery } from './views.ts';

type Tab = { name: string; text: string; changes: Record<string, string | null>; count?: number | undefined };

const stages = ['new', 'call_back', 'on_hold', 'to_pack', 'to_ship', 'with_courier', 'delivered', 'returned', 'closed'];
/** Those that are asked for all day; the rest stand under More. */
const first = ['', 'new', 'due', 'on_hold', 'to_pack', 'to_ship', 'with_courier'];
const onPhone = ['', 'new', 'to_pack'];
const ownViews: [string, MessageKey][] = [
  ['today', 'orders.viewToday'],
  ['mine', 'orders.viewMine'],
];

type TabsProps = { query: URLSearchParams; views: readonly SavedView[]; onView: () => void };

function Tabs({ query, views, onView }: TabsProps): VNode {
  const { data } = useData(stageCounts, { storeId: query.get('store') || null }, { everyMs: 20_000 });
  const counts = new Map(data?.stageCounts?.nodes.map(({ stage, orders }) => [stage as string, orders ?? 0]));
  const tabs: Tab[] = [
    { name: '', text: t('orders.all'), changes: { stage: null, view: null } },
    ...stages.slice(0, 2).map((stage) => ({
      name: stage,
      text: label('stage', stage),
      changes: { stage, view: null },
      count: counts.get(stage),
    })),
    {
      name: 'due',
      text: t('today.callBacksDue'),
      changes: { stage: null, view: 'due' },
      count: data?.workCounts?.callBacksDue ?? undefined,
    },
    ...stages.slice(2).map((stage) => ({
      name: stage,
      text: label('stage', stage),
      changes: { stage, view: null },
      count: counts.get(stage),
    })),
    {
      name: 'refunds',
      text: t('today.refundsOwed'),
      changes: { stage: null, view: 'refunds' },
      count: data?.workCounts?.refundsOwed ?? undefined,
    },
    ...ownViews.map(([view, key]) => ({ name: view, text: t(key), changes: { stage: null, view } })),
  ];
  const saved = views.find((view) => view.query === viewQuery(query));
  const current = saved ? saved.id : query.get('view') || query.get('stage') || '';
  const others = tabs.filter(({ name }) => !first.includes(name));
  const chosen = saved ? { text: saved.name } : others.find(({ name }) => name === current);
  const address = (changes: Tab['changes']) => {
    const next = new URLSearchParams(query);
    for (const [name, value] of Object.entries(changes)) value ? next.set(name, value) : next.delete(name);
    // A status of another stage would leave nothing.
    next.delete('status');
    return `/admin/orders${next.size ? `?${next}` : ''}`;
  };
  const more = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    more.current!.open = false;
  }, [current]);
  const link = ({ name, text, changes, count }: Tab) => html`<a key=${name} href=${address(changes)}
    class=${onPhone.includes(name) || name === current ? 'on-phone' : undefined} aria-current=${name === current ? 'page' : undefined}>
    <span>${text}</span>
    ${count ? html`<span class="badge figure">${countText(count)}</span>` : null}
  </a>`;
  return html`<nav class="tabs fitting" aria-label=${t('orders.stages')}>
    ${tabs.filter(({ name }) => first.includes(name)).map(link)}
    <details ref=${more}>
      <summary aria-current=${chosen ? 'page' : undefined}>${chosen ? chosen.text : t('nav.more')}</summary>
      <div class="card">
        ${views.map(
          (view) =>
            html`<span key=${view.id}><a href="/admin/orders?${view.query}" onClick=${onView} aria-current=${view === saved ? 'page' : undefined}><span>${view.name}</span></a></span>`,
        )}
        ${tabs.map((tab) => html`<span key=${tab.name} class=${first.includes(tab.name) ? 'of-phone' : ''}>${link(tab)}</span>`)}
      </div>
    </details>
  </nav>`;
}

const paymentStatuses = ['unpaid', 'partially_paid', 'paid', 'refunded'];

/** Seldom used filters are behind one button; chosen ones are always shown. */
function Filters(props: ViewsProps): VNode {
  const { query } = props;
  const { stores, storeOptions, can } = useCompany();
  const chosen = [
    'status',
    'payment',
    'call',
    'agent',
    'courier',
    'city',
    'district',
    'sku',
    'tag',
    'sort',
    'from',
    'to',
    'channel',
    'least',
    'most',
  ].filter((name) => query.get(name));
  // On a phone the orders come first: the button says how many are chosen.
  const [isOpen, setOpen] = useState(chosen.length > 0 && matchMedia('(min-width: 48rem)').matches);
  const { data } = useData(isOpen ? orderChoices : null, {});
  const [district, setDistrict] = useState(query.get('district') ?? query.get('city') ?? '');
  const [sku, setSku] = useState(query.get('sku') ?? '');
  const [tag, setTag] = useState(query.get('tag') ?? '');
  const [least, setLeast] = useState(query.get('least') ?? '');
  const [most, setMost] = useState(query.get('most') ?? '');
  // What is no number is told at its field, and asks for nothing.
  const amounts = useSettled(`${numberOf(least) ?? ''} ${numberOf(most) ?? ''}`, 400);
  useEffect(() => {
    const [from = '', to = ''] = amounts.split(' ');
    if (from !== (query.get('least') ?? '') || to !== (query.get('most') ?? '')) setQuery({ least: from, most: to });
  }, [amounts]);
  const typed = useSettled(`${district}\n${sku}\n${tag}`, 400);
  useEffect(() => {
    const [settled = '', settledSku = '', settledTag = ''] = typed.split('\n').map((one) => one.trim());
    const asked = query.get('district') ?? query.get('city') ?? '';
    if (settled !== asked || settledSku !== (query.get('sku') ?? '') || settledTag !== (query.get('tag') ?? ''))
      setQuery({ city: null, district: settled, sku: settledSku, tag: settledTag });
  }, [typed]);
  const choice = (name: string, text: MessageKey, options: { value: string; text: string }[]) =>
    html`<${ChoiceField} label=${t(text)} value=${query.get(name) ?? ''} onInput=${(value: string) => setQuery({ [name]: value })}
      options=${[{ value: '', text: t('orders.any') }, ...options]} />`;
  const of = (list: string, codes: string[]) => codes.map((value) => ({ value, text: label(list, value) }));
  const isPlain = !query.get('view');
  // A search finds what it finds: by goods, courier and place it is not asked.
  const isSearch = Boolean(query.get('q'));
  const channels = data?.channels?.nodes.filter(({ storeId }) => !query.get('store') || storeId === query.get('store'));
  const date = (name: string, text: MessageKey) =>
    html`<${TextField} label=${t(text)} value=${query.get(name) ?? ''} onInput=${(value: string) => setQuery({ [name]: value })}
      attributes=${{ type: 'date' }} />`;
  return html`
    <div class="row">
      ${
        stores.length > 1 &&
        html`<${ChoiceField} label=${t('filter.store')} hideLabel value=${query.get('store') ?? ''}
        onInput=${(store: string) => setQuery({ store })}
        options=${[{ value: '', text: t('filter.allStores') }, ...storeOptions()]} />`
      }
      <button type="button" class="button plain" aria-expanded=${isOpen} onClick=${() => setOpen(!isOpen)}>
        <${Icon} name="list" /><span>${t('orders.filters')}</span>
        ${chosen.length > 0 && html`<span class="badge">${number(chosen.length)}</span>`}
      </button>
      ${
        chosen.length > 0 &&
        html`<${Button} kind="plain" icon="x-lg" onClick=${() => {
          setDistrict('');
          setSku('');
          setTag('');
          setLeast('');
          setMost('');
          setQuery(Object.fromEntries(chosen.map((name) => [name, null])));
        }}>${t('orders.clearFilters')}<//>`
      }
    </div>
    ${
      isOpen &&
      html`<div class="card fields beside">
        ${choice('status', 'orders.status', of('status', statusNames()))}
        ${choice('payment', 'orders.payment', of('paymentStatus', paymentStatuses))}
        ${
          isPlain &&
          html`${choice('call', 'orders.lastCall', of('callOutcome', [...callOutcomes]))}
          ${choice(
            'agent',
            'orders.assignee',
            (data?.staffMembers?.nodes ?? []).map(({ id, fullName }) => ({ value: id, text: fullName })),
          )}
          ${
            !isSearch &&
            html`${choice(
              'courier',
              'orders.courier',
              (data?.couriers?.nodes ?? []).map(({ id, name }) => ({ value: id, text: name })),
            )}
            ${can('customers_read') && html`<${TextField} label=${t('newOrder.city')} value=${district} onInput=${setDistrict} />`}
            <${TextField} label=${t('variant.sku')} value=${sku} onInput=${setSku}
              attributes=${{ autocapitalize: 'none', spellcheck: false }} />`
          }
          <${TextField} label=${t('orders.tag')} value=${tag} onInput=${setTag} />
          ${date('from', 'orders.from')}${date('to', 'orders.to')}
          <${ChoiceField} label=${t('newOrder.channel')} value=${query.get('channel') ?? ''} onInput=${(channel: string) => setQuery({ channel })}
            options=${[{ value: '', text: t('orders.any') }, ...(channels ?? []).map(({ id, name }) => ({ value: id, text: name }))]} />
          <${NumberField} label=${t('orders.least')} value=${least} onInput=${setLeast} limits=${amount} />
          <${NumberField} label=${t('orders.most')} value=${most} onInput=${setMost} limits=${amount} />
          ${
            !isSearch &&
            html`<${ChoiceField} label=${t('orders.sort')} value=${isOldestFirst(query) ? oldestFirst : ''} onInput=${(sort: string) => setQuery({ sort })}
              options=${[
                { value: '', text: t('orders.any') },
                { value: oldestFirst, text: t('orders.oldestFirst') },
              ]} />`
          }`
        }
        ${chosen.length > 0 && can('orders_manage') && html`<div class="acts view-acts"><${SaveView} ...${props} /></div>`}
      </div>`
    }`;
}

function Search({ query }: { query: URLSearchParams }): VNode {
  const asked = query.get('q') ?? '';
  const [text, setText] = useState(asked);
  const settled = useSettled(text, 300);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (settled.trim() !== asked) setQuery({ q: settled.trim() });
  }, [settled]);
  // The address may change by a link or the way back.
  useEffect(() => setText((own) => (own.trim() === asked || own !== settled ? own : asked)), [asked]);
  useKeys({ '/': () => element.current!.querySelector('input')!.focus() });
  return html`<div class="search" ref=${element} role="search">
    <${TextField} label=${t('orders.search')} hideLabel value=${text} onInput=${setText}
      attributes=${{
        type: 'search',
        placeholder: t('orders.searchHint'),
        autocomplete: 'off',
        onKeyDown: (event: KeyboardEvent) => event.key === 'Escape' && (event.target as HTMLElement).blur(),
      }} />
  </div>`;
}

/** A view and what a search finds have an order of their own. */
const columnsOf = (query: URLSearchParams): Column[] => [
  { text: '', width: '2.25rem' },
  { text: t('order.customer'), width: 'minmax(14rem, 3.4fr)' },
  { text: t('order.items'), width: 'minmax(0, 2.4fr)' },
  { text: t('orders.status'), width: 'minmax(0, 2.7fr)' },
  {
    text: t('orders.placed'),
    width: '8.5rem',
    sort: !query.get('view') && !query.get('q') && 'CREATED_AT',
    isEnd: true,
  },
  { text: t('order.total'), width: '5.5rem', isEnd: true },
];

const none: ReadonlySet<string> = new Set();
/** So many orders are chosen by one press. */
const mostAtOnce = 500;

export default function Orders({ query }: PageProps): VNode {
  const { can, symbolOf } = useCompany();
  const saved = useData(orderViews, {});
  const views = saved.data?.orderViews?.nodes ?? [];
  // Another view begins with its own filters in the fields.
  const [round, setRound] = useState(0);
  // When the address has changed.
  const again = () => void setTimeout(() => setRound((n) => n + 1));
  const { rows, fresh, gone, hasMore, isLoading, problem, more, all, refresh, start } = useOrders(questionOf(query));
  const list = filterNames.map((name) => query.get(name) ?? '').join('\n');
  // Another list is chosen from anew.
  const [chosen, setChosen] = useKept<ReadonlySet<string>>(`chosen ${list}`, none);
  const [current, setCurrent] = useKept(`current ${list}`, '');
  const isNewestFirst =
    !isOldestFirst(query) && !['due', 'mine', 'lapsing', 'refunds'].includes(query.get('view') ?? '');
  const choose = useCallback(
    (id: string) =>
      setChosen((known) => {
        const next = new Set(known);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [list],
  );
  const window = useWindow(rows, list);
  const columns = columnsOf(query);

  const walk = (by: number) => {
    const at = rows.findIndex(({ id }) => id === current);
    const next = rows[Math.min(Math.max(at + by, 0), rows.length - 1)];
    if (!next) return;
    setCurrent(() => next.id);
    window.reveal(rows.indexOf(next));
  };
  useKeys({
    j: () => walk(1),
    k: () => walk(-1),
    x: () => current && choose(current),
    Enter: () => {
      const focused = document.activeElement;
      if (focused instanceof HTMLElement && focused.matches('a, button')) focused.click();
      else if (current) navigate(`/orders/${current}`);
    },
    Escape: () => setChosen(() => none),
  });
  const showFresh = () => {
    scrollTo(0, 0);
    void start();
  };
  const picked = rows.filter(({ id }) => chosen.has(id));
  return html`
    <${PageHead} title=${t('nav.orders')}>
      <${Search} query=${query} />
      ${can('orders_manage') && html`<a class="button" href="/admin/orders/new"><${Icon} name="plus-lg" /><span>${t('nav.newOrder')}</span></a>`}
    <//>
    <div class="order-tools"><${Tabs} query=${query} views=${views} onView=${again} /><${Filters} key=${round} query=${query} views=${views} onSaved=${saved.reload} onGone=${again} /></div>
    <${Problem} of=${problem} onRetry=${rows.length > 0 ? more : start} />
    <div role="status" class="arrivals">${
      fresh.length > 0 &&
      html`<${Button} icon="arrow-repeat" onClick=${showFresh}>
        ${t(isNewestFirst ? 'orders.fresh' : 'orders.freshAnywhere', { count: fresh.length })}
      <//>`
    }</div>
    ${rows.length === 0 && isLoading && html`<${Loading} />`}
    ${rows.length === 0 && !isLoading && !problem && html`<${Empty}>${t(query.size ? 'orders.noneFit' : 'orders.none')}<//>`}
    ${rows.length > 0 && html`<${ListHead} kind="of-orders" columns=${columns} />`}
    <ul class="list orders" style=${widthsOf(columns)} aria-busy=${isLoading} ref=${window.list}>
      ${window.above}
      ${window.shown.map(
        (
          row,
        ) => html`<${OrderRow} key=${row.id} row=${row} isCurrent=${row.id === current} isChosen=${chosen.has(row.id)}
          isGone=${gone.has(row.id)} symbol=${symbolOf(row.storeId)} onChoose=${choose}
          writing=${`${settings.language} ${settings.digits}`} />`,
      )}
      ${window.below}
    </ul>
    ${hasMore && !problem && html`<${More} onMore=${more} isLoading=${isLoading} />`}
    ${
      picked.length > 0 &&
      html`<${Many} orders=${picked} onClear=${() => setChosen(() => none)} onAll=${async () => {
        const found = await all(mostAtOnce);
        setChosen(() => new Set(found.map(({ id }) => id)));
      }}
      onChanged=${refresh} />`
    }
  `;
}
