// The calls to customers in a period: how they ended, in all and by who recorded them.
import { label, number, t } from '../../i18n.ts';
import { Counted } from '../../parts/counted.ts';
import { saveCsv } from '../../parts/csv.ts';
import { Card, Empty, Loading, Problem } from '../../parts.ts';
import { useData } from '../../use.ts';
import { html, type VNode } from '../../view.ts';
import { callOutcomes } from '../orders/call-outcomes.ts';
import { ReportActs } from './report-acts.ts';
import { type CallFiguresQuery, type CallFiguresQueryVariables, callFigures } from './reports.graphql';

type Row = NonNullable<NonNullable<NonNullable<CallFiguresQuery['store']>['callFigures']>['nodes'][number]>;

const counts = ['calls', 'orders', 'confirmedOrders'] as const;
/** What the guide calls the first headings; what follows are the outcomes of calls. */
const countedAs = ['calls', 'calls', 'orders-confirmed', 'calls-per-confirmed-order'] as const;
const fields = {
  confirmed: 'confirmed',
  no_answer: 'noAnswer',
  switched_off: 'switchedOff',
  wrong_number: 'wrongNumber',
  will_call_back: 'willCallBack',
  refused: 'refused',
  asked_to_change: 'askedToChange',
} as const satisfies Record<(typeof callOutcomes)[number], keyof Row>;

const nameOf = ({ name }: Row): string => name ?? t('callFigures.all');

export function Calls({ asked }: { asked: CallFiguresQueryVariables }): VNode {
  const { data, problem, reload } = useData(callFigures, asked);
  const rows = (data?.store?.callFigures?.nodes ?? []).filter((row) => row !== null);
  const headings = [
    ...counts.map((count) => label('callFigures', count)),
    t('callFigures.perConfirmation'),
    ...callOutcomes.map((outcome) => label('callOutcome', outcome)),
  ];
  const figuresOf = (row: Row) => [
    ...counts.map((count) => row[count] ?? 0),
    row.callsPerConfirmation === null ? null : Number(row.callsPerConfirmation),
    ...callOutcomes.map((outcome) => row[fields[outcome]] ?? 0),
  ];
  const download = () =>
    saveCsv('calls', [[t('callFigures.agent'), ...headings], ...rows.map((row) => [nameOf(row), ...figuresOf(row)])]);
  const acts = html`<${ReportActs} onCsv=${download} disabled=${rows.length === 0} />`;
  return html`<${Card} title=${t('callFigures.title')} acts=${acts}>
    <${Problem} of=${problem} onRetry=${reload} />
    ${!data && !problem && html`<${Loading} />`}
    ${data && rows.length === 0 && html`<${Empty}>${t('callFigures.none')}<//>`}
    ${
      rows.length > 0 &&
      html`<div class="scroll" role="group" tabindex="0" aria-label=${t('callFigures.title')}><table>
        <thead><tr><th scope="col">${t('callFigures.agent')}</th>
          ${headings.map(
            (heading, n) =>
              html`<th key=${heading} scope="col" class="end">${
                countedAs[n] ? html`<${Counted} text=${heading} figure=${countedAs[n]} />` : heading
              }</th>`,
          )}</tr></thead>
        <tbody>${rows.map(
          (row) => html`<tr key=${`${row.actorType} ${row.actorId}`}>
            <td>${nameOf(row)}</td>
            ${figuresOf(row).map((figure, n) => html`<td key=${n} class="end figure">${figure !== null && number(figure)}</td>`)}
          </tr>`,
        )}</tbody>
      </table></div>`
    }
  <//>`;
}
