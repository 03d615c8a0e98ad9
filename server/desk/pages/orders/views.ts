// Saved views of the list of orders: filters under a name, which everybody of the company has.
import { t } from '../../i18n.ts';
import { limitsOf } from '../../limits.ts';
import { Button, Dialog, Form, say, TextField } from '../../parts.ts';
import { setQuery } from '../../router.ts';
import { useSave } from '../../use.ts';
import { html, useState, type VNode } from '../../view.ts';
import { filterNames } from './rows.ts';
import { type OrderViewsQuery, removeOrderView, saveOrderView } from './views.graphql';

export type SavedView = NonNullable<OrderViewsQuery['orderViews']>['nodes'][number];

/** The filters of an address, as a view keeps them: always in one order, and without a search, which is for once. */
export const viewQuery = (query: URLSearchParams): string =>
  new URLSearchParams(
    filterNames.flatMap((name) => (name !== 'q' && query.get(name) ? [[name, query.get(name)!]] : [])),
  ).toString();

export type ViewsProps = {
  query: URLSearchParams;
  views: readonly SavedView[];
  onSaved: () => Promise<void>;
  /** Called when the view that was shown is gone. */
  onGone: () => void;
};

/** Saves the filters as a view, or changes the view that they are. */
export function SaveView(props: ViewsProps): VNode {
  const { query, views } = props;
  const [isOpen, setOpen] = useState(false);
  const shown = views.find((view) => view.query === viewQuery(query));
  return html`<${Button} kind="plain" icon=${shown ? 'pencil' : 'plus-lg'} onClick=${() => setOpen(true)}>
      ${shown ? t('views.change') : t('views.save')}
    <//>
    ${isOpen && html`<${ViewDialog} ...${props} shown=${shown} onClose=${() => setOpen(false)} />`}`;
}

type DialogProps = ViewsProps & { shown: SavedView | undefined; onClose: () => void };

function ViewDialog({ query, views, shown, onSaved, onGone, onClose }: DialogProps): VNode {
  const [name, setName] = useState(shown?.name ?? '');
  const saving = useSave(saveOrderView);
  const removing = useSave(removeOrderView);
  // A name that is there already is that view, which then shows these filters.
  const replaced = shown ?? views.find((view) => view.name === name.trim());
  const done = async (text: string) => {
    say(text);
    await onSaved();
    onClose();
  };
  const save = async () => {
    const known = replaced && { orderViewId: replaced.id, expectedUpdatedAt: replaced.updatedAt };
    if (await saving.save({ name, query: viewQuery(query), ...known })) await done(t('views.saved', { name }));
  };
  const remove = async () => {
    if (!(await removing.save({ id: shown!.id }))) return;
    await done(t('views.removed', { name: shown!.name }));
    onGone();
    setQuery(Object.fromEntries(filterNames.map((one) => [one, null])));
  };
  const problem = saving.problem ?? removing.problem;
  return html`<${Dialog} title=${t(shown ? 'views.change' : 'views.save')} onClose=${onClose}>
    <${Form} onSubmit=${save} submit=${t(!shown && replaced ? 'views.replace' : 'do.save')} isBusy=${saving.isBusy} problem=${problem}
      onCancel=${saving.cancel}>
      <${TextField} label=${t('settings.name')} hint=${t('views.hint')} value=${name} onInput=${setName} problems=${problem?.fields.name}
        attributes=${{ required: true, ...limitsOf('save_order_view.name') }} />
    <//>
    ${
      shown &&
      html`<div class="form-acts"><${Button} kind="danger" icon="trash" isBusy=${removing.isBusy} onClick=${remove}>${t('views.remove')}<//></div>`
    }
  <//>`;
}
