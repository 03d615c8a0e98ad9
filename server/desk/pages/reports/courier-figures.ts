// How couriers deliver: of the parcels that were booked in a period, courier by courier.
import { type CurrencySymbol, t } from '../../i18n.ts';
import { useData } from '../../use.ts';
import { html, type VNode } from '../../view.ts';
import { askWhole } from '../../whole.ts';
import { type Column, FiguresTable } from './figures-table.ts';
import { type CourierFiguresQuery, type CourierFiguresQueryVariables, courierFigures } from './reports.graphql';

type Row = NonNullable<NonNullable<CourierFiguresQuery['courierFigures']>['nodes'][number]>;
type Props = { asked: CourierFiguresQueryVariables; symbol: CurrencySymbol; showsCharges: boolean };

const charges: Column<Row> = {
  ...{ text: 'profit.chargedAmount', counts: 'courier-charges', kind: 'money' },
  of: (row) => row.chargedAmount,
};
const columnsOf = (showsCharges: boolean): Column<Row>[] => [
  { text: 'reports.parcels', counts: 'parcels', kind: 'count', of: (row) => row.parcels },
  { text: 'orderFigures.openOrders', counts: 'open', kind: 'count', of: (row) => row.openParcels },
  { text: 'orderFigures.deliveredOrders', counts: 'delivered', kind: 'count', of: (row) => row.deliveredParcels },
  { text: 'orderFigures.returnedOrders', counts: 'came-back', kind: 'count', of: (row) => row.returnedParcels },
  { text: 'orderFigures.deliveredShare', counts: 'delivered-of-sent', kind: 'share', of: (row) => row.deliveredShare },
  { text: 'courierFigures.days', counts: 'days-to-deliver', kind: 'days', of: (row) => row.daysToDelivery },
  { text: 'courierFigures.collected', counts: 'cash-collected', kind: 'money', of: (row) => row.collectedAmount },
  ...(showsCharges ? [charges] : []),
];

const rowsOf = (answer: CourierFiguresQuery | undefined): Row[] =>
  (answer?.courierFigures?.nodes ?? []).filter((row) => row !== null);

export function CourierFigures({ asked, symbol, showsCharges }: Props): VNode {
  const read = useData(courierFigures, asked, { most: 100 });
  return html`<${FiguresTable<Row>} title=${t('courierFigures.title')} basis=${t('courierFigures.basis')} heading=${t('reports.courier')}
    nameOf=${(row: Row) => row.name ?? t('orders.byHand')} keyOf=${(row: Row) => row.courierId ?? ''} columns=${columnsOf(showsCharges)}
    rows=${rowsOf(read.data)} read=${read} hasMore=${read.data?.courierFigures?.pageInfo.hasNextPage}
    whole=${async () => rowsOf(await askWhole(courierFigures, asked))} file="couriers" empty=${t('courierFigures.none')} symbol=${symbol} />`;
}
