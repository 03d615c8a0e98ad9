// What earned most in a period, in one store or in all.
import { useCompany } from '../../company.ts';
import { type CurrencySymbol, t } from '../../i18n.ts';
import { useData } from '../../use.ts';
import { html, type VNode } from '../../view.ts';
import { type Column, FiguresTable } from './figures-table.ts';
import { type TopProductsQuery, type TopProductsQueryVariables, topProducts } from './reports.graphql';

type Row = NonNullable<NonNullable<TopProductsQuery['bestProducts']>['nodes'][number]>;
type Props = { asked: TopProductsQueryVariables; symbol: CurrencySymbol };

const figures: Column<Row>[] = [
  { text: 'reports.sold', counts: 'sold', kind: 'count', of: (row) => row.unitsSold },
  { text: 'reports.returned', counts: 'returned', kind: 'count', of: (row) => row.unitsReturned },
  { text: 'figure.netSales', counts: 'net-sales', kind: 'money', of: (row) => row.revenue },
];

export function TopProducts({ asked, symbol }: Props): VNode {
  const { stores } = useCompany();
  const read = useData(topProducts, asked);
  const rows = (read.data?.bestProducts?.nodes ?? []).filter((row) => row !== null);
  const nameOf = ({ productName, variantName }: Row) =>
    variantName && variantName !== productName ? `${productName} · ${variantName}` : (productName ?? '');
  const storeOf = ({ storeId }: Row) => stores.find(({ id }) => id === storeId)?.name;
  const columns: Column<Row>[] = [
    { text: 'variant.sku', kind: 'text', of: (row) => row.sku },
    ...(asked.storeId ? [] : [{ text: 'filter.store', kind: 'text', of: storeOf } as const]),
    ...figures,
  ];
  return html`<${FiguresTable<Row>} title=${t('reports.topProducts')} basis=${t('reports.topProductsBasis')} heading=${t('reports.product')}
    nameOf=${nameOf} keyOf=${(row: Row) => row.variantId!} hrefOf=${(row: Row) => `/admin/stock/${row.variantId}`} columns=${columns}
    rows=${rows} read=${read} hasMore=${false} whole=${async () => rows} file="top products" empty=${t('reports.nothingSold')}
    symbol=${symbol} />`;
}
