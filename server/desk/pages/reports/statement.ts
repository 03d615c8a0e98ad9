// The statement for the accountant: every order, payment, refund and charge of a courier in a month, as a file.
import { ask } from '../../client.ts';
import { label, t } from '../../i18n.ts';
import { saveCsv } from '../../parts/csv.ts';
import { Button, Card, Problem, say } from '../../parts.ts';
import { useWork } from '../../use.ts';
import { html, type VNode } from '../../view.ts';
import { type StatementQueryVariables, statement } from './reports.graphql';

/** As staff.statement gives them. */
type Line = [day: string, kind: string, ...others: (string | null)[]];

const headings = () => [
  ...[t('reports.day'), t('statement.kind'), t('filter.store'), t('print.number'), t('statement.reference')],
  ...[t('statement.party'), t('figure.grossSales'), t('newOrder.discount'), t('statement.notKept')],
  ...[t('newOrder.shipping'), t('print.tax'), t('reports.amount'), t('statement.currency')],
];

export function Statement({ asked, of }: { asked: StatementQueryVariables; of: string }): VNode {
  const { isBusy, problem, run } = useWork();
  const download = () =>
    run(async () => {
      const lines = ((await ask(statement, asked)).statement ?? []) as Line[];
      if (lines.length === 0) return say(t('statement.none'));
      saveCsv(`statement ${of}`, [
        headings(),
        ...lines.map(([day, kind, ...others]) => [day, label('statementKind', kind), ...others]),
      ]);
    });
  const acts = html`<${Button} kind="plain" icon="download" isBusy=${isBusy} onClick=${download}>${t('reports.csv')}<//>`;
  return html`<${Card} title=${t('statement.title')} acts=${acts}>
    <p class="quiet">${t('statement.basis')}</p>
    <${Problem} of=${problem} />
  <//>`;
}
