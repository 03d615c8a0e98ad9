// A product as it is worked on. Only what was changed is sent, and not before a look at what others changed meanwhile.
import { ask, Refusal } from '../../client.ts';
import { useCompany } from '../../company.ts';
import { type MessageKey, t } from '../../i18n.ts';
import { History } from '../../parts/history.ts';
import { byLastId, usePages } from '../../parts/use-pages.ts';
import { Badge, Button, Loading, PageHead, Problem, problemText, say } from '../../parts.ts';
import type { PageProps } from '../../router.ts';
import { useData, useSave } from '../../use.ts';
import { html, useEffect, useRef, useState, type VNode } from '../../view.ts';
import { type NewVariant, newVariantInput } from './combinations.ts';
import { Shelf, Words } from './details.ts';
import { conflictsOf, useEdits } from './edits.ts';
import { type Product, updateOf, type VariantField, valuesOf } from './model.ts';
import { Pictures } from './pictures.ts';
import { addProductNote, product as productDocument, productFeed, updateProduct } from './product.graphql.ts';
import { useAttributes, useBrands, useCategories } from './shelves.ts';
import { Variants } from './variants.ts';
import { Videos } from './videos.ts';

export default function ProductPage({ params }: PageProps): VNode {
  const { can } = useCompany();
  const variables = { id: params.id!, withCosts: can('costs_read') };
  const { data, problem, isLoading, reload } = useData(productDocument, variables, { everyMs: 15_000 });
  const back = { href: '/admin/products', text: t('products.title') };
  if (!data?.product)
    return html`<${PageHead} title=${t(data && !isLoading ? 'product.gone' : 'product.title')} back=${back} />
      <${Problem} of=${problem} onRetry=${reload} />${isLoading && html`<${Loading} />`}`;
  return html`<${PageHead} title=${data.product.name} back=${back}>
      <${Badge} list="productStatus" code=${data.product.status} />
    <//>
    <${Problem} of=${problem} onRetry=${reload} />
    <${Editor} product=${data.product} reload=${reload}
      readFresh=${async () => (await ask(productDocument, variables)).product} />`;
}

type EditorProps = { product: Product; reload: () => Promise<void>; readFresh: () => Promise<Product | null> };

function Editor({ product, reload, readFresh }: EditorProps): VNode {
  const { can } = useCompany();
  const mayChange = can('catalog_manage');
  const { edits, edit, take, keep, clear } = useEdits();
  const [added, setAdded] = useState<NewVariant[]>([]);
  const [sent, setSent] = useState<string[]>([]);
  const [unread, setUnread] = useState<Refusal>();
  const { save, isBusy, problem, cancel } = useSave(updateProduct);
  const others = useOthersChange(JSON.stringify(valuesOf(product)));
  const categories = useCategories(product.storeId);
  const brands = useBrands(product.storeId);
  const attributes = useAttributes(product.storeId);
  const feed = usePages(productFeed, { id: product.id }, (data) => byLastId(data.product?.feed as never, 20));
  const base = valuesOf(product);
  const conflicts = conflictsOf(edits, base);
  const count = Object.keys(edits).length + added.length;
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    if (count > 0) addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [count > 0]);

  const value = (field: string) => edits[field]?.value ?? base[field] ?? '';
  const change = (field: string, text: string) => edit(field, base[field] ?? '', text);
  const problems = (field: string) => problem?.fields[field];
  const ofVariant = (key: string, field: VariantField) => problems(`variants.${sent.indexOf(key)}.${field}`);
  const own = async () => {
    const fresh = await readFresh().catch(() => null);
    if (fresh) others.expect(JSON.stringify(valuesOf(fresh)));
    await Promise.all([reload(), feed.reload()]);
  };
  const submit = async () => {
    setUnread(undefined);
    try {
      const fresh = await readFresh();
      if (!fresh || conflictsOf(edits, valuesOf(fresh)).length > 0) return await reload();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return setUnread(error);
    }
    const { input, variantIds } = updateOf(product, edits);
    setSent([...variantIds, ...added.map(({ key }) => key)]);
    const variants = [...(input.variants ?? []), ...added.map(newVariantInput)];
    if (!(await save({ input: { ...input, ...(variants.length > 0 && { variants }) } }))) return;
    clear();
    setAdded([]);
    say(t('product.saved'));
    await own();
  };
  const discard = () => {
    clear();
    setAdded([]);
  };
  const fields = { value, edit: change, problems };
  return html`
    ${others.isSeen && html`<p class="connection" role="status">${t('product.others')}</p>`}
    <div>
      <div class="columns">
        <div class="stack">
          <${Pictures} product=${product} onChanged=${own} mayChange=${mayChange} />
          <fieldset class="bare" disabled=${!mayChange}><${Words} fields=${fields} /></fieldset>
          <fieldset class="bare" disabled=${!mayChange}>
            <${Variants} storeId=${product.storeId} productName=${value('name')} product=${product} value=${value}
              edit=${change} problems=${ofVariant} added=${added} onAdded=${setAdded} attributes=${attributes} />
          </fieldset>
          <${Videos} product=${product} onChanged=${own} mayChange=${mayChange} />
        </div>
        <div class="stack">
          <fieldset class="bare" disabled=${!mayChange}>
            <${Shelf} fields=${fields} categories=${categories.rows ?? []} brands=${brands.rows ?? []} />
          </fieldset>
          <${History} list=${feed} note=${mayChange ? addProductNote : null} id=${product.id} name=${product.name} />
        </div>
      </div>
      ${
        count > 0 &&
        html`<div class="save-bar">
          ${conflicts.map(
            (
              field,
            ) => html`<${Conflict} key=${field} text=${nameOf(field, product)} now=${base[field] ?? ''} mine=${value(field)}
              onTake=${() => take(field)} onKeep=${() => keep(field, base[field] ?? '')} />`,
          )}
          <${Problem} of=${problem ?? unread} />
          ${problem && html`<${Details} of=${problem} />`}
          <div class="form-acts">
            <span>${t('product.unsaved', { count })}</span>
            <${Button} isBusy=${isBusy} disabled=${conflicts.length > 0} onClick=${submit}>${t('do.save')}<//>
            ${
              isBusy
                ? html`<${Button} kind="plain" onClick=${cancel}>${t('do.cancel')}<//>`
                : html`<${Button} kind="plain" onClick=${discard}>${t('product.discard')}<//>`
            }
          </div>
        </div>`
      }
    </div>
  `;
}

