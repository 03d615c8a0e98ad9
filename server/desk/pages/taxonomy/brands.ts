// The brands of a store, each with its logo.
import { useCompany } from '../../company.ts';
import { label, t } from '../../i18n.ts';
import { HistoryLink } from '../../parts/history-link.ts';
import { StoreFilter } from '../../parts/store-filter.ts';
import { Badge, Button, Dialog, Empty, Form, Loading, PageHead, Problem, say, TextField } from '../../parts.ts';
import type { PageProps } from '../../router.ts';
import { useSave } from '../../use.ts';
import { useChange } from '../../use-change.ts';
import { html, useState, type VNode } from '../../view.ts';
import { CatalogTabs } from '../products/catalog-tabs.ts';
import { type Brand, readBrand, useBrands } from '../products/taxonomy.ts';
import { Thumbnail } from '../products/thumbnail.ts';
import type { Uploaded } from '../products/use-uploads.ts';
import { ImageField } from './image-field.ts';
import { createBrand, updateBrand } from './taxonomy.graphql';
import { useStore } from './use-store.ts';

export default function Brands({ query }: PageProps): VNode {
  const { can } = useCompany();
  const storeId = useStore(query);
  const { rows, problem, reload } = useBrands(storeId);
  const [open, setOpen] = useState<{ brand?: Brand }>();
  const mayChange = can('catalog_manage');
  return html`
    <${PageHead} title=${t('products.brands')}>
      ${mayChange && html`<${Button} icon="plus-lg" onClick=${() => setOpen({})}>${t('brand.new')}<//>`}
    <//>
    <${CatalogTabs} />
    <div class="list-filters"><${StoreFilter} query=${query} needsOne /></div>
    <${Problem} of=${problem} onRetry=${reload} />
    ${!rows && !problem && html`<${Loading} />`}
    ${rows?.length === 0 && html`<${Empty}>${t('brand.none')}<//>`}
    ${
      rows &&
      rows.length > 0 &&
      html`<ul class="list">
        ${rows.map(
          (brand) => html`<li key=${brand.id}>
            <${Thumbnail} url=${brand.logoUrl} />
            <div class="row-text"><a href=${`/admin/products?${new URLSearchParams({ store: storeId, brand: brand.id })}`}>${brand.name}</a></div>
            ${brand.status === 'inactive' && html`<${Badge} list="taxonomyStatus" code=${brand.status} />`}
            ${mayChange && html`<${Button} kind="plain" icon="pencil" title=${t('settings.changeOne', { name: brand.name })} onClick=${() => setOpen({ brand })} />`}
          </li>`,
        )}
      </ul>`
    }
    ${
      open &&
      html`<${BrandDialog} brand=${open.brand} storeId=${storeId} onClose=${() => setOpen(undefined)}
        onSaved=${async (what: string) => {
          setOpen(undefined);
          say(t('settings.saved', { what }));
          await reload();
        }} />`
    }
  `;
}

const names = { name: 'taxonomy.name', description: 'product.description', status: 'taxonomy.hide' } as const;
const show = (name: string, value: unknown) => (name === 'status' ? label('rowStatus', String(value)) : '');

type DialogProps = { brand?: Brand; storeId: string; onClose: () => void; onSaved: (what: string) => Promise<void> };

function BrandDialog({ brand, storeId, onClose, onSaved }: DialogProps): VNode {
  const [name, setName] = useState(brand?.name ?? '');
  const [description, setDescription] = useState(brand?.description ?? '');
  const [isOff, setOff] = useState(brand?.status === 'inactive');
  const [logo, setLogo] = useState<Uploaded>();
  const creation = useSave(createBrand);
  const change = useChange(updateBrand, brand, () => readBrand({ storeId, id: brand!.id }));
  const { isBusy, problem } = brand ? change : creation;
  const submit = async () => {
    const fields = {
      name: name.trim(),
      description: description.trim() || null,
      ...(logo && { logoUploadId: logo.uploadId }),
    };
    const saved = brand
      ? await change.save({ id: brand.id, ...fields, status: isOff ? 'inactive' : 'active' })
      : await creation.save({ input: { storeId, ...fields } });
    if (saved) await onSaved(fields.name);
  };
  return html`<${Dialog} title=${brand ? t('settings.changeOne', { name: brand.name }) : t('brand.new')} onClose=${onClose}>
    <${Form} onSubmit=${submit} submit=${t('do.save')} isBusy=${isBusy} problem=${problem}
      conflict=${{ of: change.conflict, names, show, onTheirs: onClose }}>
      <${TextField} label=${t('taxonomy.name')} value=${name} onInput=${setName} problems=${problem?.fields.name}
        attributes=${{ required: true, autofocus: true }} />
      <${TextField} label=${t('product.description')} rows=${3} value=${description} onInput=${setDescription} />
      ${brand && html`<label class="check"><input type="checkbox" checked=${isOff} onChange=${() => setOff(!isOff)} /><span>${t('taxonomy.hide')}</span></label>`}
      <${ImageField} label=${t('brand.logo')} url=${brand?.logoUrl} chosen=${logo} onChosen=${setLogo} />
    <//>
    ${brand && html`<${HistoryLink} type="brand" id=${brand.id} />`}
  <//>`;
}
