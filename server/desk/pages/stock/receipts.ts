// The receipts of a purchase. A wrong one is not changed: a new document takes goods of it back.
import { useCompany } from '../../company.ts';
import { t } from '../../i18n.ts';
import { Stepper, unitsIn } from '../../parts/stepper.ts';
import { Button, Card, Dialog, Empty, Form, Loading, Problem, say, TextField, Time } from '../../parts.ts';
import { useData, useSave } from '../../use.ts';
import { html, useState, type VNode } from '../../view.ts';
import { linesText } from './lines-text.ts';
import { correctReceipt, type PurchaseQuery, receiptLines } from './purchases.graphql';

type Purchase = NonNullable<PurchaseQuery['purchase']>;
type Receipt = Purchase['goodsReceipts']['nodes'][number];

export function Receipts({ of, onChanged }: { of: Purchase; onChanged: () => Promise<void> }): VNode {
  const { can } = useCompany();
  const [wrong, setWrong] = useState<Receipt>();
  const receipts = of.goodsReceipts.nodes;
  const corrected = async () => {
    setWrong(undefined);
    await onChanged();
  };
  return html`<${Card} title=${t('purchase.receipts')}>
    ${receipts.length === 0 && html`<${Empty}>${t('purchase.noReceipts')}<//>`}
    <ul class="work-lines">
      ${receipts.map(
        (receipt) => html`<li key=${receipt.id}>
          <div class="grow">
            <p><strong>${receipt.number}</strong>
              ${receipt.corrects && html` <span class="badge">${t('purchase.corrects', { number: receipt.corrects.number })}</span>`}</p>
            <p>${linesText(receipt.goodsReceiptLines)}</p>
            <p class="quiet">${[receipt.supplierDocument, receipt.note, receipt.actorName].filter(Boolean).join(' · ')}
              ${' '}<${Time} at=${receipt.createdAt} /></p>
          </div>
          ${
            !receipt.correctsId &&
            can('inventory_manage') &&
            html`<${Button} kind="plain" onClick=${() => setWrong(receipt)}>${t('purchase.takeBack')}<//>`
          }
        </li>`,
      )}
    </ul>
    ${wrong && html`<${TakeBack} receipt=${wrong} onDone=${corrected} onClose=${() => setWrong(undefined)} />`}
  <//>`;
}

type TakeBackProps = { receipt: Receipt; onDone: () => Promise<void>; onClose: () => void };

function TakeBack({ receipt, onDone, onClose }: TakeBackProps): VNode {
  const [reason, setReason] = useState('');
  const [units, setUnits] = useState<Record<string, string>>({});
  const { save, isBusy, problem, cancel } = useSave(correctReceipt);
  const read = useData(receiptLines, { id: receipt.id });
  const lines = read.data?.goodsReceipt?.goodsReceiptLines.nodes ?? [];
  const given = unitsIn(units, lines);
  const submit = async () => {
    // No lines at all: the server takes back all that is left of the receipt.
    if (!(await save({ receiptId: receipt.id, reason, lines: given.length > 0 ? given : null }))) return;
    say(t('purchase.takenBack'));
    await onDone();
  };
  return html`<${Dialog} title=${t('purchase.takeBackOf', { number: receipt.number })} onClose=${onClose}>
    <${Form} onSubmit=${submit} kind="danger" isBusy=${isBusy} problem=${problem} onCancel=${cancel} disabled=${!read.data}
      submit=${t(given.length > 0 ? 'purchase.takeBackSome' : 'purchase.takeBackAll')}>
      <p>${t('purchase.takeBackWhy')}</p>
      <${Problem} of=${read.problem} onRetry=${read.reload} />
      ${!read.data && !read.problem && html`<${Loading} />`}
      <ul class="work-lines">
        ${lines.map(
          ({ variantId, sku, quantity }) => html`<li key=${variantId}>
            <span class="grow">${t('purchase.lineOf', { sku, count: quantity })}</span>
            <${Stepper} label=${t('count.units', { sku })} hideLabel value=${units[variantId] ?? '0'} limits=${{ min: 0, max: quantity, step: 1 }}
              onInput=${(wanted: string) => setUnits((all) => ({ ...all, [variantId]: wanted }))} />
          </li>`,
        )}
      </ul>
      <${TextField} label=${t('adjust.reason')} value=${reason} onInput=${setReason} problems=${problem?.fields.reason}
        attributes=${{ required: true }} />
    <//>
  <//>`;
}
