// A product as it is worked on. Only what was changed is sent, and not before a look at what others changed meanwhile.
import { Refusal } from '../../client.ts';
import { useCompany } from '../../company.ts';
import { label, type MessageKey, t } from '../../i18n.ts';
import { History } from '../../parts/history.ts';
import { byLastId, usePages } from '../../parts/use-pages.ts';
import { Badge, Button, isFilled, Loading, PageHead, Problem, problemText, say } from '../../parts.ts';
import { navigate, type PageProps } from '../../router.ts';
import { useData, useSave } from '../../use.ts';
import { whoChanged } from '../../use-change.ts';
import { useDraftOf, useTyped } from '../../use-draft.ts';
import { html, useEffect, useRef, useState, type VNode } from '../../view.ts';
import { askWhole } from '../../whole.ts';
import { fieldName, refusedText } from '../../words.ts';
import { type NewVariant, newVariantInput } from './combinations.ts';
import { Taxonomy, Words } from './details.ts';
import { conflictsOf, useEdits } from './edits.ts';
import { Images } from './images.ts';
import { copyOf, type Product, updateOf, type VariantField, valuesOf } from './model.ts';
import {
  addProductNote,
  product as productDocument,
  productFeed,
  type UpdateProductInput,
  updateProduct,
} from './product.graphql';
import { useAttributes, useBrands, useCategories } from './taxonomy.ts';
import { Variants } from './variants.ts';
import { Videos } from './videos.ts';

