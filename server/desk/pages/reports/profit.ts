// What the orders of a period earned, by what they have in common. For those who may see costs.
import { type CurrencySymbol, label, t } from '../../i18n.ts';
import { ChoiceField } from '../../parts.ts';
import { useData } from '../../use.ts';
import { html, useState, type VNode } from '../../view.ts';
import { askWhole } from '../../whole.ts';
import { type Column, FiguresTable } from './figures-table.ts';
import { type ProfitQuery, type ProfitQueryVariables, profit } from './reports.graphql';

type Row = NonNullable<NonNullable<ProfitQuery['profitFigures']>['nodes'][number]>;
type Props = { asked: Omit<ProfitQueryVariables, 'by'>; symbol: CurrencySymbol };

const groupings = ['all', 'product', 'courier', 'district', 'channel', 'agent'] as const;
type Grouping = (typeof groupings)[number];
const columns: Column<Row>[] = [
  { text: 'orderFigures.orders', counts: 'placed', kind: 'count', of: (row) => row.orders },
  { text: 'profit.salesAmount', counts: 'sales', kind: 'money', of: (row) => row.salesAmount },
  { text: 'profit.refundedAmount', counts: 'refunds', kind: 'money', of: (row) => row.refundedAmount },
  { text: 'profit.costAmount', counts: 'cost-of-goods', kind: 'money', of: (row) => row.costAmount },
  { text: 'profit.chargedAmount', counts: 'courier-charges', kind: 'money', of: (row) => row.chargedAmount },
  { text: 'profit.damagedAmount', counts: 'damages', kind: 'money', of: (row) => row.damagedAmount },
  { text: 'profit.profitAmount', counts: 'profit', kind: 'money', of: (row) => row.profitAmount },
  { text: 'profit.uncostedAmount', counts: 'unknown-cost', kind: 'money', of: (row) => row.uncostedAmount },
];

const rowsOf = (answer: ProfitQuery | undefined): Row[] =>
  (answer?.profitFigures?.nodes ?? []).filter((row) => row !== null);

export function Profit({ asked, symbol }: Props): VNode {
  const [by, setBy] = useState<Grouping>('all');
  const variables = { ...asked, by: by === 'all' ? null : by };
  const read = useData(profit, variables, { most: 100 });
  const nameOf = (row: Row) => (by === 'all' ? label('profitBy', by) : (row.name ?? t('profit.none')));
  return html`<${FiguresTable<Row>} title=${t('profit.title')} basis=${t('profit.basis')} heading=${label('profitBy', by)}
    nameOf=${nameOf} keyOf=${(row: Row) => row.key ?? ''} columns=${columns} rows=${rowsOf(read.data)} read=${read}
    hasMore=${read.data?.profitFigures?.pageInfo.hasNextPage} whole=${async () => rowsOf(await askWhole(profit, variables))}
    file="profit" empty=${t('profit.noOrders')} symbol=${symbol}>
    <${ChoiceField} label=${t('profit.by')} value=${by} onInput=${(value: Grouping) => setBy(value)}
      options=${groupings.map((value) => ({ value, text: label('profitBy', value) }))} />
  <//>`;
}
