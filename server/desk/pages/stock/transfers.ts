// Brings goods from one location to another, as one document; and those that were brought.

import { useCompany } from '../../company.ts';
import { t } from '../../i18n.ts';
import { limitsOf } from '../../limits.ts';
import { numberOf } from '../../number.ts';
import { HistoryLink } from '../../parts/history-link.ts';
import { Rows } from '../../parts/rows.ts';
import { byCursor, type RowOf, usePages } from '../../parts/use-pages.ts';
import { Card, Form, PageHead, say, TextField, Time } from '../../parts.ts';
import type { PageProps } from '../../router.ts';
import { useSave } from '../../use.ts';
import { html, useState, type VNode } from '../../view.ts';
import { areLinesFilled, type GoodsLine, GoodsLines, hasLineProblems } from './goods-lines.ts';
import { linesText } from './lines-text.ts';
import { LocationField } from './locations.ts';
import { transferStock, transfers } from './transfers.graphql';

export default function Transfers({ query }: PageProps): VNode {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [reason, setReason] = useState('');
  const [lines, setLines] = useState<GoodsLine[]>([]);
  const { save, isBusy, problem, cancel } = useSave(transferStock);
  const list = usePages(transfers, { first: 20 }, (data) => byCursor(data.list));
  const submit = async () => {
    if (!areLinesFilled()) return;
    const saved = await save({
      fromLocationId: from,
      toLocationId: to,
      reason: reason || null,
      lines: lines.map(({ variantId, quantity }) => ({ variantId, quantity: numberOf(quantity) ?? 0 })),
    });
    if (!saved) return;
    say(t('transfer.done', { number: saved.transferStock!.stockTransfer!.number }));
    setLines([]);
    setReason('');
    await list.reload();
  };
  const fields = problem?.fields ?? {};
  const row = (one: RowOf<typeof list>) => html`
    <div class="grow">
      <p>${one.number} <span class="quiet">${one.reason}</span></p>
      <p>${t('transfer.way', { from: one.fromLocation?.name ?? '', to: one.toLocation?.name ?? '' })}</p>
      <p class="quiet">${linesText(one.stockTransferLines)}</p>
    </div>
    <div class="end"><${Time} at=${one.createdAt} /><p class="quiet">${one.actorName}</p></div>
    <${HistoryLink} type="stock_transfer" id=${one.id} />`;
  return html`
    <${PageHead} title=${t('stock.transfer')} back=${{ href: '/admin/stock', text: t('nav.stock') }} />
    ${
      useCompany().can('inventory_manage') &&
      html`<${GoodsLines} lines=${lines} onLines=${setLines} start=${query.get('sku') ?? ''} problems=${fields} />
    <${Card} title=${t('transfer.where')}>
      <${Form} onSubmit=${submit} submit=${t('transfer.submit')} isBusy=${isBusy} problem=${hasLineProblems(fields) ? undefined : problem} onCancel=${cancel}
        disabled=${lines.length === 0 || !from || !to}>
        <div class="fields beside">
          <${LocationField} label=${t('transfer.from')} value=${from} onInput=${setFrom} problems=${fields.fromLocationId} />
          <${LocationField} label=${t('transfer.to')} value=${to} onInput=${setTo} other=${from} problems=${fields.toLocationId} />
          <${TextField} label=${t('adjust.reason')} value=${reason} onInput=${setReason} problems=${fields.reason}
            attributes=${limitsOf('transfer_stock.reason')} />
        </div>
      <//>
    <//>`
    }
    <${Card} title=${t('transfer.former')}><${Rows} list=${list} empty=${t('transfer.none')} row=${row} /><//>
  `;
}
