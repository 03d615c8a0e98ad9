// One payout as it was recorded: its parcels, what was collected of each, and what the courier charged, by kind. What was
// voided since stays, and is marked. For those who may see what couriers charge.
import { fromPoisha, inPoisha } from '../../amounts.ts';
import { useCompany } from '../../company.ts';
import { type CurrencySymbol, label, money, t } from '../../i18n.ts';
import { HistoryLink } from '../../parts/history-link.ts';
import { Badge, Card, Loading, Money, PageHead, Problem, Time } from '../../parts.ts';
import { addressOf, type PageProps } from '../../router.ts';
import { useData } from '../../use.ts';
import { html, type VNode } from '../../view.ts';
import { maySeePayouts } from './courier.ts';
import { type PayoutRecordQuery, payoutRecord } from './payouts.graphql';
import { collectedOf, noPage } from './payouts.ts';

type Payout = NonNullable<PayoutRecordQuery['payout']>;
type Parcel = Payout['payments']['nodes'][number]['parcel'];
type Cell = { amount: string; isVoided: boolean; agreed?: string | null };
type Kind = Payout['courierCharges']['nodes'][number]['kind'];
/** What is said of a parcel, or of the whole payout: then with a note in its place. */
type Row = {
  key: string;
  parcel: Parcel;
  note?: string | null;
  collected?: Cell;
  charges: Partial<{ [kind in Kind]: Cell }>;
};

const kinds = ['delivery', 'cod', 'return', 'other'] as const satisfies Kind[];

/** By how much it is above what was agreed, in poisha, as far as that is known. */
const overOf = ({ amount, agreed }: Cell): number => (agreed ? inPoisha(amount) - inPoisha(agreed) : 0);
const aboveAgreed = (charges: Row['charges']): number =>
  Object.values(charges).reduce((sum, cell) => sum + overOf(cell), 0);

/** The parcels in the order in which they were recorded, then the charges of the whole payout. */
function rowsOf({ payments, courierCharges }: Payout): Row[] {
  const rows = new Map<string, Row>();
  const rowOf = (key: string, parcel: Parcel): Row => {
    const row = rows.get(key) ?? { key, parcel, charges: {} };
    rows.set(key, row);
    return row;
  };
  for (const payment of payments.nodes)
    rowOf(payment.parcelId ?? payment.id, payment.parcel).collected = {
      amount: collectedOf(payment),
      isVoided: payment.status === 'voided',
    };
  const voided = new Set(courierCharges.nodes.map(({ reversesId }) => reversesId));
  for (const { id, kind, amount, agreedAmount, note, parcelId, parcel, reversesId } of courierCharges.nodes) {
    if (reversesId) continue;
    const row = rowOf(parcelId ?? id, parcel);
    row.note = note;
    row.charges[kind] = { amount, isVoided: voided.has(id), agreed: agreedAmount };
  }
  return [...rows.values()].toSorted((one, other) => Number(!one.parcel) - Number(!other.parcel));
}

export default function PayoutRecord(props: PageProps): VNode {
  return maySeePayouts(useCompany()) ? html`<${Shown} ...${props} />` : noPage();
}

function Shown({ params, query }: PageProps): VNode {
  const { symbolOf, zoneOf } = useCompany();
  const { data, problem, reload } = useData(payoutRecord, { id: params.payout! });
  const payout = data?.payout;
  const symbol = symbolOf(payout?.storeId);
  const rows = payout ? rowsOf(payout) : [];
  const above = rows.reduce((sum, { charges }) => sum + aboveAgreed(charges), 0);
  const back = {
    href: addressOf(`/couriers/${params.id}/payouts`, { store: query.get('store') }),
    text: payout?.courier ? t('payouts.of', { name: payout.courier.name }) : t('payouts.title'),
  };
  return html`
    <${PageHead} title=${payout?.reference ?? t(data && !payout ? 'problem.noPage' : 'payouts.one')} back=${back}>
      ${payout && html`<${HistoryLink} type="payout" id=${params.payout} />`}
    <//>
    <${Problem} of=${problem} onRetry=${reload} />
    ${!data && !problem && html`<${Loading} />`}
    ${
      payout &&
      html`<div class="stack">
      <${Card} title=${t('payouts.recorded')}>
        <p class="quiet"><${Time} at=${payout.receivedAt ?? payout.createdAt} zone=${zoneOf(payout.storeId)} /></p>
        <dl class="sums">
          <${Sum} text=${t('payouts.collected')} amount=${collectedOf(payout)} symbol=${symbol} />
          <${Sum} text=${t('payouts.charged')} amount=${payout.chargedAmount} symbol=${symbol} />
          ${above !== 0 && html`<${Sum} text=${t('payouts.aboveAgreed')} amount=${fromPoisha(above)} symbol=${symbol} />`}
          <${Sum} text=${t('payouts.transferred')} amount=${payout.amount} symbol=${symbol} isSum />
        </dl>
      <//>
      <${Card} title=${t('payouts.parcels')}>
        ${rows.some(isVoided) && html`<p class="quiet">${t('payouts.voided')}</p>`}
        <${Lines} rows=${rows} symbol=${symbol} />
      <//>
    </div>`
    }`;
}

type SumProps = { text: string; amount: string; symbol: CurrencySymbol; isSum?: boolean };

const Sum = ({ text, amount, symbol, isSum }: SumProps): VNode =>
  html`<div class=${isSum ? 'sum' : ''}><dt>${text}</dt><dd><${Money} amount=${amount} symbol=${symbol} /></dd></div>`;

const isVoided = ({ collected, charges }: Row): boolean =>
  Boolean(collected?.isVoided) || Object.values(charges).some((cell) => cell.isVoided);

/** Only those kinds that the payout has. */
function Lines({ rows, symbol }: { rows: Row[]; symbol: CurrencySymbol }): VNode {
  const used = kinds.filter((kind) => rows.some(({ charges }) => charges[kind]));
  return html`<div class="scroll" role="group" tabindex="0" aria-label=${t('payouts.parcels')}><table>
    <thead><tr><th scope="col">${t('payouts.parcel')}</th><th scope="col" class="end">${t('payouts.collected')}</th>
      ${used.map((kind) => html`<th key=${kind} scope="col" class="end">${label('chargeKind', kind)}</th>`)}</tr></thead>
    <tbody>${rows.map(
      (row) => html`<tr key=${row.key}>
        <td><${What} of=${row} />${isVoided(row) && html` <${Badge} list="moneyStatus" code="voided" />`}</td>
        <td class="end"><${Amount} of=${row.collected} symbol=${symbol} /></td>
        ${used.map((kind) => html`<td key=${kind} class="end"><${Amount} of=${row.charges[kind]} symbol=${symbol} /></td>`)}
      </tr>`,
    )}</tbody>
  </table></div>`;
}

const What = ({ of: { parcel, note } }: { of: Row }): VNode =>
  parcel
    ? html`<a href="/admin/orders/${parcel.order?.id}">${parcel.order?.number}</a> <span class="quiet">${parcel.trackingCode}</span>`
    : html`<span>${note}</span>`;

function Amount({ of, symbol }: { of: Cell | undefined; symbol: CurrencySymbol }): VNode | null {
  if (!of) return null;
  const shown = html`<${Money} amount=${of.amount} symbol=${symbol} />`;
  if (of.isVoided) return html`<del>${shown}</del>`;
  const over = overOf(of);
  if (over === 0) return shown;
  return html`${shown}<br /><span class=${over > 0 ? 'problem' : 'quiet'}>${t('payout.agreed', { amount: money(of.agreed, symbol) })}</span>`;
}
