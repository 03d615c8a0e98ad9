// What is ordered: found by name or SKU while one types, or at once by what a scanner reads.
import { ask, Refusal } from '../../client.ts';
import { useCompany } from '../../company.ts';
import { type CurrencySymbol, money, t } from '../../i18n.ts';
import { limitsOf } from '../../limits.ts';
import { numberOf, typingProblem } from '../../number.ts';
import { isCut } from '../../parts/is-cut.ts';
import { NumberInput } from '../../parts/number-field.ts';
import { signal } from '../../parts/scan-field.ts';
import { Button, Card, Labelled, Money, Problem } from '../../parts.ts';
import { useData, useSettled } from '../../use.ts';
import { html, type TargetedEvent, useEffect, useId, useRef, useState, type VNode } from '../../view.ts';
import type { DraftLine, DraftWork } from './draft.ts';
import { findByCode, findProducts, type QuoteQuery } from './new-order.graphql';

export type Choice = {
  id: string;
  sku: string;
  name: string;
  picture: string | null;
  price: string;
  discountPrice: string | null;
  /** A whole number; GraphQL has none of that size. */
  available: unknown;
};
type QuoteLine = NonNullable<NonNullable<QuoteQuery['quoteOrder']>['lines']>[number];

export const focusProducts = (): void => document.querySelector<HTMLInputElement>('.finder input')?.focus();

/** A variant is called as its product, with its own name where that says more. */
export const fullName = (product: string, variant: string) =>
  variant && variant !== product ? `${product} · ${variant}` : product;

const added = (lines: DraftLine[], { id, name, sku, picture }: Choice): DraftLine[] => {
  const known = lines.find(({ variantId }) => variantId === id);
  const line = known
    ? { ...known, quantity: String((numberOf(known.quantity) ?? 0) + 1) }
    : { variantId: id, name, sku, picture, quantity: '1' };
  // The newest stands first: Tab goes from the search to its quantity.
  return [line, ...lines.filter((other) => other !== known)];
};

type Props = {
  work: DraftWork;
  quoted: (line: DraftLine) => QuoteLine | undefined;
  problems: (field: string) => string[] | undefined;
};

export function Products({ work: { draft, changeLines }, quoted, problems }: Props): VNode {
  const symbol = useCompany().symbolOf(draft.storeId);
  const set = (line: DraftLine, quantity: string) =>
    changeLines((lines) => lines.map((other) => (other.variantId === line.variantId ? { ...other, quantity } : other)));
  const remove = (line: DraftLine) => {
    changeLines((lines) => lines.filter(({ variantId }) => variantId !== line.variantId));
    focusProducts();
  };
  return html`<${Card} title=${t('nav.products')}>
    <${Search} storeId=${draft.storeId} symbol=${symbol} problems=${problems('items')}
      onAdd=${(choice: Choice) => changeLines((lines) => added(lines, choice))} />
    <ul class="order-lines">${draft.lines.map((line) => {
      const price = quoted(line);
      const short = price?.isShort ? t('newOrder.short', { count: price.available ?? 0 }) : undefined;
      const problem = typingProblem(line.quantity, limitsOf('create_order.items.quantity')) ?? short;
      return html`<li key=${line.variantId}>
        ${line.picture && html`<img src=${line.picture} alt="" width="44" height="44" loading="lazy" />`}
        <span class="grow">${line.name}<br /><span class="quiet">${line.sku}${
          price && html` · ${t('newOrder.inStock', { count: price.available ?? 0 })}`
        }</span></span>
        <${Labelled} label=${t('newOrder.quantityOf', { name: line.name })} hideLabel=${true}
          problems=${problem ? [problem] : undefined} input=${(of: object) =>
            html`<${NumberInput} ...${of} value=${line.quantity} onInput=${(text: string) => set(line, text)}
              limits=${limitsOf('create_order.items.quantity')} attributes=${{
                class: 'quantity',
                required: true,
                onFocus: (event: TargetedEvent<HTMLInputElement>) => event.currentTarget.select(),
                onKeyDown: (event: KeyboardEvent) => {
                  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
                  event.preventDefault();
                  focusProducts();
                },
              }} />`} />
        <span class="amount"><${Money} amount=${price?.amount} symbol=${symbol} /></span>
        <${Button} kind="plain" icon="x-lg" title=${t('newOrder.remove', { name: line.name })}
          onClick=${() => remove(line)} />
      </li>`;
    })}</ul>
  <//>`;
}

type SearchProps = {
  storeId: string;
  symbol: CurrencySymbol;
  problems: string[] | undefined;
  onAdd: (choice: Choice) => void;
};

