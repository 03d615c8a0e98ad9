// Erases a customer for good: not by a slip of the finger, so the name is typed.
import { t } from '../../i18n.ts';
import { Dialog, Form, say, TextField } from '../../parts.ts';
import { useSave } from '../../use.ts';
import { html, useState, type VNode } from '../../view.ts';
import { eraseCustomer } from './customer.graphql';
import type { Person } from './person.ts';

type Props = { customer: Person; onClose: () => void; onErased: () => Promise<void> };

export function EraseCustomer({ customer, onClose, onErased }: Props): VNode {
  const [typed, setTyped] = useState('');
  const { save, isBusy, problem } = useSave(eraseCustomer);
  const submit = async () => {
    if (!(await save({ id: customer.id }))) return;
    say(t('customer.erasedWhen'));
    await onErased();
  };
  return html`<${Dialog} title=${t('customer.erase')} onClose=${onClose}>
    <p>${t('customer.eraseWhat')}</p>
    <${Form} onSubmit=${submit} submit=${t('customer.eraseForGood')} kind="danger" isBusy=${isBusy} problem=${problem}
      disabled=${typed.trim() !== customer.fullName.trim()}>
      <${TextField} label=${t('customer.typeName', { name: customer.fullName })} value=${typed} onInput=${setTyped}
        attributes=${{ autocomplete: 'off', autofocus: true, required: true }} />
    <//>
  <//>`;
}
