// What a notice says, in the language of its owner: numbers, sums and stores, and nothing of a customer, since it is shown on
// locked screens.

/** As internal.push_document gives it; all null or 0 for a test. */
export type PushDocument = {
  count: number;
  orders: { id: string; number: string; due: string | null }[] | null;
  stores: string[] | null;
  total: string | null;
  symbol: string | null;
  symbol_after: boolean | null;
};
export type Notice = {
  kind: 'new_order' | 'call_back' | 'test';
  language: 'en' | 'bn';
  digits: 'latn' | 'beng';
  document: PushDocument;
};
/** What the worker of the browser shows, and opens (server/desk/app/worker.ts). A later one of the same tag takes its place. */
export type Shown = { title: string; body: string; tag: string; path: string };

const words = {
  en: {
    new_order: { one: 'New order {what}', other: '{what} new orders' },
    call_back: { one: 'Call back: {what}', other: '{what} call-backs are due' },
    test: { one: 'Haat reaches this device', other: '' },
    testBody: 'New orders and call-backs will be told like this.',
  },
  bn: {
    new_order: { one: 'নতুন অর্ডার {what}', other: 'নতুন অর্ডার: {what}টি' },
    call_back: { one: 'কল করুন: {what}', other: 'কল করতে হবে: {what}টি' },
    test: { one: 'এই ডিভাইসে হাট পৌঁছায়', other: '' },
    testBody: 'নতুন অর্ডার ও কল এভাবেই জানানো হবে।',
  },
};
const locales = { en: 'en-IN', bn: 'bn-BD' };
const lists = { new_order: '/admin/orders', call_back: '/admin/orders?stage=call_back', test: '/admin/account' };

export function shownOf({ kind, language, digits, document }: Notice): Shown {
  const text = words[language];
  const locale = `${locales[language]}-u-nu-${digits}`;
  const inDigits = (value: string) =>
    value.replace(/\d/g, (digit) => new Intl.NumberFormat(locale).format(Number(digit)));
  const [first] = document.orders ?? [];
  const isOne = document.count <= 1;
  const what = isOne ? (first?.number ?? '') : new Intl.NumberFormat(locale).format(document.count);
  const told = [
    kind === 'call_back' && isOne && first?.due ? inDigits(first.due) : '',
    document.total === null ? '' : moneyIn(locale, document),
    (document.stores ?? []).join(', '),
  ];
  return {
    title: text[kind][isOne ? 'one' : 'other'].replace('{what}', what),
    body: kind === 'test' ? text.testBody : told.filter(Boolean).join(' · '),
    tag: isOne && first ? `${kind} ${first.id}` : kind,
    path: isOne && first ? `/admin/orders/${first.id}` : lists[kind],
  };
}

/** As in the desk: with poisha only where there are some. */
function moneyIn(locale: string, { total, symbol, symbol_after }: PushDocument): string {
  const places = /\.0*$/.test(total!) ? 0 : 2;
  const text = new Intl.NumberFormat(locale, { minimumFractionDigits: places, maximumFractionDigits: places }).format(
    total as Intl.StringNumericLiteral,
  );
  return symbol_after ? `${text}\u00a0${symbol}` : `${symbol}${text}`;
}
