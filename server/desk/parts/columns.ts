// The columns of a list: how wide they are, which the list is ordered by, and which a person has chosen, in what order.

/** `sort`: by what the list may be ordered with a click, as its query names it. A column without a text is of controls. */
export type Column = { text: string; width: string; sort?: string | false; isEnd?: boolean };

/** The newest first. */
export const usualOrder = 'CREATED_AT_DESC';

/** How the list of the address is ordered: as a person chose of its columns. */
export const sortOf = <Order extends string>(query: URLSearchParams, columns: readonly Column[]): Order => {
  const asked = query.get('sort') ?? '';
  const isThere = columns.some(({ sort }) => sort && [`${sort}_ASC`, `${sort}_DESC`].includes(asked));
  return (isThere ? asked : usualOrder) as Order;
};

export const widthsOf = (columns: readonly Column[]): object => ({
  '--columns': columns.map(({ width }) => width).join(' '),
});

/** Of a list that a person has arranged on this device: the numbers of its columns as they stand, without those left out. */
export type Arrangement = readonly number[];

const nameOf = (path: string) => `haat.columns${path.replaceAll('/', '.')}`;
/** The first that has a text names the row: it stays, and so do the controls before it. */
export const firstFree = (columns: readonly Column[]): number => columns.findIndex(({ text }) => text) + 1;

/** What was arranged of a list with other columns, such as one more store brings, counts for nothing. */
export function arrangementOf(path: string, columns: readonly Column[]): Arrangement {
  const all = columns.map((_, n) => n);
  const { count, shown } = JSON.parse(localStorage.getItem(nameOf(path)) ?? '{}');
  return count === columns.length ? shown : all;
}

export function arrange(path: string, columns: readonly Column[], shown: Arrangement): void {
  localStorage.setItem(nameOf(path), JSON.stringify({ count: columns.length, shown }));
}

/** Shows the cells so on a computer. On a phone a row says all that there is. */
export function showArranged(columns: readonly Column[], shown: Arrangement): () => void {
  const cells = columns.map((_, n) => {
    const at = shown.indexOf(n);
    return `:is(.list-head, .in-columns > li, .order-row > a) > :nth-child(${n + 1}) { ${at < 0 ? 'display: none' : `order: ${at}`} }`;
  });
  const widths = shown.map((n) => columns[n]!.width).join(' ');
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`@media (min-width: 48.01rem) {
    :is(.list-head, .list) { --columns: ${widths} !important }
    ${cells.join('')}
  }`);
  document.adoptedStyleSheets.push(sheet);
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  };
}
