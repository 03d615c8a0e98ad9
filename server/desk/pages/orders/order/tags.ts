// The tags of an order, and the form that changes them. What is saved is what came and went, so that the tag that a colleague
// adds meanwhile stays.
import { useCompany } from '../../../company.ts';
import { number, t } from '../../../i18n.ts';
import { tagsInput } from '../../../parts/tags.ts';
import { Button, Dialog, Form, Icon, say, TextField } from '../../../parts.ts';
import { useSave } from '../../../use.ts';
import { html, useState, type VNode } from '../../../view.ts';
import { tagOrder } from '../transitions.graphql';
import type { OrderProps } from './props.ts';

const tagsOf = ({ order }: OrderProps): string[] => (order.tags ?? []).map(String);

export function Tags(props: OrderProps): VNode | null {
  const { can } = useCompany();
  const [isOpen, setOpen] = useState(false);
  const tags = tagsOf(props);
  return html`<span class="row tags">
    ${tags.map((tag) => html`<a key=${tag} class="tag" href="/admin/orders?tag=${encodeURIComponent(tag)}">${tag}</a>`)}
    ${
      can('orders_manage') &&
      html`<${Button} kind="plain" icon="tag" onClick=${() => setOpen(true)}>${t(tags.length > 0 ? 'tags.change' : 'tags.add')}<//>`
    }
    ${isOpen && html`<${TagsDialog} ...${props} onClose=${() => setOpen(false)} />`}
  </span>`;
}

function TagsDialog(props: OrderProps & { onClose: () => void }): VNode {
  const { order, onDone, onClose } = props;
  const [before] = useState(tagsOf(props));
  const [text, setText] = useState(before.join(', '));
  const { save, isBusy, problem, cancel } = useSave(tagOrder);
  const submit = async () => {
    const after = tagsInput(text);
    const input = {
      orderId: order.id,
      addTags: after.filter((tag) => !before.includes(tag)),
      removeTags: before.filter((tag) => !after.includes(tag)),
    };
    if (!(await save({ input }))) return;
    say(t('tags.saved', { number: order.number }));
    await onDone();
    onClose();
  };
  return html`<${Dialog} title=${t('product.tags')} onClose=${onClose}>
    <${Form} onSubmit=${submit} submit=${t('do.save')} of=tags isBusy=${isBusy} problem=${problem} onCancel=${cancel}>
      <${TextField} label=${t('product.tags')} hint=${t('product.tagsHint')} value=${text} onInput=${setText}
        problems=${problem?.fields.addTags} />
    <//>
  <//>`;
}

/** Tags that are shown only, in a row of a list. */
export const TagList = ({ tags }: { tags: readonly unknown[] | null | undefined }): VNode[] => {
  const [first, second, ...others] = tags ?? [];
  const shown = [first, second, others.length > 0 && `+${number(others.length)}`].filter(Boolean);
  return shown.map((tag) => html`<span key=${tag} class="tag"><${Icon} name="tag" /> ${tag}</span>`);
};
