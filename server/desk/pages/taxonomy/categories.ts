// The categories of a store as a tree: moved among their siblings and below others, renamed, with a picture.
import { useCompany } from '../../company.ts';
import { label, t } from '../../i18n.ts';
import { HistoryLink } from '../../parts/history-link.ts';
import { StoreFilter } from '../../parts/store-filter.ts';
import {
  Badge,
  Button,
  ChoiceField,
  Dialog,
  Empty,
  Form,
  Loading,
  PageHead,
  Problem,
  say,
  TextField,
} from '../../parts.ts';
import type { PageProps } from '../../router.ts';
import { useSave } from '../../use.ts';
import { useChange } from '../../use-change.ts';
import { html, useState, type VNode } from '../../view.ts';
import { CatalogTabs } from '../products/catalog-tabs.ts';
import { type Branch, type Category, readCategory, treeOf, useCategories } from '../products/taxonomy.ts';
import { Thumbnail } from '../products/thumbnail.ts';
import type { Uploaded } from '../products/use-uploads.ts';
import { ImageField } from './image-field.ts';
import { createCategory, updateCategory } from './taxonomy.graphql';
import { useStore } from './use-store.ts';

type Open = { category?: Category; parentId: string | null };

export default function Categories({ query }: PageProps): VNode {
  const { can } = useCompany();
  const storeId = useStore(query);
  const { rows, problem, reload } = useCategories(storeId);
  const [open, setOpen] = useState<Open>();
  const order = useSave(updateCategory);
  const [isMoving, setMoving] = useState(false);
  const mayChange = can('catalog_manage');
  const tree = rows && treeOf(rows);

  /** Takes the place of a sibling, which stands then after or before it. */
  const move = async (branch: Branch, step: -1 | 1) => {
    const siblings = rows!.filter(({ parentId }) => parentId === branch.parentId);
    const at = siblings.findIndex(({ id }) => id === branch.id);
    const next = siblings.filter(({ id }) => id !== branch.id);
    next.splice(at + step, 0, branch);
    // The next move begins from the places that this one makes.
    setMoving(true);
    for (const [position, { id, position: before }] of next.entries())
      if (position !== before && !(await order.save({ input: { id, position } }))) break;
    await reload();
    setMoving(false);
  };
  return html`
    <${PageHead} title=${t('products.categories')}>
      ${mayChange && html`<${Button} icon="plus-lg" onClick=${() => setOpen({ parentId: null })}>${t('category.new')}<//>`}
    <//>
    <${CatalogTabs} />
    <div class="list-filters"><${StoreFilter} query=${query} needsOne /></div>
    <${Problem} of=${problem ?? order.problem} onRetry=${reload} />
    ${!rows && !problem && html`<${Loading} />`}
    ${tree?.length === 0 && html`<${Empty}>${t('category.none')}<//>`}
    ${
      tree &&
      tree.length > 0 &&
      html`<ul class="list tree">
        ${tree.map((branch) => {
          const siblings = tree.filter(({ parentId }) => parentId === branch.parentId);
          return html`<li key=${branch.id} style=${{ paddingInlineStart: `${0.9 + branch.depth * 1.5}rem` }}>
            <${Thumbnail} url=${branch.imageUrl} />
            <span class="row-text">
              ${
                branch.depth > 0 &&
                html`<span class="spoken">${t('category.below', { name: tree.find(({ id }) => id === branch.parentId)?.name ?? '' })}</span>`
              }
              ${branch.name}
              ${branch.status === 'inactive' && html` <${Badge} list="taxonomyStatus" code=${branch.status} />`}
            </span>
            ${
              mayChange &&
              html`<span class="row tight">
                <${Button} kind="plain" icon="arrow-up" title=${t('category.earlier', { name: branch.name })}
                  disabled=${isMoving || siblings[0]?.id === branch.id} onClick=${() => move(branch, -1)} />
                <${Button} kind="plain" icon="arrow-down" title=${t('category.later', { name: branch.name })}
                  disabled=${isMoving || siblings.at(-1)?.id === branch.id} onClick=${() => move(branch, 1)} />
                <${Button} kind="plain" icon="plus-lg" title=${t('category.addBelow', { name: branch.name })}
                  onClick=${() => setOpen({ parentId: branch.id })} />
                <${Button} kind="plain" icon="pencil" title=${t('settings.changeOne', { name: branch.name })}
                  onClick=${() => setOpen({ category: branch, parentId: branch.parentId })} />
              </span>`
            }
          </li>`;
        })}
      </ul>`
    }
    ${
      open &&
      html`<${CategoryDialog} ...${open} storeId=${storeId} categories=${rows ?? []} onClose=${() => setOpen(undefined)}
        onSaved=${async (what: string) => {
          setOpen(undefined);
          say(t('settings.saved', { what }));
          await reload();
        }} />`
    }
  `;
}

const names = { name: 'taxonomy.name', parentId: 'category.parent', status: 'taxonomy.hide' } as const;
const show = (name: string, value: unknown) => (name === 'status' ? label('rowStatus', String(value)) : '');

type DialogProps = Open & {
  storeId: string;
  categories: Category[];
  onClose: () => void;
  onSaved: (what: string) => Promise<void>;
};

function CategoryDialog({ category, parentId, storeId, categories, onClose, onSaved }: DialogProps): VNode {
  const [name, setName] = useState(category?.name ?? '');
  const [parent, setParent] = useState(parentId ?? '');
  const [isOff, setOff] = useState(category?.status === 'inactive');
  const [picture, setPicture] = useState<Uploaded>();
  const creation = useSave(createCategory);
  const change = useChange(updateCategory, category, () => readCategory({ storeId, id: category!.id }));
  const { isBusy, problem } = category ? change : creation;
  // Not below itself, nor below what is below it: that the server would refuse.
  const own = category ? [category.id, ...treeOf(categories, category.id).map(({ id }) => id)] : [];
  const parents = treeOf(categories)
    .filter(({ id }) => !own.includes(id))
    .map(({ id, name: text, depth }) => ({ value: id, text: `${'\u2003'.repeat(depth)}${text}` }));
  const submit = async () => {
    const fields = {
      name: name.trim(),
      ...(parent !== (category?.parentId ?? '') && { parentId: parent || null }),
      ...(picture && { imageUploadId: picture.uploadId }),
    };
    const saved = category
      ? await change.save({ id: category.id, ...fields, status: isOff ? 'inactive' : 'active' })
      : await creation.save({ input: { storeId, ...fields } });
    if (saved) await onSaved(fields.name);
  };
  return html`<${Dialog} title=${category ? t('settings.changeOne', { name: category.name }) : t('category.new')} onClose=${onClose}>
    <${Form} onSubmit=${submit} submit=${t('do.save')} isBusy=${isBusy} problem=${problem}
      conflict=${{ of: change.conflict, names, show, onTheirs: onClose }}>
      <${TextField} label=${t('taxonomy.name')} value=${name} onInput=${setName} problems=${problem?.fields.name}
        attributes=${{ required: true, autofocus: true }} />
      <${ChoiceField} label=${t('category.parent')} value=${parent} onInput=${setParent} problems=${problem?.fields.parentId}
        options=${[{ value: '', text: t('category.atTop') }, ...parents]} />
      ${category && html`<label class="check"><input type="checkbox" checked=${isOff} onChange=${() => setOff(!isOff)} /><span>${t('taxonomy.hide')}</span></label>`}
      <${ImageField} label=${t('taxonomy.picture')} url=${category?.imageUrl} chosen=${picture} onChosen=${setPicture} />
    <//>
    ${category && html`<${HistoryLink} type="category" id=${category.id} />`}
  <//>`;
}
