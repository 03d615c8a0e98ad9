// The sales of all stores side by side, and together.
import { fromPoisha, inPoisha } from '../../amounts.ts';
import { type CurrencySymbol, t } from '../../i18n.ts';
import { useData } from '../../use.ts';
import { html, type VNode } from '../../view.ts';
import { type Column, FiguresTable } from './figures-table.ts';
import { type SalesOfStoresQuery, type SalesOfStoresQueryVariables, salesOfStores } from './reports.graphql';
import { countedAs } from './sales.ts';

type Store = NonNullable<SalesOfStoresQuery['stores']>['nodes'][number];
type Row = { id: string; name: string } & Pick<NonNullable<Store['salesSummary']>, 'orders' | (typeof amounts)[number]>;
type Props = { asked: SalesOfStoresQueryVariables; symbol: CurrencySymbol };

const amounts = ['grossSales', 'netSales', 'netRevenue', 'moneyReceived'] as const;
const columns: Column<Row>[] = [
  { text: 'figure.orders', counts: 'orders-delivered', kind: 'count', of: (row) => row.orders },
  ...amounts.map((amount) => ({
    text: `figure.${amount}` as const,
    counts: countedAs[amount],
    kind: 'money' as const,
    of: (row: Row) => row[amount],
  })),
];

export function StoreFigures({ asked, symbol }: Props): VNode {
  const read = useData(salesOfStores, asked);
  const rows: Row[] = (read.data?.stores?.nodes ?? []).flatMap(({ id, name, salesSummary }) =>
    salesSummary ? [{ id, name, ...salesSummary }] : [],
  );
  const sum = (amount: (typeof amounts)[number]) =>
    fromPoisha(rows.reduce((total, row) => total + inPoisha(row[amount]), 0));
  const total: Row = {
    ...{ id: '', name: t('reports.together'), orders: rows.reduce((count, { orders }) => count + (orders ?? 0), 0) },
    ...{ grossSales: sum('grossSales'), netSales: sum('netSales') },
    ...{ netRevenue: sum('netRevenue'), moneyReceived: sum('moneyReceived') },
  };
  const all = rows.length > 0 ? [...rows, total] : [];
  return html`<${FiguresTable<Row>} title=${t('reports.byStore')} basis=${t('reports.byStoreBasis')} heading=${t('filter.store')}
    nameOf=${(row: Row) => row.name} keyOf=${(row: Row) => row.id} columns=${columns} rows=${all} read=${read} hasMore=${false}
    whole=${async () => all} file="stores" empty=${t('reports.noStore')} symbol=${symbol} />`;
}