export default function ProductPage({ params }: PageProps): VNode {
  const { can } = useCompany();
  const variables = { id: params.id!, withCosts: can('costs_read') };
  const { data, problem, isLoading, reload } = useData(productDocument, variables, { everyMs: 15_000 });
  const back = { href: '/admin/products', text: t('nav.products') };
  const draft = useDraftOf(`copy.${params.id}`);
  const copy = () => {
    for (const [part, value] of Object.entries(copyOf(data!.product!)))
      sessionStorage.setItem(draft.start + part, JSON.stringify(value));
    navigate(`/products/new?copy=${params.id}`);
  };
  if (!data?.product)
    return html`<${PageHead} title=${t(data && !isLoading ? 'product.gone' : 'product.title')} back=${back} />
      <${Problem} of=${problem} onRetry=${reload} />${isLoading && html`<${Loading} />`}`;
  return html`<${PageHead} title=${data.product.name} back=${back}>
      <${Badge} list="productStatus" code=${data.product.status} />
      ${can('catalog_manage') && html`<${Button} kind="plain" icon="copy" onClick=${copy}>${t('product.copy')}<//>`}
    <//>
    <${Problem} of=${problem} onRetry=${reload} />
    <${Editor} product=${data.product} reload=${reload}
      readFresh=${async () => (await askWhole(productDocument, variables)).product} />`;
}

/** One change of a product takes so many variants; a product may have 250. */
const mostVariants = 200;
/** Goods that sell move a product too: each time it is read anew. */
const mostTries = 5;

const none: NewVariant[] = [];

type EditorProps = { product: Product; reload: () => Promise<void>; readFresh: () => Promise<Product | null> };

function Editor({ product, reload, readFresh }: EditorProps): VNode {
  const { can } = useCompany();
  const mayChange = can('catalog_manage');
  const draft = useDraftOf(`product.${product.id}`);
  const { edits, edit, take, keep, clear } = useEdits(draft);
  const [added, setAdded] = useTyped<NewVariant[]>(draft, 'added', none);
  const [sent, setSent] = useState<string[]>([]);
  const [unread, setUnread] = useState<Refusal>();
  const { save, isBusy, problem, cancel, refusal } = useSave(updateProduct);
  const [by, setBy] = useState<string>();
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
  /** Sends one part; changes by others are read first, and where it is the same field, the person is asked. */
  const sendOver = async (input: UpdateProductInput, updatedAt: string): Promise<string | undefined> => {
    for (let expectedUpdatedAt = updatedAt, tries = 1; ; tries++) {
      const saved = await save({ input: { ...input, expectedUpdatedAt } });
      if (saved) return saved.updateProduct!.product!.updatedAt;
      if (!refusal.current || !('expectedUpdatedAt' in refusal.current.fields) || tries === mostTries) return undefined;
      const who = whoChanged(refusal.current);
      const fresh = await readFresh();
      if (!fresh || conflictsOf(edits, valuesOf(fresh)).length > 0) {
        setBy(who);
        await reload();
        return undefined;
      }
      expectedUpdatedAt = fresh.updatedAt;
    }
  };
  const page = useRef<HTMLDivElement>(null);
  const submit = async () => {
    if (![...page.current!.querySelectorAll<HTMLElement>('.bare')].every(isFilled)) return;
    setUnread(undefined);
    const { input, variantIds } = updateOf(product, edits);
    const { variants, ...fields } = input;
    const all = [...(variants ?? []), ...added.map(newVariantInput)];
    const keys = [...variantIds, ...added.map(({ key }) => key)];
    try {
      let updatedAt: string | undefined = product.updatedAt;
      for (let from = 0; updatedAt && (from === 0 || from < all.length); from += mostVariants) {
        const part = all.slice(from, from + mostVariants);
        setSent(keys.slice(from, from + mostVariants));
        updatedAt = await sendOver(
          { ...(from === 0 ? fields : { id: product.id }), ...(part.length > 0 && { variants: part }) },
          updatedAt,
        );
      }
      if (!updatedAt) return;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return setUnread(error);
    }
    clear();
    setAdded(none);
    setBy(undefined);
    say(t('product.saved'));
    await own();
  };
  const discard = () => {
    clear();
    setAdded(none);
  };
  const fields = { value, edit: change, problems };
  /** The value of a field, for people: a brand by its name, a status in words. */
  const shown = (field: string, text: string) => {
    const nameIn = (rows: { id: string; name: string }[] | undefined, id: string) =>
      rows?.find((row) => row.id === id)?.name ?? '';
    if (field === 'status') return label('productStatus', text);
    if (field === 'brandId') return nameIn(brands.rows, text);
    if (field === 'categories')
      return text
        .split(' ')
        .map((id) => nameIn(categories.rows, id))
        .join(', ');
    if (field.endsWith(' status')) return t(text === 'active' ? 'variant.active' : 'variant.inactive');
    if (!field.endsWith(' imageId')) return text;
    const at = product.productImages.nodes.findIndex(({ id }) => id === text);
    return at < 0 ? t('variant.noPicture') : t('variant.pictureAt', { n: at + 1 });
  };
  return html`
    ${others.isSeen && html`<p class="connection" role="status">${by ? t('product.othersBy', { who: by }) : t('product.others')}</p>`}
    <div ref=${page}>
      <div class="columns">
        <div class="stack">
          <${Images} product=${product} onChanged=${own} mayChange=${mayChange} />
          <fieldset class="bare" disabled=${!mayChange}><${Words} fields=${fields} /></fieldset>
          <fieldset class="bare" disabled=${!mayChange}>
            <${Variants} storeId=${product.storeId} productName=${value('name')} product=${product} value=${value}
              edit=${change} problems=${ofVariant} added=${added} onAdded=${setAdded} attributes=${attributes} />
          </fieldset>
          <${Videos} product=${product} onChanged=${own} mayChange=${mayChange} />
        </div>
        <div class="stack">
          <fieldset class="bare" disabled=${!mayChange}>
            <${Taxonomy} fields=${fields} categories=${categories.rows ?? []} brands=${brands.rows ?? []} />
          </fieldset>
          <${History} list=${feed} note=${mayChange ? addProductNote : null} type="product" id=${product.id} name=${product.name} />
        </div>
      </div>
      ${
        count > 0 &&
        html`<div class="save-bar">
          ${conflicts.map(
            (
              field,
            ) => html`<${Conflict} key=${field} text=${nameOf(field, product)} now=${shown(field, base[field] ?? '')} mine=${shown(field, value(field))}
              onTake=${() => take(field)} onKeep=${() => keep(field, base[field] ?? '')} />`,
          )}
          <${Problem} of=${conflicts.length > 0 ? unread : (problem ?? unread)} />
          ${problem && conflicts.length === 0 && html`<${Details} of=${problem} />`}
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

/** Whether another person changed the product while it is open. `expect`: what our own change has made of it. */
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
  tags: 'product.tags',
  seoTitle: 'product.seoTitle',
  seoDescription: 'product.seoDescription',
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
    .filter(([, [first]]) => first && !problemText(of).includes(first))
    .map(([field, [first]]) => html`<li key=${field}>${refusedText(first!, fieldName(field)) ?? first}</li>`)}
</ul>`;
