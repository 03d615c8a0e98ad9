// What a courier has agreed to charge, by the address of an order: payouts go by it.

import { number, t } from '../../i18n.ts';
import { type Limits, limitsOf } from '../../limits.ts';
import { plain } from '../../number.ts';
import { NumberField } from '../../parts/number-field.ts';
import { Button, Dialog, Form, say, TextField } from '../../parts.ts';
import { useChange } from '../../use-change.ts';
import { html, useState, type VNode } from '../../view.ts';
import { type SettingsCouriersQuery, setCourierRates } from './stores.graphql';

type Courier = NonNullable<SettingsCouriersQuery['couriers']>['nodes'][number];
type Rate = {
  name: string;
  places: string[];
  delivery_charge: string;
  included_grams: number;
  per_kg_charge: string;
  cod_percent: string;
  return_charge: string;
};

export const ratesOf = ({ courierRate }: Pick<Courier, 'courierRate'>): Rate[] => (courierRate?.rates ?? []) as Rate[];

type RowProps = { courier: Courier; onOpen: () => void };

/** Opens the rates of a courier. */
export const RatesButton = ({ courier, onOpen }: RowProps): VNode => html`<${Button} kind="plain" icon="cash-stack"
  title=${t('rates.of', { name: courier.name })} onClick=${onOpen} />`;

const empty = {
  ...{ name: '', places: '', deliveryCharge: '', includedGrams: '', perKgCharge: '', codPercent: '', returnCharge: '' },
};
type Typed = typeof empty;

const typedOf = (rate: Rate): Typed => ({
  name: rate.name,
  places: rate.places.join('\n'),
  deliveryCharge: rate.delivery_charge,
  includedGrams: String(rate.included_grams),
  perKgCharge: rate.per_kg_charge,
  codPercent: rate.cod_percent,
  returnCharge: rate.return_charge,
});

const sentOf = ({ name, places, includedGrams, ...amounts }: Typed) => ({
  name: name.trim(),
  places: places.split('\n').flatMap((line) => line.trim() || []),
  includedGrams: Number(plain(includedGrams)) || 0,
  deliveryCharge: plain(amounts.deliveryCharge) || null,
  perKgCharge: plain(amounts.perKgCharge) || null,
  codPercent: plain(amounts.codPercent) || null,
  returnCharge: plain(amounts.returnCharge) || null,
});

/** The rates as one text, to be compared and shown as a whole: as they are kept, or as they are sent. */
const textOf = (rates: unknown) =>
  (rates as (Rate & ReturnType<typeof sentOf>)[])
    .map((rate) => {
      const amounts = [
        ...[rate.deliveryCharge ?? rate.delivery_charge, rate.perKgCharge ?? rate.per_kg_charge],
        ...[rate.codPercent ?? rate.cod_percent, rate.returnCharge ?? rate.return_charge],
      ];
      return `${rate.name} ${amounts.map((amount) => number(Number(amount ?? 0))).join(' · ')} (${rate.places.join(', ')})`;
    })
    .join('; ');

type Props = {
  courier: Courier;
  readRow: (id: string) => Promise<Courier | undefined>;
  onSaved: () => unknown;
  onClose: () => void;
};

export function RatesDialog({ courier, readRow, onSaved, onClose }: Props): VNode {
  const [rows, setRows] = useState<Typed[]>(() => {
    const known = ratesOf(courier).map(typedOf);
    return known.length > 0 ? known : [{ ...empty, includedGrams: '1000' }];
  });
  const read = async () => (await readRow(courier.id))?.courierRate;
  const { save, isBusy, problem, cancel, conflict } = useChange(
    setCourierRates,
    courier.courierRate ?? undefined,
    read,
  );
  const set = (at: number, change: Partial<Typed>) =>
    setRows((all) => all.map((row, n) => (n === at ? { ...row, ...change } : row)));
  const submit = async () => {
    if (!(await save({ courierId: courier.id, rates: rows.map(sentOf) }))) return;
    say(t('settings.saved', { what: t('rates.of', { name: courier.name }) }));
    await onSaved();
    onClose();
  };
  const shown = { names: { rates: 'rates.title' }, show: (_: string, value: unknown) => textOf(value) };
  const field = (
    n: number,
    label: string,
    name: keyof Typed,
    more: { limits?: Limits; attributes?: object; rows?: number; hint?: string },
  ) =>
    html`<${more.limits ? NumberField : TextField} label=${label} value=${rows[n]![name]} onInput=${(text: string) => set(n, { [name]: text })}
      attributes=${{ autocomplete: 'off' }} ...${more} />`;
  return html`<${Dialog} title=${t('rates.of', { name: courier.name })} onClose=${onClose}>
    <${Form} onSubmit=${submit} submit=${t('do.save')} isBusy=${isBusy} problem=${problem} onCancel=${cancel}
      conflict=${{ of: conflict, ...shown, onTheirs: onClose }}>
      <p class="quiet">${t('rates.why')}</p>
      ${rows.map(
        (_, n) => html`<fieldset key=${n} class="fields">
          <legend class="spoken">${t('delivery.place', { n: number(n + 1) })}</legend>
          <div class="fields beside">
            ${field(n, t('delivery.name'), 'name', { attributes: { ...limitsOf('set_courier_rates.rates.name'), autocomplete: 'off', required: true } })}
            ${field(n, t('rates.delivery'), 'deliveryCharge', { limits: limitsOf('set_courier_rates.rates.delivery_charge') })}
            ${field(n, t('rates.return'), 'returnCharge', { limits: limitsOf('set_courier_rates.rates.return_charge') })}
            ${field(n, t('rates.cod'), 'codPercent', { limits: limitsOf('set_courier_rates.rates.cod_percent') })}
            ${field(n, t('rates.included'), 'includedGrams', { limits: limitsOf('set_courier_rates.rates.included_grams') })}
            ${field(n, t('rates.perKg'), 'perKgCharge', { limits: limitsOf('set_courier_rates.rates.per_kg_charge') })}
          </div>
          ${field(n, t('delivery.places'), 'places', { rows: 2, hint: t('delivery.placesHint') })}
          <${Button} kind="plain" icon="trash" onClick=${() => setRows((all) => all.filter((_, at) => at !== n))}>${t('delivery.remove', { n: number(n + 1) })}<//>
        </fieldset>`,
      )}
      ${rows.length < limitsOf('set_courier_rates.rates').max! && html`<${Button} kind="plain" icon="plus-lg" onClick=${() => setRows((all) => [...all, { ...empty, includedGrams: '1000' }])}>${t('delivery.add')}<//>`}
    <//>
  <//>`;
}
