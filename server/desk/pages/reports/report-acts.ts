// What may be done with a report: it is printed alone, or saved as CSV.
import { t } from '../../i18n.ts';
import { Button } from '../../parts.ts';
import { html, type VNode } from '../../view.ts';

type ActsProps = { onCsv: () => unknown; disabled: boolean; isBusy?: boolean };

export function ReportActs({ onCsv, disabled, isBusy = false }: ActsProps): VNode {
  return html`<span class="report-acts">
    <${Button} kind="plain" icon="printer" disabled=${disabled} onClick=${printReport}>${t('reports.print')}<//>
    <${Button} kind="plain" icon="download" isBusy=${isBusy} disabled=${disabled} onClick=${onCsv}>${t('reports.csv')}<//>
  </span>`;
}

/** The others stay on the screen: styles/parts.css. */
function printReport({ currentTarget }: MouseEvent): void {
  const card = (currentTarget as HTMLElement).closest<HTMLElement>('.card')!;
  card.dataset.printed = '';
  addEventListener('afterprint', () => delete card.dataset.printed, { once: true });
  print();
}
