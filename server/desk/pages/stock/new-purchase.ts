// Goods from a supplier are written down: they are here and go into the stock at once, or they are to come.

import { t } from '../../i18n.ts';
import { limitsOf } from '../../limits.ts';
import { numberOf, plain } from '../../number.ts';
import { Button, Card, Form, PageHead, say, TextField } from '../../parts.ts';
import { navigate } from '../../router.ts';
import { useSave } from '../../use.ts';
import { useDraftOf, useTyped } from '../../use-draft.ts';
import { html, type VNode } from '../../view.ts';
import { areLinesFilled, type GoodsLine, GoodsLines, hasLineProblems } from './goods-lines.ts';
import { LocationField } from './locations.ts';
import { createPurchase, receiveGoods } from './purchases.graphql';

const none: GoodsLine[] = [];

export default function NewPurchase(): VNode {
  const draft = useDraftOf('purchase');
  const [lines, setLines] = useTyped<GoodsLine[]>(draft, 'lines', none);
  const [locationId, setLocationId] = useTyped(draft, 'location', '');
  const [supplierName, setSupplierName] = useTyped(draft, 'supplier', '');
  const [supplierDocument, setSupplierDocument] = useTyped(draft, 'document', '');
  const [note, setNote] = useTyped(draft, 'note', '');
  const receiving = useSave(receiveGoods);
  const ordering = useSave(createPurchase);
  const given = () => ({
    locationId,
    supplierName: supplierName || null,
    supplierDocument: supplierDocument || null,
    note: note || null,
    lines: lines.map(({ variantId, quantity, unitCost }) => ({
      ...{ variantId, quantity: numberOf(quantity) ?? 0, unitCost: plain(unitCost) || null },
    })),
  });
  const receive = async () => {
    if (!areLinesFilled()) return;
    ordering.clear();
    const saved = await receiving.save(given());
    if (!saved) return;
    draft.forget();
    say(t('purchase.received'));
    navigate(`/stock/purchases/${saved.receiveGoods!.goodsReceipt!.purchase!.id}`);
  };
  const order = async () => {
    if (!areLinesFilled()) return;
    receiving.clear();
    const saved = await ordering.save(given());
    if (!saved) return;
    draft.forget();
    say(t('purchase.written'));
    navigate(`/stock/purchases/${saved.createPurchase!.purchase!.id}`);
  };
  const isReady = lines.length > 0 && locationId !== '';
  const problem = receiving.problem ?? ordering.problem;
  const fields = problem?.fields ?? {};
  return html`
    <${PageHead} title=${t('purchase.new')} back=${{ href: '/admin/stock/purchases', text: t('stock.purchases') }} />
    <${GoodsLines} lines=${lines} onLines=${setLines} hasCost problems=${fields} />
    <${Card} title=${t('purchase.document')}>
      <${Form} onSubmit=${receive} submit=${t('purchase.receiveNow')} isBusy=${receiving.isBusy} problem=${hasLineProblems(fields) ? undefined : problem}
        onCancel=${receiving.cancel} disabled=${!isReady || ordering.isBusy}>
        <div class="fields beside">
          <${LocationField} label=${t('stock.location')} value=${locationId} onInput=${setLocationId} problems=${fields.locationId} />
          <${TextField} label=${t('purchase.supplier')} value=${supplierName} onInput=${setSupplierName} problems=${fields.supplierName}
            attributes=${limitsOf('create_purchase.supplier_name')} />
          <${TextField} label=${t('purchase.number')} hint=${t('purchase.numberHint')} value=${supplierDocument}
            onInput=${setSupplierDocument} problems=${fields.supplierDocument} />
          <${TextField} label=${t('purchase.note')} value=${note} onInput=${setNote} problems=${fields.note}
            attributes=${limitsOf('create_purchase.note')} />
        </div>
      <//>
      <p class="quiet">${t('purchase.orLater')}</p>
      <${Button} kind="plain" isBusy=${ordering.isBusy} disabled=${!isReady || receiving.isBusy} onClick=${order}>
        ${t('purchase.orderNow')}
      <//>
    <//>
  `;
}
