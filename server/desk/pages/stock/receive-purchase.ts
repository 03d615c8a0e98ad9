// Receives goods of a purchase: all that is missing, or what came, scanned or typed.
import { t } from '../../i18n.ts';
import { GoodsName } from '../../parts/goods-name.ts';
import { ScanField, signal } from '../../parts/scan-field.ts';
import { oneMore, Stepper, unitsIn } from '../../parts/stepper.ts';
import { Button, Card, Form, say, TextField } from '../../parts.ts';
import { useSave } from '../../use.ts';
import { html, useState, type VNode } from '../../view.ts';
import { type PurchaseQuery, receivePurchase } from './purchases.graphql';

type Purchase = NonNullable<PurchaseQuery['purchase']>;
type ReceiveProps = { id: string; of: Purchase; onDone: () => Promise<void>; onClose: () => void };

export function ReceivePurchase({ id, of, onDone, onClose }: ReceiveProps): VNode {
  const lines = of.purchaseLines.nodes;
  const [came, setCame] = useState<Record<string, string>>({});
  const [supplierDocument, setSupplierDocument] = useState('');
  const [isExcess, setExcess] = useState(false);
  const [missed, setMissed] = useState('');
  const { save, isBusy, problem, cancel } = useSave(receivePurchase);
  const set = (variantId: string, units: string) => setCame((all) => ({ ...all, [variantId]: units }));
  const scan = (code: string) => {
    const wanted = code.toLowerCase();
    const line = lines.find(({ sku, variant }) => [sku, variant?.barcode].some((one) => one?.toLowerCase() === wanted));
    signal(Boolean(line));
    setMissed(line ? '' : t('receive.notHere', { code }));
    // By what is there now: two scans may come before the page is drawn again.
    if (line) setCame((all) => ({ ...all, [line.variantId]: oneMore(all[line.variantId]) }));
  };
  const counted = unitsIn(came, lines);
  // No lines at all: the server receives what is missing.
  const receive = async (given: typeof counted | null) => {
    const saved = await save({
      purchaseId: id,
      lines: given,
      supplierDocument: supplierDocument || null,
      acceptExcess: isExcess,
    });
    if (!saved) return;
    say(t('purchase.received'));
    await onDone();
  };
  return html`<${Card} title=${t('purchase.receive')}
    acts=${html`<${Button} kind="plain" onClick=${onClose}>${t('do.cancel')}<//>`}>
    <div class="stack">
      <${ScanField} label=${t('receive.scan')} onScan=${scan} isFirst problems=${missed ? [missed] : undefined} />
      <${Button} icon="check-lg" isBusy=${isBusy} disabled=${counted.length > 0} onClick=${() => receive(null)}>
        ${t('purchase.allCame')}
      <//>
      <${Form} onSubmit=${() => receive(counted)} submit=${t('purchase.receiveCounted')} isBusy=${isBusy} problem=${problem}
        onCancel=${cancel} disabled=${counted.length === 0}>
        <ul class="work-lines">
          ${lines.map(
            (line) => html`<li key=${line.variantId}>
              <${GoodsName} product=${line.variant?.product?.name ?? ''} variant=${line.variant?.name} sku=${line.sku}
                imageUrl=${line.variant?.product?.thumbnailUrl}>
                <p class="quiet">${t('purchase.soFar', { count: line.receivedQuantity, ordered: line.quantity })}</p>
              <//>
              <${Stepper} label=${t('purchase.came')} value=${came[line.variantId] ?? '0'}
                onInput=${(units: string) => set(line.variantId, units)} />
            </li>`,
          )}
        </ul>
        <${TextField} label=${t('purchase.number')} hint=${t('purchase.numberHint')} value=${supplierDocument}
          onInput=${setSupplierDocument} problems=${problem?.fields.supplierDocument} />
        <label class="check">
          <input type="checkbox" checked=${isExcess} onChange=${() => setExcess(!isExcess)} /> ${t('purchase.acceptExcess')}
        </label>
      <//>
    </div>
  <//>`;
}
