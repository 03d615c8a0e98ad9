// The columns of a list: how wide they are, and which the list is ordered by.

/** `sort`: by what the list may be ordered with a click, as its query names it. A column without a text is of controls. */
export type Column = { text: string; width: string; sort?: string | false; isEnd?: boolean };

/** How the list of the address is ordered: as a person chose of its columns, else the newest first. */
export const sortOf = <Order extends string>(query: URLSearchParams, columns: readonly Column[]): Order => {
  const asked = query.get('sort') ?? '';
  const isThere = columns.some(({ sort }) => sort && [`${sort}_ASC`, `${sort}_DESC`].includes(asked));
  return (isThere ? asked : 'CREATED_AT_DESC') as Order;
};

export const widthsOf = (columns: readonly Column[]): object => ({
  '--columns': columns.map(({ width }) => width).join(' '),
});
