// Prices of many variants at once: one product after the other, so that what was done stays when one is refused.
import { insist, newKey, Refusal } from '../../client.ts';
import { useCompany } from '../../company.ts';
import { money, t } from '../../i18n.ts';
import { limitsOf } from '../../limits.ts';
import { numberOf, plain } from '../../number.ts';
import { NumberField } from '../../parts/number-field.ts';
import { byCursor, usePages } from '../../parts/use-pages.ts';
import { ChoiceField, Dialog, Form, Loading, More, say } from '../../parts.ts';
import { html, useEffect, useRef, useState, type VNode } from '../../view.ts';
import { changedPrice } from './changed-price.ts';
import { type SavedVariantInput, setPrices, variantsOfProducts } from './prices.graphql';

/** One change of a product takes so many variants; a product may have 250. */
const mostVariants = 200;

type Props = { productIds: string[]; onClose: () => void; onDone: () => void };

export function BulkPrices({ productIds, onClose, onDone }: Props): VNode {
  const { symbolOf } = useCompany();
  const { rows, more, isLoading } = usePages(variantsOfProducts, { productIds }, ({ list }) => byCursor(list));
  const [left, setLeft] = useState<string[]>([]);
  const [price, setPrice] = useState('');
  const [salePrice, setSalePrice] = useState('');
  const [way, setWay] = useState<'set' | 'up' | 'down'>('set');
  const [unit, setUnit] = useState<'percent' | 'amount'>('percent');
  const [amount, setAmount] = useState('');
  const [step, setStep] = useState('1');
  const [isSaleOver, setSaleOver] = useState(false);
  const [done, setDone] = useState<number>();
  const [problem, setProblem] = useState<Refusal>();
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const chosen = (rows ?? []).filter(({ id }) => !left.includes(id));
  const toggle = (id: string) => setLeft((all) => (all.includes(id) ? all.filter((one) => one !== id) : [...all, id]));
  const changesOf = (row: { price: string; discountPrice: string | null }) => {
    if (way === 'set')
      return {
        ...(price.trim() && { price: plain(price) }),
        ...(salePrice.trim() && !isSaleOver && { discountPrice: plain(salePrice) }),
        ...(isSaleOver && { discountPrice: null }),
      };
    const [by, change] = [unit, (numberOf(amount) ?? 0) * (way === 'up' ? 1 : -1)];
    const changed = (of: string) => (change ? changedPrice(of, { by, change, step: Number(step) }) : of);
    // A sale price goes with the price.
    return {
      price: changed(row.price),
      ...(row.discountPrice && (isSaleOver ? { discountPrice: null } : { discountPrice: changed(row.discountPrice) })),
    };
  };
  const isChanged = way === 'set' ? price.trim() || salePrice.trim() || isSaleOver : numberOf(amount);
  const isTooLow = chosen.some((row) => Object.values(changesOf(row)).some((one) => one === undefined));
  const isNothing = !isChanged || isTooLow || chosen.length === 0;

  const save = async () => {
    const byProduct = Map.groupBy(chosen, ({ productId }) => productId);
    const controller = new AbortController();
    running.current = controller;
    setProblem(undefined);
    let count = 0;
    try {
      const parts = [...byProduct].flatMap(([id, variants]) =>
        Array.from({ length: Math.ceil(variants.length / mostVariants) }, (_, n) => {
          const part = variants.slice(n * mostVariants, (n + 1) * mostVariants);
          return { id, variants: part, isLast: (n + 1) * mostVariants >= variants.length };
        }),
      );
      for (const { id, variants, isLast } of parts) {
        setDone(count);
        const input: SavedVariantInput[] = variants.map((variant) => ({ id: variant.id, ...changesOf(variant) }));
        await insist(setPrices, { id, variants: input }, newKey(), controller.signal).catch((error) => {
          if (error instanceof Refusal) error.about = variants[0]!.product?.name;
          throw error;
        });
        if (isLast) count += 1;
        // What is done is not done again when another is refused.
        setLeft((all) => [...all, ...variants.map((variant) => variant.id)]);
      }
      say(t('prices.saved', { count }));
      onDone();
    } catch (error) {
      if (error instanceof Refusal) setProblem(error);
      else if ((error as Error).name !== 'AbortError') throw error;
    } finally {
      if (!controller.signal.aborted || count > 0) setDone(undefined);
    }
  };
  const cancel = () => {
    running.current?.abort();
    setDone(undefined);
  };
  const isBusy = done !== undefined;
  return html`<${Dialog} title=${t('prices.title')} onClose=${onClose}>
    <${Form} onSubmit=${save} submit=${t('prices.save', { count: chosen.length })} isBusy=${isBusy} problem=${problem}
      of=${productIds.join()} onCancel=${cancel} disabled=${isNothing}>
      <div class="fields beside">
        <${ChoiceField} label=${t('prices.how')} value=${way} onInput=${setWay}
          options=${(['set', 'up', 'down'] as const).map((value) => ({ value, text: t(`prices.${value}`) }))} />
        ${
          way !== 'set' &&
          html`<${NumberField} label=${t('prices.by')} value=${amount} onInput=${setAmount} attributes=${{ required: true }}
            limits=${unit === 'percent' ? { min: 0, max: way === 'down' ? 100 : undefined, step: 0.01 } : limitsOf('update_product.variants.price')} />
          <${ChoiceField} label=${t('prices.unit')} value=${unit} onInput=${setUnit}
            options=${(['percent', 'amount'] as const).map((value) => ({ value, text: t(`prices.${value}`) }))} />
          <${ChoiceField} label=${t('prices.round')} value=${step} onInput=${setStep}
            options=${[1, 100, 500, 1000].map((value) => ({
              value: String(value),
              text: value === 1 ? t('prices.exact') : money(String(value / 100), symbolOf(rows?.[0]?.storeId)),
            }))} />`
        }
      </div>
      ${
        way === 'set' &&
        html`<div class="fields beside">
        <${NumberField} label=${t('variant.price')} hint=${t('prices.blank')} value=${price} onInput=${setPrice}
          limits=${limitsOf('update_product.variants.price')} />
        <${NumberField} label=${t('variant.salePrice')} hint=${t('variant.salePriceHint')} value=${salePrice}
          onInput=${setSalePrice} limits=${limitsOf('update_product.variants.discount_price')} attributes=${{ disabled: isSaleOver }} />
      </div>`
      }
      ${isTooLow && html`<p class="problem" role="alert">${t('prices.tooLow')}</p>`}
      <label class="check"><input type="checkbox" checked=${isSaleOver} onChange=${() => setSaleOver(!isSaleOver)} />
        <span>${t('prices.endSale')}</span></label>
      ${isBusy && html`<p role="status">${t('prices.progress', { count: done })}</p>`}
      ${!rows && html`<${Loading} />`}
      <ul class="list tall">
        ${rows?.map((row) => {
          const now = money(row.discountPrice ?? row.price, symbolOf(row.storeId));
          const next = { price: row.price, discountPrice: row.discountPrice, ...(isChanged && changesOf(row)) };
          const then = money(next.discountPrice ?? next.price, symbolOf(row.storeId));
          return html`<li key=${row.id}>
            <label class="check wide"><input type="checkbox" checked=${!left.includes(row.id)} onChange=${() => toggle(row.id)} />
              <span class="row-text">${row.product?.name}<br /><span class="quiet">${row.name} · ${row.sku}</span></span>
              <span class="figure">${row.discountPrice && html`<s class="quiet">${money(row.price, symbolOf(row.storeId))}</s> `}
                ${now}${then !== now && !left.includes(row.id) && html` → <strong>${then}</strong>`}</span></label>
          </li>`;
        })}
      </ul>
      ${more && html`<${More} onMore=${more} isLoading=${isLoading} />`}
    <//>
  <//>`;
}
