// What delivery costs, by the address of an order: the store's table, and whether orders are charged by it.

import { ask } from '../../client.ts';
import { useCompany } from '../../company.ts';
import { money, number, t } from '../../i18n.ts';
import { type Limits, limitsOf } from '../../limits.ts';
import { plain } from '../../number.ts';
import { NumberField } from '../../parts/number-field.ts';
import { Button, Card, Dialog, Form, Money, say, TextField } from '../../parts.ts';
import { useChange } from '../../use-change.ts';
import { html, useState, type VNode } from '../../view.ts';
import { type SettingsStoreQuery, settingsStore, updateStore } from './stores.graphql';

type Store = NonNullable<SettingsStoreQuery['store']>;
type Zone = { name: string; places: string[]; charge: string; free_from: string | null };
type Props = { store: Store; mayChange: boolean; onSaved: () => Promise<void> };

const zonesOf = ({ deliveryZones }: Pick<Store, 'deliveryZones'>) => deliveryZones as Zone[];

export function DeliveryZones({ store, mayChange, onSaved }: Props): VNode {
  const [isOpen, setOpen] = useState(false);
  const symbol = useCompany().symbolOf(store.id);
  const zones = zonesOf(store);
  return html`<${Card} title=${t('delivery.title')}
    acts=${mayChange && html`<${Button} kind="plain" icon="pencil" title=${t('delivery.change')} onClick=${() => setOpen(true)} />`}>
    ${store.deliveryCharges === 'off' && html`<p class="quiet">${t('delivery.off')}</p>`}
    ${
      zones.length > 0 &&
      html`<ul class="list">${zones.map(
        ({ name, places, charge, free_from }) => html`<li key=${name}>
        <span class="grow">${name}
          <br /><span class="quiet">${places.length > 0 ? places.join('; ') : t('delivery.elsewhere')}</span>
          ${free_from && html`<br /><span class="quiet">${t('delivery.freeFromAmount', { amount: money(free_from, symbol) })}</span>`}</span>
        <${Money} amount=${charge} symbol=${symbol} />
      </li>`,
      )}</ul>`
    }
    ${isOpen && html`<${ZonesDialog} store=${store} onSaved=${onSaved} onClose=${() => setOpen(false)} />`}
  <//>`;
}

/** The table as one text, to be compared and shown as a whole: as it is kept, or as it is sent. */
const textOf = (zones: unknown) =>
  (zones as (Zone & { freeFrom?: string | null })[])
    .map(({ name, places, charge, free_from, freeFrom = free_from }) => {
      const free = freeFrom ? `, ${t('delivery.freeFromAmount', { amount: number(Number(freeFrom)) })}` : '';
      return `${name} ${charge} (${places.join(', ')})${free}`;
    })
    .join('; ');

const linesOf = (text: string) => text.split('\n').flatMap((line) => line.trim() || []);
const empty = { name: '', places: '', charge: '', freeFrom: '' };

function ZonesDialog({ store, onSaved, onClose }: Omit<Props, 'mayChange'> & { onClose: () => void }): VNode {
  const [isOn, setOn] = useState(store.deliveryCharges === 'by_zone');
  const [rows, setRows] = useState(() => {
    const known = zonesOf(store).map(({ places, free_from, ...zone }) => ({
      ...{ ...zone, places: places.join('\n'), freeFrom: free_from ?? '' },
    }));
    return known.length > 0 ? known : [empty];
  });
  const read = async () => (await ask(settingsStore, { id: store.id })).store;
  const { save, isBusy, problem, cancel, conflict } = useChange(updateStore, store, read);
  const set = (at: number, change: Partial<typeof empty>) =>
    setRows((all) => all.map((row, n) => (n === at ? { ...row, ...change } : row)));
  const submit = async () => {
    const deliveryZones = rows.map(({ name, places, charge, freeFrom }) => ({
      ...{
        name: name.trim(),
        places: linesOf(places),
        charge: plain(charge),
        freeFrom: plain(freeFrom) || null,
      },
    }));
    const deliveryCharges = isOn ? 'by_zone' : 'off';
    if (!(await save({ id: store.id, deliveryCharges, deliveryZones }))) return;
    say(t('settings.saved', { what: t('delivery.title') }));
    await onSaved();
    onClose();
  };
  const shown = {
    names: { deliveryZones: 'delivery.title', deliveryCharges: 'delivery.isOn' },
    show: (name: string, value: unknown) => (name === 'deliveryZones' ? textOf(value) : String(value)),
  };
  const field = (
    n: number,
    label: string,
    name: keyof typeof empty,
    attributes: object,
    more: { limits?: Limits; rows?: number; hint?: string } = {},
  ) =>
    html`<${more.limits ? NumberField : TextField} label=${label} value=${rows[n]![name]} onInput=${(text: string) => set(n, { [name]: text })}
      attributes=${{ autocomplete: 'off', ...attributes }} ...${more} />`;
  return html`<${Dialog} title=${t('delivery.title')} onClose=${onClose}>
    <${Form} onSubmit=${submit} submit=${t('do.save')} isBusy=${isBusy} problem=${problem} onCancel=${cancel}
      conflict=${{ of: conflict, ...shown, onTheirs: onClose }}>
      <p class="quiet">${t('delivery.why')}</p>
      <label class="check"><input type="checkbox" checked=${isOn} onChange=${() => setOn(!isOn)} /> <span>${t('delivery.isOn')}</span></label>
      ${rows.map(
        (_, n) => html`<fieldset key=${n} class="fields">
          <legend class="spoken">${t('delivery.place', { n: number(n + 1) })}</legend>
          <div class="fields beside">
            ${field(n, t('delivery.name'), 'name', { ...limitsOf('update_store.delivery_zones.name'), required: true })}
            ${field(n, t('delivery.charge'), 'charge', { required: true }, { limits: limitsOf('update_store.delivery_zones.charge') })}
            ${field(n, t('delivery.freeFrom'), 'freeFrom', {}, { limits: limitsOf('update_store.delivery_zones.free_from') })}
          </div>
          ${field(n, t('delivery.places'), 'places', {}, { rows: 2, hint: t('delivery.placesHint') })}
          <${Button} kind="plain" icon="trash" onClick=${() => setRows((all) => all.filter((_, at) => at !== n))}>${t('delivery.remove', { n: number(n + 1) })}<//>
        </fieldset>`,
      )}
      ${rows.length < limitsOf('update_store.delivery_zones').max! && html`<${Button} kind="plain" icon="plus-lg" onClick=${() => setRows((all) => [...all, empty])}>${t('delivery.add')}<//>`}
    <//>
  <//>`;
}
