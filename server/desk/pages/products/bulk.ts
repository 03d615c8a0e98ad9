// Status, categories and tags of many products at once: it is told beforehand how many change, and one product is changed after
// the other, so that what was done stays when one is refused.
import { insist, newKey, Refusal } from '../../client.ts';
import { label, t } from '../../i18n.ts';
import { tagsInput } from '../../parts/tags.ts';
import { byCursor, usePages } from '../../parts/use-pages.ts';
import { ChoiceField, Dialog, Form, Loading, problemText, say, TextField } from '../../parts.ts';
import { html, useEffect, useRef, useState, type VNode } from '../../view.ts';
import { changeProduct, type ProductsToChangeQuery, productsToChange } from './bulk.graphql';
import { type Change, changedProduct } from './changed-product.ts';
import { categoriesOf } from './model.ts';
import type { UpdateProductInput } from './product.graphql';
import { categoryOptions, useCategories } from './taxonomy.ts';

type Row = NonNullable<ProductsToChangeQuery['list']>['nodes'][number];
type Props = { productIds: string[]; onClose: () => void; onDone: () => void };
type Refused = { id: string; name: string; text: string };

const nothing: Change = { status: '', addCategory: '', removeCategory: '', addTags: [], removeTags: [] };
const none: readonly Row[] = [];
const statuses = ['active', 'draft', 'archived'] as const;

const fieldsOf = (row: Row, change: Change) =>
  changedProduct({ ...row, categoryIds: categoriesOf(row).split(' ').filter(Boolean) }, change);

export function BulkChange({ productIds, onClose, onDone }: Props): VNode {
  const {
    rows: read,
    more,
    isLoading,
    problem,
  } = usePages(productsToChange, { ids: productIds }, ({ list }) => byCursor(list));
  const rows = read ?? none;
  // All are needed to tell how many change.
  useEffect(() => void (more && !isLoading && more()), [more, isLoading]);
  const [choices, setChoices] = useState(nothing);
  const [added, setAdded] = useState('');
  const [removed, setRemoved] = useState('');
  const [done, setDone] = useState<number>();
  const [refused, setRefused] = useState<Refused[]>([]);
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const isWhole = !more && !isLoading && !problem;
  const stores = new Set(rows.map(({ storeId }) => storeId));
  // Categories are those of one store.
  const categories = useCategories(isWhole && stores.size === 1 ? rows[0]?.storeId : null).rows ?? [];
  const change = { ...choices, addTags: tagsInput(added), removeTags: tagsInput(removed) };
  const changing = rows.filter((row) => fieldsOf(row, change));
  const save = async () => {
    const controller = new AbortController();
    running.current = controller;
    const problems: Refused[] = [];
    let count = 0;
    try {
      for (const row of changing) {
        setDone(count + problems.length);
        const { id, name, updatedAt: expectedUpdatedAt } = row;
        const input = { id, expectedUpdatedAt, ...fieldsOf(row, change) } as UpdateProductInput;
        try {
          await insist(changeProduct, { input }, newKey(), controller.signal);
          count += 1;
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          problems.push({ id, name, text: problemText(error) });
        }
      }
    } catch (error) {
      if ((error as Error).name !== 'AbortError') throw error;
    }
    setDone(undefined);
    if (count > 0) say(t('bulk.saved', { count }));
    if (problems.length > 0) setRefused(problems);
    else if (!controller.signal.aborted || count > 0) onDone();
  };
  if (refused.length > 0)
    return html`<${Dialog} title=${t('bulk.refused', { count: refused.length })} onClose=${onDone}>
      <ul class="list tall">${refused.map(
        ({
          id,
          name,
          text,
        }) => html`<li key=${id}><span class="row-text"><a href="/admin/products/${id}">${name}</a><br />
          <span class="problem">${text}</span></span></li>`,
      )}</ul>
    <//>`;
  const choice = (name: 'status' | 'addCategory' | 'removeCategory', text: string, options: object[]) =>
    html`<${ChoiceField} label=${text} value=${choices[name]} options=${[{ value: '', text: t('bulk.asIs') }, ...options]}
      onInput=${(value: string) => setChoices((known) => ({ ...known, [name]: value }))} />`;
  return html`<${Dialog} title=${t('bulk.title', { count: productIds.length })} onClose=${onClose}>
    <${Form} onSubmit=${save} submit=${t('bulk.save', { count: changing.length })} isBusy=${done !== undefined} problem=${problem}
      of=${productIds.join()} onCancel=${() => running.current?.abort()} disabled=${!isWhole || changing.length === 0}>
      <div class="fields beside">
        ${choice(
          'status',
          t('products.status'),
          statuses.map((value) => ({ value, text: label('productStatus', value) })),
        )}
        ${
          categories.length > 0 &&
          html`${choice('addCategory', t('bulk.addCategory'), categoryOptions(categories))}
          ${choice('removeCategory', t('bulk.removeCategory'), categoryOptions(categories))}`
        }
        <${TextField} label=${t('tags.add')} hint=${t('product.tagsHint')} value=${added} onInput=${setAdded} />
        <${TextField} label=${t('tags.remove')} hint=${t('product.tagsHint')} value=${removed} onInput=${setRemoved} />
      </div>
      ${
        isWhole
          ? html`<p role="status">${t(done === undefined ? 'bulk.preview' : 'bulk.progress', {
              count: done ?? changing.length,
              all: done === undefined ? productIds.length : changing.length,
            })}</p>`
          : !problem && html`<${Loading} />`
      }
      ${stores.size > 1 && html`<p class="quiet">${t('bulk.manyStores')}</p>`}
    <//>
  <//>`;
}