export function Search({ storeId, symbol, problems, onAdd }: SearchProps): VNode {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [unknown, setUnknown] = useState('');
  const [problem, setProblem] = useState<Refusal>();
  const listId = useId();
  const search = useSettled(text.trim(), 150);
  const isSearched = search.length >= 2;
  const { data, isCurrent: isAnswered } = useData(
    isSearched ? findProducts : null,
    { storeId, search },
    { keeps: true },
  );
  const found = isSearched && text.trim() ? data?.searchProducts?.nodes : undefined;
  const choices = (found ?? []).flatMap(({ name, thumbnailUrl, variants }) =>
    variants.nodes.map((variant) => ({ ...variant, name: fullName(name, variant.name), picture: thumbnailUrl })),
  );
  const isCurrent = isAnswered && search === text.trim();
  const chosen = choices[Math.min(at, choices.length - 1)];

  const add = (choice: Choice, code = text) => {
    onAdd(choice);
    clear(code);
    setAt(0);
  };
  /** The next may be typed already. */
  const clear = (code: string) => setText((now) => (now.trim() === code.trim() ? '' : now));
  /** A code that is known counts before what is like it; a scanner presses Enter before anything was found. */
  const enter = async (code: string) => {
    setProblem(undefined);
    try {
      const exact = (await ask(findByCode, { storeId, code })).variants?.nodes ?? [];
      if (exact.length === 1) {
        const [variant] = exact;
        const { product } = variant!;
        signal(true);
        return add({ ...variant!, name: fullName(product!.name, variant!.name), picture: product!.thumbnailUrl }, code);
      }
      if (isCurrent && chosen) return add(chosen, code);
      const like = (await ask(findProducts, { storeId, search: code })).searchProducts?.nodes ?? [];
      const [product] = like;
      const [variant] = product?.variants.nodes ?? [];
      if (like.length === 1 && product!.variants.nodes.length === 1)
        return add({ ...variant!, name: fullName(product!.name, variant!.name), picture: product!.thumbnailUrl }, code);
      if (like.length > 0) return;
      signal(false);
      setUnknown(code);
      clear(code);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setProblem(error);
    }
  };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) return;
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move && choices.length) {
      event.preventDefault();
      setAt((at + move + choices.length) % choices.length);
    } else if (event.key === 'Escape') setText('');
    else if (event.key === 'Enter') {
      event.preventDefault();
      const input = event.target as HTMLInputElement;
      const code = input.value.trim();
      // A scanner types the next code over this one, before this one is found.
      input.select();
      if (code) void enter(code);
    }
  };
  // The arrows lead beyond what fits.
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current!.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' }), [at]);
  const shown = problems ?? (unknown ? [t('newOrder.unknownCode', { code: unknown })] : undefined);
  return html`<div class="finder">
    <${Labelled} label=${t('newOrder.find')} hint=${t('newOrder.findHint')} problems=${shown} input=${(of: object) =>
      html`<input ...${of} value=${text} role="combobox" aria-autocomplete="list" autocomplete="off" autocapitalize="none"
        spellcheck=${false} enterkeyhint="done" aria-expanded=${choices.length > 0} aria-controls=${listId}
        aria-activedescendant=${chosen ? `${listId}-${chosen.id}` : undefined} onKeyDown=${press}
        onInput=${(event: TargetedEvent<HTMLInputElement>) => {
          setText(event.currentTarget.value);
          setUnknown('');
          setAt(0);
        }} />`} />
    <${Problem} of=${problem} />
    <ul ref=${list} id=${listId} role="listbox" aria-label=${t('nav.products')} hidden=${choices.length === 0}>
      ${choices.map(
        (choice) =>
          html`<li key=${choice.id} id="${listId}-${choice.id}" role="option" aria-selected=${choice === chosen}
            onMouseDown=${(event: MouseEvent) => event.preventDefault()} onClick=${() => add(choice)}>
            ${choice.picture && html`<img src=${choice.picture} alt="" width="44" height="44" loading="lazy" />`}
            <span class="grow">${choice.name}<br /><span class="quiet">${choice.sku}</span></span>
            <span class="amount">${money(choice.discountPrice ?? choice.price, symbol)}<br />
              <span class=${Number(choice.available) > 0 ? 'quiet' : 'problem'}>${t('newOrder.inStock', {
                count: Number(choice.available ?? 0),
              })}</span></span>
          </li>`,
      )}
    </ul>
    ${isSearched && isCurrent && data && isCut(data.searchProducts) && html`<p class="quiet">${t('goods.more')}</p>`}
    ${isSearched && isCurrent && found?.length === 0 && html`<p class="quiet" role="status">${t('newOrder.nothing', { text: search })}</p>`}
  </div>`;
}
