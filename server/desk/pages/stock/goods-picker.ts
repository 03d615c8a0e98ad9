// Chooses goods by a scanned code, by SKU or by name.
import { ask, Refusal } from '../../client.ts';
import { useCompany } from '../../company.ts';
import { t } from '../../i18n.ts';
import { GoodsName } from '../../parts/goods-name.ts';
import { isCut } from '../../parts/is-cut.ts';
import { ScanField, signal } from '../../parts/scan-field.ts';
import { ChoiceField, Problem } from '../../parts.ts';
import { useData, useSettled } from '../../use.ts';
import { html, useEffect, useState, type VNode } from '../../view.ts';
import { type FindGoodsQuery, findGoods } from './goods.graphql';

/** So many are shown to choose from. */
const most = 20;

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
  const [storeId, setStoreId] = useState('');
  const { stores, storeOptions, filterBy } = useCompany();
  const wanted = useSettled(text.trim());
  const asked = (code: string) => ({
    text: code,
    storeId: storeId || null,
    exact: { or: [{ sku: { equalTo: code } }, { barcode: { equalTo: code } }], ...filterBy(storeId || null) },
  });
  const { data } = useData(wanted.length > 1 ? findGoods : null, asked(wanted), { keeps: true });
  const take = (goods: Goods) => {
    setChoice([]);
    setMissed('');
    onPick(goods);
  };
  const pick = (goods: Goods) => {
    setText('');
    take(goods);
  };
  const scan = async (code: string, isScanned = true) => {
    setMissed('');
    setProblem(undefined);
    try {
      const found = goodsOf(await ask(findGoods, asked(code)));
      // A code from the address was not scanned: a browser lets no page sound or shake before it was touched.
      if (isScanned) signal(found.length === 1);
      // One may be typing the next meanwhile.
      if (found.length === 1) return take(found[0]!);
      setChoice(found);
      if (found.length === 0) setMissed(t('goods.notFound', { code }));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setProblem(error);
    }
  };
  useEffect(() => {
    if (start) void scan(start, false);
  }, []);
  const shown = text.trim() ? (wanted && data ? goodsOf(data) : []) : choice;
  const isMore = shown.length > most || (shown !== choice && isCut(data?.searchProducts ?? null));
  return html`<div class="picker">
    ${
      stores.some(({ isTest }) => isTest) &&
      html`<${ChoiceField} label=${t('filter.store')} hideLabel value=${storeId} onInput=${setStoreId}
        options=${[{ value: '', text: t('filter.allStores') }, ...storeOptions()]} />`
    }
    <${ScanField} label=${label} hint=${t('goods.hint')} onScan=${(code: string) => scan(code)} onType=${setText} isFirst
      problems=${missed ? [missed] : undefined} />
    <${Problem} of=${problem} />
    ${
      shown.length > 0 &&
      html`<ul class="list" aria-label=${t('goods.found')}>
        ${shown.slice(0, most).map(
          (goods) => html`<li key=${goods.id}>
            <button type="button" class="choose" onClick=${() => pick(goods)}>
              <${GoodsName} product=${goods.product?.name ?? ''} variant=${goods.name} sku=${goods.sku} storeId=${goods.storeId}
                imageUrl=${goods.product?.thumbnailUrl} />
            </button>
          </li>`,
        )}
      </ul>
      ${isMore && html`<p class="quiet">${t('goods.more')}</p>`}`
    }
  </div>`;
}
