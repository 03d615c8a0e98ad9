// The lines of a document that one writes: goods by scanning or searching, their units, and what a unit costs.
import { t } from '../../i18n.ts';
import { limitsOf } from '../../limits.ts';
import { GoodsName } from '../../parts/goods-name.ts';
import { NumberField } from '../../parts/number-field.ts';
import { oneMore, Stepper } from '../../parts/stepper.ts';
import { Button, Empty, isFilled } from '../../parts.ts';
import { html, type VNode } from '../../view.ts';
import { type Goods, GoodsPicker } from './goods-picker.ts';

export type GoodsLine = {
  variantId: string;
  goods: Goods;
  /** As it was typed. */
  quantity: string;
  unitCost: string;
};

type LinesProps = {
  lines: readonly GoodsLine[];
  onLines: (change: (lines: GoodsLine[]) => GoodsLine[]) => void;
  hasCost?: boolean;
  /** A code that is looked for at once. */
  start?: string;
  /** What the server says of the lines, by their place: lines.0.unitCost. */
  problems?: Record<string, string[]> | undefined;
};

/** They stand beside the form of their document. */
export const areLinesFilled = (): boolean => isFilled(document.querySelector<HTMLElement>('.work-lines')!);

/** Whether the problems of the answer belong to the lines. */
export const hasLineProblems = (fields: Record<string, string[]> = {}): boolean =>
  Object.keys(fields).some((name) => name.startsWith('lines.'));

/** What is wrong with the line at a place: with its cost, or with another part of it. */
function problemsOf(fields: Record<string, string[]>, place: number): { cost?: string[]; line?: string } {
  const said = Object.entries(fields).filter(([name]) => `${name}.`.startsWith(`lines.${place}.`));
  const [, cost] = said.find(([name]) => name.endsWith('.unitCost')) ?? [];
  const [, line] = said.find(([name]) => !name.endsWith('.unitCost')) ?? [];
  return { ...(cost && { cost }), ...(line && { line: line[0]! }) };
}

export function GoodsLines({ lines, onLines, hasCost, start, problems }: LinesProps): VNode {
  // Scanned again, it is one more of them. The line in work comes first.
  const add = (goods: Goods) =>
    onLines((all) => {
      const known = all.find(({ variantId }) => variantId === goods.id);
      const line = known
        ? { ...known, quantity: oneMore(known.quantity) }
        : { variantId: goods.id, goods, quantity: '1', unitCost: '' };
      return [line, ...all.filter((one) => one !== known)];
    });
  const change = (changed: GoodsLine, by: Partial<GoodsLine>) =>
    onLines((all) => all.map((line) => (line.variantId === changed.variantId ? { ...line, ...by } : line)));
  const remove = (removed: GoodsLine) =>
    onLines((all) => all.filter(({ variantId }) => variantId !== removed.variantId));
  return html`<div class="card stack">
    <${GoodsPicker} label=${t('goods.add')} onPick=${add} start=${start} />
    ${hasLineProblems(problems) && html`<p class="problem" role="alert">${t('goods.problems')}</p>`}
    ${lines.length === 0 && html`<${Empty}>${t('goods.none')}<//>`}
    <ul class="work-lines">
      ${lines.map((line, place) => {
        const wrong = problemsOf(problems ?? {}, place);
        return html`<li key=${line.variantId}>
          <${GoodsName} product=${line.goods.product?.name ?? ''} variant=${line.goods.name} sku=${line.goods.sku} storeId=${line.goods.storeId}
            imageUrl=${line.goods.product?.thumbnailUrl}>
            ${wrong.line && html`<p class="problem">${wrong.line}</p>`}
          <//>
          <div class="row">
            <${Stepper} label=${t('goods.units')} value=${line.quantity} limits=${limitsOf('create_purchase.lines.quantity')} attributes=${{ required: true }}
              onInput=${(quantity: string) => change(line, { quantity })} />
            ${
              hasCost &&
              html`<${NumberField} label=${t('goods.unitCost')} value=${line.unitCost} problems=${wrong.cost}
                onInput=${(unitCost: string) => change(line, { unitCost })} limits=${limitsOf('create_purchase.lines.unit_cost')} />`
            }
            <${Button} kind="plain" icon="trash" title=${t('goods.remove', { sku: line.goods.sku })}
              onClick=${() => remove(line)} />
          </div>
        </li>`;
      })}
    </ul>
  </div>`;
}
