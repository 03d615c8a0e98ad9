// The lines of a document that one writes: goods by scanning or searching, their units, and what a unit costs.
import { t } from '../../i18n.ts';
import { GoodsName } from '../../parts/goods-name.ts';
import { Stepper } from '../../parts/stepper.ts';
import { Button, Empty, TextField } from '../../parts.ts';
import { html, type VNode } from '../../view.ts';
import { type Goods, GoodsPicker } from './goods-picker.ts';

export type GoodsLine = {
  variantId: string;
  goods: Goods;
  quantity: number;
  unitCost: string;
};

type LinesProps = {
  lines: readonly GoodsLine[];
  onLines: (change: (lines: GoodsLine[]) => GoodsLine[]) => void;
  hasCost?: boolean;
  /** A code that is looked for at once. */
  start?: string;
  problems?: string[] | undefined;
};

export function GoodsLines({ lines, onLines, hasCost, start, problems }: LinesProps): VNode {
  // Scanned again, it is one more of them. The line one works on stands first.
  const add = (goods: Goods) =>
    onLines((all) => {
      const known = all.find(({ variantId }) => variantId === goods.id);
      const line = known
        ? { ...known, quantity: known.quantity + 1 }
        : { variantId: goods.id, goods, quantity: 1, unitCost: '' };
      return [line, ...all.filter((one) => one !== known)];
    });
  const change = (changed: GoodsLine, by: Partial<GoodsLine>) =>
    onLines((all) => all.map((line) => (line.variantId === changed.variantId ? { ...line, ...by } : line)));
  const remove = (removed: GoodsLine) =>
    onLines((all) => all.filter(({ variantId }) => variantId !== removed.variantId));
  return html`<div class="card stack">
    <${GoodsPicker} label=${t('goods.add')} onPick=${add} start=${start} />
    ${problems && html`<p class="problem" role="alert">${problems[0]}</p>`}
    ${lines.length === 0 && html`<${Empty}>${t('goods.none')}<//>`}
    <ul class="work-lines">
      ${lines.map(
        (line) => html`<li key=${line.variantId}>
          <${GoodsName} product=${line.goods.product?.name ?? ''} variant=${line.goods.name} sku=${line.goods.sku}
            imageUrl=${line.goods.product?.thumbnailUrl} />
          <div class="row">
            <${Stepper} label=${t('goods.units')} value=${line.quantity}
              onInput=${(quantity: number) => change(line, { quantity })} />
            ${
              hasCost &&
              html`<${TextField} label=${t('goods.unitCost')} value=${line.unitCost}
                onInput=${(unitCost: string) => change(line, { unitCost })} attributes=${{ inputmode: 'decimal' }} />`
            }
            <${Button} kind="plain" icon="trash" title=${t('goods.remove', { sku: line.goods.sku })}
              onClick=${() => remove(line)} />
          </div>
        </li>`,
      )}
    </ul>
  </div>`;
}
