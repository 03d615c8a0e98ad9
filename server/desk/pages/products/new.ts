// A new product: its pictures are on their way while one types, and all is saved at once.
import { insist, newKey, Refusal } from '../../client.ts';
import { useCompany } from '../../company.ts';
import { t } from '../../i18n.ts';
import { numberOf, plain } from '../../number.ts';
import { tagsInput } from '../../parts/tags.ts';
import { Button, Card, ChoiceField, isFilled, PageHead, Problem, problemText, say } from '../../parts.ts';
import { navigate, type PageProps } from '../../router.ts';
import { useData, useSave, useSettled } from '../../use.ts';
import { useDraftOf, useTyped } from '../../use-draft.ts';
import { html, useEffect, useState, type VNode } from '../../view.ts';
import { askWhole } from '../../whole.ts';
import { LocationField } from '../stock/locations.ts';
import { adjustStock } from '../stock/variant.graphql';
import { type NewVariant, newVariant, newVariantInput, skuStart } from './combinations.ts';
import { Taxonomy, Words } from './details.ts';
import type { Values } from './edits.ts';
import { type GridImage, ImageDialog, ImageGrid, moved } from './image-grid.ts';
import { categoriesInput, type VariantField } from './model.ts';
import { createProduct, product, takenSkus } from './product.graphql';
import { useAttributes, useBrands, useCategories } from './taxonomy.ts';
import { PicturePicker, UploadList, useUploads } from './use-uploads.ts';
import { Variants } from './variants.ts';

const nothing: Values = {
  name: '',
  shortDescription: '',
  description: '',
  status: 'active',
  brandId: '',
  categories: '',
  deliveryCharge: '',
  tags: '',
  seoTitle: '',
  seoDescription: '',
};

const only: NewVariant[] = [{ ...newVariant('', [], 0), sku: '' }];

