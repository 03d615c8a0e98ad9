// A note for colleagues. Notes are added, never overwritten.

import { useCompany } from '../../../company.ts';
import { t } from '../../../i18n.ts';
import { limitsOf } from '../../../limits.ts';
import { Form, TextField } from '../../../parts.ts';
import { useSave } from '../../../use.ts';
import { html, useState, type VNode } from '../../../view.ts';
import { addNote } from '../transitions.graphql';
import type { OrderProps } from './props.ts';

export function NoteForm({ order, onDone }: OrderProps): VNode | null {
  const { can } = useCompany();
  const [note, setNote] = useState('');
  const { save, isBusy, problem, cancel } = useSave(addNote);
  if (!can('orders_manage')) return null;
  const submit = async () => {
    if (!(await save({ orderId: order.id, note }))) return;
    setNote('');
    await onDone();
  };
  return html`<${Form} onSubmit=${submit} submit=${t('history.add')} isBusy=${isBusy} problem=${problem} onCancel=${cancel}
    disabled=${!note.trim()}>
    <${TextField} label=${t('order.newNote')} value=${note} onInput=${setNote} rows=${2} problems=${problem?.fields.note}
      attributes=${limitsOf('add_order_note.note')} />
  <//>`;
}
