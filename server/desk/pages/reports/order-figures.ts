// What became of the orders that were placed in a period, by what they have in common.
import { type CurrencySymbol, label, t } from '../../i18n.ts';
import { ChoiceField } from '../../parts.ts';
import { useData } from '../../use.ts';
import { html, useState, type VNode } from '../../view.ts';
import { askWhole } from '../../whole.ts';
import { type Column, FiguresTable } from './figures-table.ts';
import { type OrderFiguresQuery, type OrderFiguresQueryVariables, orderFigures } from './reports.graphql';

type Row = NonNullable<NonNullable<OrderFiguresQuery['orderFigures']>['nodes'][number]>;
const groupings = ['agent', 'channel', 'district', 'product', 'hour'] as const;
type Grouping = (typeof groupings)[number];
type Props = { asked: Omit<OrderFiguresQueryVariables, 'by'>; symbol: CurrencySymbol };

const columns: Column<Row>[] = [
  { text: 'orderFigures.orders', counts: 'placed', kind: 'count', of: (row) => row.orders },
  { text: 'orderFigures.cancelledOrders', counts: 'cancelled', kind: 'count', of: (row) => row.cancelledOrders },
  { text: 'orderFigures.openOrders', counts: 'open', kind: 'count', of: (row) => row.openOrders },
  { text: 'orderFigures.deliveredOrders', counts: 'delivered', kind: 'count', of: (row) => row.deliveredOrders },
  { text: 'orderFigures.returnedOrders', counts: 'came-back', kind: 'count', of: (row) => row.returnedOrders },
  { text: 'orderFigures.deliveredShare', counts: 'delivered-of-sent', kind: 'share', of: (row) => row.deliveredShare },
  { text: 'orderFigures.units', counts: 'units', kind: 'count', of: (row) => row.units },
  { text: 'orderFigures.orderedAmount', counts: 'ordered', kind: 'money', of: (row) => row.orderedAmount },
  { text: 'orderFigures.netAmount', counts: 'kept', kind: 'money', of: (row) => row.netAmount },
];

const rowsOf = (answer: OrderFiguresQuery | undefined): Row[] =>
  (answer?.orderFigures?.nodes ?? []).filter((row) => row !== null);

export function OrderFigures({ asked, symbol }: Props): VNode {
  const [by, setBy] = useState<Grouping>('agent');
  const variables = { ...asked, by };
  const read = useData(orderFigures, variables, { most: 100 });
  return html`<${FiguresTable<Row>} title=${t('orderFigures.title')} basis=${t('orderFigures.basis')} heading=${label('profitBy', by)}
    nameOf=${(row: Row) => row.name ?? t('profit.none')} keyOf=${(row: Row) => row.key ?? ''} columns=${columns} rows=${rowsOf(read.data)}
    read=${read} hasMore=${read.data?.orderFigures?.pageInfo.hasNextPage} whole=${async () => rowsOf(await askWhole(orderFigures, variables))}
    file=${`orders by ${by}`} empty=${t('profit.noOrders')} symbol=${symbol}>
    <${ChoiceField} label=${t('profit.by')} value=${by} onInput=${(value: Grouping) => setBy(value)}
      options=${groupings.map((value) => ({ value, text: label('profitBy', value) }))} />
  <//>`;
}
