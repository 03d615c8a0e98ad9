// Name, phone and email of a customer, and whether they may order. Only what was changed is sent.

import { label, t } from '../../i18n.ts';
import { limitsOf } from '../../limits.ts';
import { ChoiceField, Dialog, Form, say, TextField } from '../../parts.ts';
import { useChange } from '../../use-change.ts';
import { html, useState, type VNode } from '../../view.ts';
import { askWhole } from '../../whole.ts';
import { customer as customerDocument, updateCustomer } from './customer.graphql';
import type { Person } from './person.ts';

type Props = { customer: Person; onClose: () => void; onSaved: () => Promise<void> };

const names = {
  fullName: 'customer.name',
  phone: 'customer.phoneNumber',
  email: 'customer.email',
  status: 'customer.status',
} as const;
const show = (name: string, value: unknown) => (name === 'status' ? label('customerStatus', String(value)) : '');
const statuses = ['active', 'inactive', 'blocked'] as const;

export function EditCustomer({ customer, onClose, onSaved }: Props): VNode {
  // The values when it was opened: a change by another person meanwhile is not overwritten by what was not touched.
  const [before] = useState(customer);
  const [fullName, setFullName] = useState(customer.fullName);
  const [phone, setPhone] = useState(customer.phone ?? '');
  const [email, setEmail] = useState(customer.email ?? '');
  const [status, setStatus] = useState<(typeof statuses)[number]>(customer.status);
  const { save, isBusy, problem, cancel, conflict } = useChange(
    updateCustomer,
    before,
    async () => (await askWhole(customerDocument, { id: customer.id })).customer,
  );
  const submit = async () => {
    const input = {
      customerId: customer.id,
      ...(fullName.trim() !== before.fullName && { fullName: fullName.trim() }),
      ...(phone.trim() !== (before.phone ?? '') && { phone: phone.trim() }),
      ...(email.trim() !== (before.email ?? '') && { email: email.trim() }),
      ...(status !== before.status && { status }),
    };
    if (!(await save(input))) return;
    say(t('customer.saved'));
    await onSaved();
  };
  return html`<${Dialog} title=${t('settings.change')} onClose=${onClose}>
    <${Form} onSubmit=${submit} submit=${t('do.save')} isBusy=${isBusy} problem=${problem} onCancel=${cancel}
      conflict=${{ of: conflict, names, show, onTheirs: onClose }}>
      <${TextField} label=${t('customer.name')} value=${fullName} onInput=${setFullName} problems=${problem?.fields.fullName}
        attributes=${{ required: true, autocomplete: 'off', ...limitsOf('update_customer.full_name') }} />
      <${TextField} label=${t('customer.phoneNumber')} value=${phone} onInput=${setPhone} problems=${problem?.fields.phone}
        attributes=${{ type: 'tel', autocomplete: 'off', ...limitsOf('update_customer.phone') }} />
      <${TextField} label=${t('customer.email')} value=${email} onInput=${setEmail} problems=${problem?.fields.email}
        attributes=${{ type: 'email', autocomplete: 'off', ...limitsOf('update_customer.email') }} />
      <${ChoiceField} label=${t('customer.status')} value=${status} onInput=${setStatus}
        options=${statuses.map((value) => ({ value, text: t(`customerStatus.${value}`) }))} />
    <//>
  <//>`;
}
