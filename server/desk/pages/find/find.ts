// Anything by a few letters: orders, customers, products, pages and acts. Ctrl-K opens it everywhere; on a phone it is the search.
import { latinDigits } from '../../../gate/typed-number.ts';
import { useCompany } from '../../company.ts';
import { type MessageKey, t } from '../../i18n.ts';
import type { IconName } from '../../icons.ts';
import { Styles } from '../../parts/styles.ts';
import { Badge, Empty, Icon, Money, PageHead, Problem, TextField, Time } from '../../parts.ts';
import { neededAt } from '../../permissions.ts';
import { type PageProps, setQuery } from '../../router.ts';
import { seenName } from '../../session-name.ts';
import { places } from '../../shell.ts';
import { useData, useSettled } from '../../use.ts';
import { type ComponentChildren, html, useEffect, useRef, useState, type VNode } from '../../view.ts';
import { Thumbnail } from '../products/thumbnail.ts';
import { find } from './find.graphql';

type Found = { href: string; name: string; icon?: IconName; more?: ComponentChildren; picture?: string | null };
type Act = { path: string; text: MessageKey; icon: IconName };

/** What one does, and pages that are not in the menu. */
const acts: Act[] = [
  { path: '/packing/hand-over', text: 'handOver.title', icon: 'truck' },
  { path: '/products/new', text: 'find.newProduct', icon: 'tag' },
  { path: '/stock/purchases/new', text: 'find.receiveGoods', icon: 'boxes' },
  { path: '/stock/count', text: 'find.countStock', icon: 'clipboard-check' },
  { path: '/products/move-in', text: 'find.moveIn', icon: 'download' },
  { path: '/settings/people', text: 'find.people', icon: 'people' },
  { path: '/settings/stores', text: 'find.stores', icon: 'house' },
  { path: '/settings/activity', text: 'find.activity', icon: 'clock-history' },
  { path: '/account', text: 'nav.account', icon: 'person-circle' },
];

const kept = 8;
/** What was opened from here, in this tab and session alone: names of customers stay on no shared computer. */
function useRecent(staffId: string) {
  const name = `${seenName}.found.${staffId}`;
  const read = (): Found[] => JSON.parse(sessionStorage.getItem(name) ?? '[]');
  const [recent] = useState(read);
  const open = ({ href, name: text, icon }: Found) => {
    const others = read().filter((other) => other.href !== href);
    sessionStorage.setItem(name, JSON.stringify([{ href, name: text, icon }, ...others].slice(0, kept)));
  };
  return { recent, open };
}

/** What has the text in its name, then what is called much like it. */
const withLike = <Row extends { id: string }>(named: readonly Row[] = [], like: readonly Row[] = []): Row[] =>
  [...named, ...like.filter(({ id }) => !named.some((other) => other.id === id))].slice(0, 8);

export default function Find({ query }: PageProps): VNode {
  const { viewer, can, symbolOf } = useCompany();
  const text = query.get('q') ?? '';
  const typed = text.trim();
  const search = useSettled(latinDigits(typed), 200);
  const { data, problem, reload } = useData(search.length >= 2 ? find : null, { search });
  const { recent, open } = useRecent(viewer.id!);
  const element = useRef<HTMLDivElement>(null);
  const links = () => [...element.current!.querySelectorAll<HTMLElement>('.found a')];
  useEffect(() => element.current!.querySelector('input')!.focus(), []);
  /** The arrows walk from the field through all that was found, and back. Enter in the field opens the first. */
  const walk = (event: KeyboardEvent) => {
    const all = links();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const field = element.current!.querySelector('input')!;
    // Enter may also end a word of an input method.
    const isTyped = event.key === 'Enter' && event.target === field && !event.isComposing;
    if (isTyped && all[0]) all[0].click();
    else if (event.key === 'ArrowDown') all[at + 1]?.focus();
    else if (event.key === 'ArrowUp') (all[at - 1] ?? field).focus();
    else return;
    event.preventDefault();
  };

  const words = typed.toLowerCase();
  const isCalled = ({ path, text: name }: Act) => t(name).toLowerCase().includes(words) || path.includes(words);
  const pages: Found[] = words
    ? [...places, ...acts]
        .filter(isCalled)
        .filter(({ path }) => !neededAt(path) || can(neededAt(path)!))
        .map(({ path, text: name, icon }) => ({ href: `/admin${path === '/' ? '' : path}`, name: t(name), icon }))
    : [];
  const isAnswered = search === latinDigits(typed) && search.length >= 2;
  const answer = isAnswered ? data : undefined;
  const orders: Found[] = (answer?.searchOrders?.nodes ?? []).map((order) => ({
    ...{ href: `/admin/orders/${order.id}`, name: order.number, icon: 'receipt' },
    more: html`${order.customer?.fullName} · <${Money} amount=${order.totalAmount} symbol=${symbolOf(order.storeId)} /> ·
      <${Time} at=${order.createdAt} /> <${Badge} list="status" code=${order.status} />`,
  }));
  const people = withLike(answer?.searchCustomers?.nodes, answer?.similarCustomers?.nodes);
  const customers: Found[] = people.map(({ id, fullName, phone }) => ({
    ...{ href: `/admin/customers/${id}`, name: fullName, icon: 'person-circle', more: phone },
  }));
  const goods = withLike(answer?.searchProducts?.nodes, answer?.similarProducts?.nodes);
  const products: Found[] = goods.map(({ id, name, thumbnailUrl }) => ({
    ...{ href: `/admin/products/${id}`, name, picture: thumbnailUrl },
  }));
  const group = (title: MessageKey, rows: Found[]) =>
    rows.length > 0 &&
    html`<section aria-label=${t(title)}><h2>${t(title)}</h2><ul class="list">${rows.map(
      (row) => html`<li key=${row.href}><a class="found-row" href=${row.href} onClick=${() => open(row)}>
        ${row.icon ? html`<${Icon} name=${row.icon} />` : html`<${Thumbnail} url=${row.picture} />`}
        <span class="grow"><strong>${row.name}</strong> ${row.more && html`<span class="quiet">${row.more}</span>`}</span></a></li>`,
    )}</ul></section>`;
  const groups = [
    group('nav.orders', orders),
    group('nav.customers', customers),
    group('nav.products', products),
    group('find.pages', pages),
  ].filter(Boolean);
  return html`<${Styles} of="find" />
    <${PageHead} title=${t('nav.find')} />
    <div class="stack" ref=${element} onKeyDown=${walk}>
      <${TextField} label=${t('find.what')} value=${text} onInput=${(value: string) => setQuery({ q: value || null })}
        attributes=${{ type: 'search', autocomplete: 'off', spellcheck: false, enterkeyhint: 'go' }} />
      <${Problem} of=${problem} onRetry=${reload} />
      <div class="found stack">
        ${words ? groups : group('find.recent', recent)}
        ${answer && groups.length === 0 && html`<div role="status"><${Empty}>${t('find.nothing', { text: typed })}<//></div>`}
      </div>
    </div>`;
}