/** Whether somebody else changed the product while it is open. `expect`: what our own change has made of it. */
function useOthersChange(now: string): { isSeen: boolean; expect: (own: string) => void } {
  const known = useRef(now);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (now !== known.current) setSeen(true);
    known.current = now;
  }, [now]);
  return {
    isSeen,
    expect: (own) => {
      known.current = own;
      setSeen(false);
    },
  };
}

const fieldNames: Record<string, MessageKey> = {
  name: 'product.name',
  slug: 'product.slug',
  status: 'products.status',
  shortDescription: 'product.shortDescription',
  description: 'product.description',
  deliveryCharge: 'product.deliveryCharge',
  brandId: 'products.brand',
  categories: 'products.categories',
  sku: 'variant.sku',
  barcode: 'variant.barcode',
  price: 'variant.price',
  discountPrice: 'variant.salePrice',
  lowStockThreshold: 'variant.lowStock',
  imageId: 'variant.picture',
};

function nameOf(field: string, product: Product): string {
  const [, variantId, name] = /^variant (\S+) (\S+)$/.exec(field) ?? [];
  const text = t(fieldNames[name ?? field] ?? 'product.field');
  const variant = product.variants.nodes.find(({ id }) => id === variantId);
  return variant ? t('product.fieldOfVariant', { field: text, variant: variant.sku }) : text;
}

type ConflictProps = { text: string; now: string; mine: string; onTake: () => void; onKeep: () => void };

const Conflict = ({
  text,
  now,
  mine,
  onTake,
  onKeep,
}: ConflictProps): VNode => html`<div class="problem-box" role="alert">
  <div><p>${t('product.conflict', { field: text, now: now || '–', mine: mine || '–' })}</p></div>
  <${Button} kind="plain" onClick=${onTake}>${t('product.takeTheirs')}<//>
  <${Button} kind="plain" onClick=${onKeep}>${t('product.keepMine')}<//>
</div>`;

/** Problems of fields which are not shown at one. */
const Details = ({ of }: { of: Refusal }): VNode => html`<ul class="problem">
  ${Object.entries(of.fields)
    .filter(([field]) => !problemText(of).includes(field))
    .map(([field, [first]]) => html`<li key=${field}>${first}</li>`)}
</ul>`;
