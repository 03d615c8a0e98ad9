// The addresses of a customer, which new orders offer.

import { t } from '../../i18n.ts';
import { limitsOf } from '../../limits.ts';
import { Button, Card, Dialog, Form, Problem, say, TextField } from '../../parts.ts';
import { useSave } from '../../use.ts';
import { useChange } from '../../use-change.ts';
import { html, useState, type VNode } from '../../view.ts';
import { askWhole } from '../../whole.ts';
import { customer as customerDocument, removeCustomerAddress, saveCustomerAddress } from './customer.graphql';
import type { Person } from './person.ts';

type Address = Person['customerAddresses']['nodes'][number];
type Props = { customer: Person; mayChange: boolean; onChanged: () => Promise<void> };

export function Addresses({ customer, mayChange, onChanged }: Props): VNode {
  const [open, setOpen] = useState<{ address?: Address }>();
  const { save, isBusy, problem } = useSave(removeCustomerAddress);
  const remove = async (address: Address) => {
    if (!(await save({ id: address.id }))) return;
    say(t('address.removed'));
    await onChanged();
  };
  const acts =
    mayChange && html`<${Button} kind="plain" icon="plus-lg" onClick=${() => setOpen({})}>${t('address.new')}<//>`;
  return html`<${Card} title=${t('address.title')} acts=${acts}>
    ${customer.customerAddresses.nodes.length === 0 && html`<p class="quiet">${t('address.none')}</p>`}
    <ul class="addresses">
      ${customer.customerAddresses.nodes.map((address) => {
        const name = address.label ?? address.addressLine;
        return html`<li key=${address.id}>
          <p><strong>${address.label ?? t('address.unnamed')}</strong> ${address.isDefault && html`<span class="badge">${t('address.default')}</span>`}</p>
          <p>${[address.recipientName, address.recipientPhone].filter(Boolean).join(' · ')}</p>
          <p>${[address.addressLine, address.area, address.city, address.postalCode].filter(Boolean).join(', ')}</p>
          ${
            mayChange &&
            html`<div class="row">
              <${Button} kind="plain" icon="pencil" title=${t('settings.changeOne', { name })} onClick=${() => setOpen({ address })} />
              <${Button} kind="plain" icon="trash" title=${t('address.remove', { name })} isBusy=${isBusy} onClick=${() => remove(address)} />
            </div>`
          }
        </li>`;
      })}
    </ul>
    <${Problem} of=${problem} />
    ${
      open &&
      html`<${AddressDialog} customer=${customer} address=${open.address} onClose=${() => setOpen(undefined)}
        onSaved=${async () => {
          setOpen(undefined);
          say(t('address.saved'));
          await onChanged();
        }} />`
    }
  <//>`;
}

const names = {
  addressLine: 'address.line',
  area: 'address.area',
  city: 'address.city',
  postalCode: 'address.postalCode',
  recipientName: 'address.recipientName',
  recipientPhone: 'address.recipientPhone',
  label: 'address.label',
  isDefault: 'address.makeDefault',
} as const;

type DialogProps = { customer: Person; address?: Address; onClose: () => void; onSaved: () => Promise<void> };

function AddressDialog({ customer, address, onClose, onSaved }: DialogProps): VNode {
  const [fields, setFields] = useState({
    label: address?.label ?? '',
    recipientName: address?.recipientName ?? '',
    recipientPhone: address?.recipientPhone ?? '',
    addressLine: address?.addressLine ?? '',
    area: address?.area ?? '',
    city: address?.city ?? '',
    postalCode: address?.postalCode ?? '',
  });
  const [isDefault, setDefault] = useState(address?.isDefault ?? false);
  const { save, isBusy, problem, cancel, conflict } = useChange(saveCustomerAddress, address, async () =>
    (await askWhole(customerDocument, { id: customer.id })).customer?.customerAddresses.nodes.find(
      ({ id }) => id === address!.id,
    ),
  );
  const submit = async () => {
    const given = Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text.trim() || null]));
    const input = {
      ...given,
      customerId: customer.id,
      addressLine: fields.addressLine.trim(),
      ...(address && { addressId: address.id }),
      isDefault,
    };
    if (await save(input)) await onSaved();
  };
  const text = (name: keyof typeof fields, label: string, attributes: object = {}) =>
    html`<${TextField} label=${label} value=${fields[name]} problems=${problem?.fields[name]}
      onInput=${(value: string) => setFields((all) => ({ ...all, [name]: value }))} attributes=${{ autocomplete: 'off', ...attributes }} />`;
  const title = address ? t('settings.changeOne', { name: address.label ?? address.addressLine }) : t('address.new');
  return html`<${Dialog} title=${title} onClose=${onClose}>
    <${Form} onSubmit=${submit} submit=${t('do.save')} isBusy=${isBusy} problem=${problem} onCancel=${cancel}
      conflict=${{ of: conflict, names, onTheirs: onClose }}>
      ${text('addressLine', t('address.line'), { required: true, autofocus: true, ...limitsOf('save_customer_address.address_line') })}
      <div class="fields beside">
        ${text('area', t('address.area'), limitsOf('save_customer_address.area'))}
        ${text('city', t('address.city'), limitsOf('save_customer_address.city'))}
        ${text('postalCode', t('address.postalCode'), { inputmode: 'numeric', ...limitsOf('save_customer_address.postal_code') })}
        ${text('recipientName', t('address.recipientName'), limitsOf('save_customer_address.recipient_name'))}
        ${text('recipientPhone', t('address.recipientPhone'), { type: 'tel', ...limitsOf('save_customer_address.recipient_phone') })}
        ${text('label', t('address.label'), limitsOf('save_customer_address.label'))}
      </div>
      <label class="check"><input type="checkbox" checked=${isDefault} disabled=${address?.isDefault}
        onChange=${() => setDefault(!isDefault)} /><span>${t('address.makeDefault')}</span></label>
    <//>
  <//>`;
}
