// The days that the reports show, kept in the address. Days are those of the store's own calendar.
import { t } from '../../i18n.ts';
import { ChoiceField, TextField } from '../../parts.ts';
import { setQuery } from '../../router.ts';
import { html, type VNode } from '../../view.ts';

const periods = ['this_month', 'today', 'yesterday', 'last_7_days', 'last_30_days', 'last_month', 'other'] as const;
type Period = (typeof periods)[number];
export type Window = { from: string | null; to: string | null };

const textOf = (day: Date) => day.toISOString().slice(0, 10);

/** A day of the calendar so many days or months from another. */
function moved(date: string, days: number, months = 0): string {
  const day = new Date(`${date}T00:00:00Z`);
  if (months) day.setUTCMonth(day.getUTCMonth() + months);
  day.setUTCDate(day.getUTCDate() + days);
  return textOf(day);
}

/** This month until today: what the server takes without bounds. */
export function thisMonth(timeZone: string): { from: string; to: string } {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
  return { from: `${today.slice(0, 8)}01`, to: today };
}

export function windowOf(query: URLSearchParams, timeZone: string): Window {
  const { from: monthStart, to: today } = thisMonth(timeZone);
  const windows: Record<Period, Window> = {
    this_month: { from: null, to: null },
    today: { from: today, to: today },
    yesterday: { from: moved(today, -1), to: moved(today, -1) },
    last_7_days: { from: moved(today, -6), to: today },
    last_30_days: { from: moved(today, -29), to: today },
    last_month: { from: moved(monthStart, 0, -1), to: moved(monthStart, -1) },
    other: { from: query.get('from'), to: query.get('to') },
  };
  return windows[periodOf(query)];
}

const periodOf = (query: URLSearchParams): Period =>
  periods.find((period) => period === query.get('period')) ?? 'this_month';

export function PeriodFilter({ query, shown }: { query: URLSearchParams; shown: Window }): VNode {
  const period = periodOf(query);
  const choose = (chosen: string) =>
    // One's own days begin with those that were shown.
    setQuery({
      period: chosen,
      from: chosen === 'other' ? shown.from : null,
      to: chosen === 'other' ? shown.to : null,
    });
  const day = (
    name: 'from' | 'to',
  ) => html`<${TextField} label=${t(name === 'from' ? 'reports.from' : 'reports.to')} value=${shown[name] ?? ''}
    onInput=${(value: string) => value && setQuery({ [name]: value })} attributes=${{ type: 'date', required: true }} />`;
  return html`
    <${ChoiceField} label=${t('reports.period')} value=${period} onInput=${choose}
      options=${periods.map((value) => ({ value, text: t(`period.${value}`) }))} />
    ${period === 'other' && html`${day('from')}${day('to')}`}
  `;
}
