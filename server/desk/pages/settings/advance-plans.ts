// What shoppers of a store may pay in advance: a share of the order and what the shop says of it, in their order.

import { ask } from '../../client.ts';
import { number, t } from '../../i18n.ts';
import { limitsOf } from '../../limits.ts';
import { plain } from '../../number.ts';
import { NumberField } from '../../parts/number-field.ts';
import { Button, Card, Dialog, Form, say, TextField } from '../../parts.ts';
import { useChange } from '../../use-change.ts';
import { html, useState, type VNode } from '../../view.ts';
import { type SettingsStoreQuery, settingsStore, updateStore } from './stores.graphql';

type Store = NonNullable<SettingsStoreQuery['store']>;
type Plan = { percent: number; note: string | null };
type Props = { store: Store; mayChange: boolean; onSaved: () => Promise<void> };

const plansOf = ({ advancePaymentPlans }: Store) => advancePaymentPlans as Plan[];
const told = ({ percent, note }: { percent: number | string; note: string | null }) =>
  note
    ? t('advance.planNoted', { percent: number(Number(percent)), note })
    : t('advance.plan', { percent: number(Number(percent)) });

export function AdvancePlans({ store, mayChange, onSaved }: Props): VNode {
  const [isOpen, setOpen] = useState(false);
  const plans = plansOf(store);
  return html`<${Card} title=${t('advance.title')}
    acts=${mayChange && html`<${Button} kind="plain" icon="pencil" title=${t('advance.change')} onClick=${() => setOpen(true)} />`}>
    ${
      plans.length === 0
        ? html`<p class="quiet">${t('advance.none')}</p>`
        : html`<ul>${plans.map((plan, n) => html`<li key=${n}>${told(plan)}</li>`)}</ul>`
    }
    ${isOpen && html`<${PlansDialog} store=${store} onSaved=${onSaved} onClose=${() => setOpen(false)} />`}
  <//>`;
}

/** The plans as one text, to be compared and shown as a whole. */
const textOf = (plans: unknown) => (plans as Plan[]).map(told).join('; ');

function PlansDialog({ store, onSaved, onClose }: Omit<Props, 'mayChange'> & { onClose: () => void }): VNode {
  const [rows, setRows] = useState(() =>
    plansOf(store).map(({ percent, note }) => ({ percent: String(percent), note: note ?? '' })),
  );
  const read = async () => (await ask(settingsStore, { id: store.id })).store;
  const { save, isBusy, problem, cancel, conflict } = useChange(updateStore, store, read);
  const set = (at: number, change: object) =>
    setRows((all) => all.map((row, n) => (n === at ? { ...row, ...change } : row)));
  const submit = async () => {
    const advancePaymentPlans = rows.map(({ percent, note }) => ({
      percent: plain(percent),
      note: note.trim() || null,
    }));
    if (!(await save({ id: store.id, advancePaymentPlans }))) return;
    say(t('settings.saved', { what: t('advance.title') }));
    await onSaved();
    onClose();
  };
  return html`<${Dialog} title=${t('advance.title')} onClose=${onClose}>
    <${Form} onSubmit=${submit} submit=${t('do.save')} isBusy=${isBusy} problem=${problem} onCancel=${cancel}
      conflict=${{ of: conflict, names: { advancePaymentPlans: 'advance.title' }, show: (_: string, plans: unknown) => textOf(plans), onTheirs: onClose }}>
      <p class="quiet">${t('advance.why')}</p>
      ${rows.map(
        ({ percent, note }, n) => html`<fieldset key=${n} class="fields beside">
          <legend class="spoken">${t('advance.place', { n: n + 1 })}</legend>
          <${NumberField} label=${t('advance.percent')} value=${percent} onInput=${(text: string) => set(n, { percent: text })}
            limits=${limitsOf('update_store.advance_payment_plans.percent')} attributes=${{ required: true }} />
          <${TextField} label=${t('advance.note')} value=${note} onInput=${(text: string) => set(n, { note: text })}
            attributes=${limitsOf('update_store.advance_payment_plans.note')} />
          <${Button} kind="plain" icon="trash" title=${t('advance.remove', { n: n + 1 })}
            onClick=${() => setRows((all) => all.filter((_, at) => at !== n))} />
        </fieldset>`,
      )}
      ${rows.length < limitsOf('update_store.advance_payment_plans').max! && html`<${Button} kind="plain" icon="plus-lg" onClick=${() => setRows((all) => [...all, { percent: '', note: '' }])}>${t('advance.add')}<//>`}
    <//>
  <//>`;
}
