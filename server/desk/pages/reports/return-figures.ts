// Why goods came back in a period.
import { type CurrencySymbol, t } from '../../i18n.ts';
import { useData } from '../../use.ts';
import { html, type VNode } from '../../view.ts';
import { askWhole } from '../../whole.ts';
import { type Column, FiguresTable } from './figures-table.ts';
import { type ReturnFiguresQuery, type ReturnFiguresQueryVariables, returnFigures } from './reports.graphql';

type Row = NonNullable<NonNullable<ReturnFiguresQuery['returnFigures']>['nodes'][number]>;
type Props = { asked: ReturnFiguresQueryVariables; symbol: CurrencySymbol };

const columns: Column<Row>[] = [
  { text: 'returnFigures.returns', counts: 'times', kind: 'count', of: (row) => row.returns },
  { text: 'returnFigures.received', counts: 'arrived', kind: 'count', of: (row) => row.receivedReturns },
  { text: 'orderFigures.units', counts: 'units', kind: 'count', of: (row) => row.units },
  { text: 'returnFigures.damaged', counts: 'damaged', kind: 'count', of: (row) => row.damagedUnits },
  { text: 'returnFigures.amount', counts: 'worth-of-what-came-back', kind: 'money', of: (row) => row.amount },
];

const rowsOf = (answer: ReturnFiguresQuery | undefined): Row[] =>
  (answer?.returnFigures?.nodes ?? []).filter((row) => row !== null);
const nameOf = ({ wasDelivered, reason }: Row): string =>
  t(wasDelivered ? 'returnFigures.fromCustomer' : 'returnFigures.undelivered', {
    reason: reason ?? t('returnFigures.noReason'),
  });

export function ReturnFigures({ asked, symbol }: Props): VNode {
  const read = useData(returnFigures, asked, { most: 100 });
  return html`<${FiguresTable<Row>} title=${t('returnFigures.title')} basis=${t('returnFigures.basis')} heading=${t('returnFigures.reason')}
    nameOf=${nameOf} keyOf=${nameOf} columns=${columns} rows=${rowsOf(read.data)} read=${read}
    hasMore=${read.data?.returnFigures?.pageInfo.hasNextPage} whole=${async () => rowsOf(await askWhole(returnFigures, asked))}
    file="returns" empty=${t('returnFigures.none')} symbol=${symbol} />`;
}
