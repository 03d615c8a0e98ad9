// Chooses goods by a scanned code, by SKU or by name.
import { ask, Refusal } from '../../client.ts';
import { t } from '../../i18n.ts';
import { GoodsName } from '../../parts/goods-name.ts';
import { ScanField, signal } from '../../parts/scan-field.ts';
import { Problem } from '../../parts.ts';
import { useData, useSettled } from '../../use.ts';
import { html, useEffect, useState, type VNode } from '../../view.ts';
import { type FindGoodsQuery, findGoods } from './goods.graphql.ts';

export type Goods = NonNullable<FindGoodsQuery['exact']>['nodes'][number];

/** Those that carry just this code, else all that a search finds. */
function goodsOf({ exact, searchProducts }: FindGoodsQuery): Goods[] {
  const same = exact?.nodes ?? [];
  return same.length > 0 ? same : (searchProducts?.nodes ?? []).flatMap(({ variants }) => variants.nodes);
}

type PickerProps = {
  label: string;
  onPick: (goods: Goods) => void;
  /** A code that is looked for at once. */
  start?: string | undefined;
};

export function GoodsPicker({ label, onPick, start }: PickerProps): VNode {
  const [text, setText] = useState('');
  const [missed, setMissed] = useState('');
  const [choice, setChoice] = useState<Goods[]>([]);
  const [problem, setProblem] = useState<Refusal>();
  const wanted = useSettled(text.trim());
  const { data } = useData(wanted.length > 1 ? findGoods : null, { text: wanted });
  const pick = (goods: Goods) => {
    setChoice([]);
    setMissed('');
    setText('');
    onPick(goods);
  };
  const scan = async (code: string) => {
    setMissed('');
    setProblem(undefined);
    try {
      const found = goodsOf(await ask(findGoods, { text: code }));
      signal(found.length === 1);
      if (found.length === 1) return pick(found[0]!);
      setChoice(found);
      if (found.length === 0) setMissed(t('goods.notFound', { code }));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setProblem(error);
    }
  };
  useEffect(() => {
    if (start) void scan(start);
  }, []);
  const shown = text.trim() ? (wanted && data ? goodsOf(data) : []) : choice;
  return html`<div class="picker">
    <${ScanField} label=${label} hint=${t('goods.hint')} onScan=${scan} onType=${setText} isFirst
      problems=${missed ? [missed] : undefined} />
    <${Problem} of=${problem} />
    ${
      shown.length > 0 &&
      html`<ul class="list" aria-label=${t('goods.found')}>
        ${shown.slice(0, 20).map(
          (goods) => html`<li key=${goods.id}>
            <button type="button" class="choose" onClick=${() => pick(goods)}>
              <${GoodsName} product=${goods.product?.name ?? ''} variant=${goods.name} sku=${goods.sku}
                imageUrl=${goods.product?.thumbnailUrl} />
            </button>
          </li>`,
        )}
      </ul>`
    }
  </div>`;
}