export default function NewProduct({ query }: PageProps): VNode {
  const { can, stores, storeOptions } = useCompany();
  const copied = query.get('copy');
  const draft = useDraftOf(copied ? `copy.${copied}` : 'product');
  const [locationId, setLocationId] = useState('');
  const [storeId, setStoreId] = useTyped(draft, 'store', stores[0]?.id ?? '');
  const [values, setValues] = useTyped(draft, 'values', nothing);
  const [variants, setVariants] = useTyped(draft, 'variants', only);
  const [pictures, setPictures] = useState<GridImage[]>([]);
  const [open, setOpen] = useState<GridImage>();
  const { uploads, add, cancel, retry } = useUploads(({ uploadId, preview }) =>
    setPictures((all) => [...all, { key: uploadId, url: preview, altText: '', isThumbnail: false }]),
  );
  const { save, isBusy, problem, cancel: stop } = useSave(createProduct);
  const start = useSettled(skuStart(values.name ?? ''), 300);
  const taken = useData(start ? takenSkus : null, { storeId, start }, { keeps: true });
  const skus = taken.data?.variants?.nodes.map(({ sku }) => sku) ?? [];
  // What was suggested before it was known to be taken.
  useEffect(() => {
    setVariants((all) =>
      all.map((one) =>
        skus.includes(one.sku) && one.sku === newVariant(values.name ?? '', one.options, 0).sku
          ? { ...one, sku: newVariant(values.name ?? '', one.options, 0, skus).sku }
          : one,
      ),
    );
  }, [taken.data]);
  const categories = useCategories(storeId);
  const brands = useBrands(storeId);
  const attributes = useAttributes(storeId);

  const edit = (field: string, text: string) => {
    setValues((all) => ({ ...all, [field]: text }));
    // A single variant is called as the product is, until it has a name of its own.
    if (field === 'name')
      setVariants(([first, ...others]) => {
        if (!first || others.length > 0 || first.options.length > 0) return first ? [first, ...others] : others;
        const before = newVariant(values.name!, [], 0);
        const after = newVariant(text, [], 0, skus);
        // As it was suggested, before or after it was known which are taken; any other is of who typed it.
        const isSuggested = [before.sku, newVariant(values.name!, [], 0, skus).sku].includes(first.sku);
        return [
          {
            ...first,
            name: first.name === before.name ? after.name : first.name,
            sku: !first.sku || isSuggested ? after.sku : first.sku,
          },
        ];
      });
  };
  // Categories and brands are of one store.
  const chooseStore = (id: string) => {
    setStoreId(id);
    setValues((all) => ({ ...all, brandId: '', categories: '' }));
  };
  const submit = async () => {
    const {
      name,
      shortDescription,
      description,
      status,
      brandId,
      categories: chosen,
      deliveryCharge,
      tags,
      seoTitle,
      seoDescription,
    } = values as Record<string, string>;
    const images = pictures.map(({ key, altText }) => ({ uploadId: key, ...(altText && { altText }) }));
    const answer = await save({
      input: {
        storeId,
        name: name!.trim(),
        status: status as 'active' | 'draft',
        ...(shortDescription?.trim() && { shortDescription }),
        ...(description?.trim() && { description }),
        ...(brandId && { brandId }),
        ...(chosen && { categories: categoriesInput(chosen) }),
        ...(deliveryCharge?.trim() && { deliveryCharge: plain(deliveryCharge) }),
        ...(tags?.trim() && { tags: tagsInput(tags) }),
        ...((seoTitle?.trim() || seoDescription?.trim()) && {
          seo: { title: seoTitle?.trim() || null, description: seoDescription?.trim() || null },
        }),
        ...(images.length > 0 && { images }),
        variants: variants.map(newVariantInput),
      },
    });
    const id = answer?.createProduct?.product?.id;
    if (!id) return;
    draft.forget();
    say((await openStock(id)) ?? t('product.created'));
    navigate(`/products/${id}`, { replace: true });
  };
  const stocked = variants.filter(({ stock }) => numberOf(stock));
  /** What is there already. The product stays where a level is refused, and the page says so. */
  const openStock = async (id: string): Promise<string | undefined> => {
    if (stocked.length === 0) return undefined;
    try {
      const { product: made } = await askWhole(product, { id, withCosts: false });
      for (const { sku, stock } of stocked) {
        const { id: variantId } = made!.variants.nodes.find((one) => one.sku === sku.trim())!;
        const level = { variantId, locationId, type: 'adjustment', reason: t('product.openingStock') };
        await insist(
          adjustStock,
          { ...level, quantityChange: numberOf(stock)! },
          newKey(),
          new AbortController().signal,
        );
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return t('product.stockLeft', { text: problemText(error) });
    }
    return undefined;
  };
  const problems = (field: string) => problem?.fields[field];
  const ofVariant = (key: string, field: VariantField) =>
    problems(`variants.${variants.findIndex((one) => one.key === key)}.${field}`);
  const fields = { value: (field: string) => values[field] ?? '', edit, problems };
  return html`
    <${PageHead} title=${t('products.new')} back=${{ href: '/admin/products', text: t('nav.products') }} />
    <form method="post" class="plain" novalidate onSubmit=${(event: Event) => {
      event.preventDefault();
      if (isFilled(event.currentTarget as HTMLElement)) void submit();
    }}>
      <div class="columns">
        <div class="stack">
          ${
            stores.length > 1 &&
            html`<${Card}><${ChoiceField} label=${t('filter.store')} value=${storeId} onInput=${chooseStore}
              options=${storeOptions()} /><//>`
          }
          <${Words} fields=${fields} />
          <${Card} title=${t('pictures.title')}>
            <${ImageGrid} pictures=${pictures.map((one, n) => ({ ...one, isThumbnail: n === 0 }))}
              onMove=${(from: number, to: number) => setPictures(moved(pictures, from, to))} onOpen=${setOpen} />
            <${UploadList} uploads=${uploads} onCancel=${cancel} onRetry=${retry} />
            <${PicturePicker} onFiles=${add} />
          <//>
          <${Variants} storeId=${storeId} productName=${values.name} takenSkus=${skus} value=${() => ''} edit=${() => {}} problems=${ofVariant}
            added=${variants} onAdded=${setVariants} attributes=${attributes} withStock=${can('inventory_manage')} />
          ${stocked.length > 0 && html`<${Card}><${LocationField} label=${t('stock.location')} value=${locationId} onInput=${setLocationId} /><//>`}
        </div>
        <${Taxonomy} fields=${fields} categories=${categories.rows ?? []} brands=${brands.rows ?? []} isNew />
      </div>
      <div class="save-bar">
        <${Problem} of=${problem} />
        <div class="form-acts">
          <${Button} type="submit" isBusy=${isBusy} disabled=${uploads.some((one) => !one.problem) || (stocked.length > 0 && !locationId)}>${t('product.create')}<//>
          ${isBusy && html`<${Button} kind="plain" onClick=${stop}>${t('do.cancel')}<//>`}
        </div>
      </div>
    </form>
    ${
      open &&
      html`<${ImageDialog} picture=${open} onClose=${() => setOpen(undefined)}
        onSave=${(altText: string, isThumbnail: boolean) => {
          const at = pictures.findIndex(({ key }) => key === open.key);
          const described = pictures.map((one) => (one.key === open.key ? { ...one, altText } : one));
          setPictures(isThumbnail ? moved(described, at, 0) : described);
          setOpen(undefined);
        }}
        onRemove=${() => {
          setPictures(pictures.filter(({ key }) => key !== open.key));
          setOpen(undefined);
        }} />`
    }
  `;
}
