// What comes back: returns of customers that are expected, and parcels that couriers bring back.
import { ask, Refusal } from '../../client.ts';
import { useCompany } from '../../company.ts';
import { number, t } from '../../i18n.ts';
import { Rows } from '../../parts/rows.ts';
import { ScanField, signal } from '../../parts/scan-field.ts';
import { StoreFilter } from '../../parts/store-filter.ts';
import { TestBadge } from '../../parts/test-badge.ts';
import { byLastId, type RowOf, usePages } from '../../parts/use-pages.ts';
import { Badge, PageHead, Problem, Time } from '../../parts.ts';
import { navigate, type PageProps } from '../../router.ts';
import { useData, useNewest } from '../../use.ts';
import { html, useState, type VNode } from '../../view.ts';
import { type FindComingQuery, findComing, parcelsBack, returnCounts, returnsExpected } from './returns.graphql';

export default function Returns({ query }: PageProps): VNode {
  const storeId = query.get('store');
  const isParcels = query.get('list') === 'parcels';
  const counts = useData(returnCounts, { storeId }, { everyMs: 30_000 }).data?.workCounts;
  const tab = (list: string | null, text: string, count: number | null | undefined) => {
    const to = new URLSearchParams({ ...(list && { list }), ...(storeId && { store: storeId }) }).toString();
    return html`<a href="/admin/returns${to && `?${to}`}" aria-current=${Boolean(list) === isParcels ? 'page' : undefined}>
      ${text}${count != null && html` <span class="badge">${number(count)}</span>`}
    </a>`;
  };
  return html`
    <${PageHead} title=${t('nav.returns')}><${StoreFilter} query=${query} /><//>
    <${Find} storeId=${storeId} />
    <nav class="tabs" aria-label=${t('returns.lists')}>
      ${tab(null, t('returns.expected'), counts?.returnsRequested)}
      ${tab('parcels', t('returns.parcels'), counts?.parcelsComingBack)}
    </nav>
    ${isParcels ? html`<${Parcels} storeId=${storeId} />` : html`<${Expected} storeId=${storeId} />`}
  `;
}

/** Any code on a parcel or its papers leads to the page that receives it. */
function Find({ storeId }: { storeId: string | null }): VNode {
  const { filterBy } = useCompany();
  const [missed, setMissed] = useState('');
  const [problem, setProblem] = useState<Refusal>();
  const begin = useNewest();
  const find = async (code: string) => {
    setMissed('');
    setProblem(undefined);
    const isNewest = begin();
    try {
      const parcel = { trackingCode: { equalTo: code }, ...filterBy(storeId) };
      const back = { number: { equalTo: code }, ...filterBy(storeId) };
      const to = placeOf(await ask(findComing, { code, storeId, parcel, return: back }));
      if (!isNewest()) return;
      signal(Boolean(to));
      if (to) navigate(to);
      else setMissed(code);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setProblem(error);
    }
  };
  return html`<div class="card find">
    <${ScanField} label=${t('returns.find')} hint=${t('returns.findHint')} onScan=${find} isFirst
      problems=${missed ? [t('returns.notFound', { code: missed })] : undefined} />
    <${Problem} of=${problem} />
  </div>`;
}

function placeOf({ parcels, returns, searchOrders }: FindComingQuery): string | undefined {
  const [asked] = returns?.nodes ?? [];
  if (asked) return `/returns/${asked.id}`;
  const [labelled] = parcels?.nodes ?? [];
  if (labelled) return `/returns/parcels/${labelled.id}`;
  const moves = (searchOrders?.nodes ?? []).flatMap(({ possibleMoves }) => possibleMoves ?? []);
  const move = moves.find(({ mutation, allowed }) => allowed && /^receive(Return|Parcel)$/.test(mutation ?? ''));
  if (!move) return undefined;
  return move.mutation === 'receiveReturn' ? `/returns/${move.returnId}` : `/returns/parcels/${move.parcelId}`;
}

function Expected({ storeId }: { storeId: string | null }): VNode {
  const list = usePages(returnsExpected, { storeId, after: null }, (data) => byLastId(data.list));
  return html`<${Rows} list=${list} empty=${t('returns.noneExpected')} row=${(row: RowOf<typeof list>) => html`
    <div class="grow">
      <p><a href="/admin/returns/${row.id}">${row.number}</a> <${TestBadge} storeId=${row.storeId} /></p>
      <p class="quiet">${[row.order?.customer?.fullName, row.reason].filter(Boolean).join(' · ')}</p>
    </div>
    <${Time} at=${row.createdAt} style="day" />`} />`;
}

function Parcels({ storeId }: { storeId: string | null }): VNode {
  const list = usePages(parcelsBack, { storeId, after: null }, (data) => byLastId(data.list));
  return html`<${Rows} list=${list} empty=${t('returns.noneComing')} row=${(row: RowOf<typeof list>) => html`
    <div class="grow">
      <p><a href="/admin/returns/parcels/${row.id}">${row.order?.number}</a> <${TestBadge} storeId=${row.storeId} /></p>
      <p class="quiet">${[row.order?.customer?.fullName, row.courier?.name, row.trackingCode].filter(Boolean).join(' · ')}</p>
    </div>
    <div class="end">
      <${Badge} list="parcelStatus" code=${row.status} />
      <p class="quiet">${row.daysOut != null && t('returns.daysOut', { count: row.daysOut })}</p>
    </div>`} />`;
}
