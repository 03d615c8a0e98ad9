// The address of the page: which page is shown, and the filters of its list. Links are plain links.

import { Boundary } from './boundary.ts';
import { type BundleName, bundleAt } from './bundles.ts';
import { addEntry, beginHistory, entriesBackTo, followHistory, replaceEntry } from './history.ts';
import { matchPath } from './paths.ts';
import { type ComponentChildren, createContext, html, useContext, useEffect, useState, type VNode } from './view.ts';

export type PageProps = { params: Record<string, string>; query: URLSearchParams };
type Page = (props: PageProps) => VNode | null;
/** The pages of a bundle by their addresses, such as '/orders/:id'. */
export type PagesByPath = Record<string, Page>;

const root = '/admin';
const moved = new EventTarget();

/** Goes to a page, such as '/orders?stage=new'. `replace` leaves no step behind that one would go back to. */
export function navigate(to: string, { replace = false } = {}): void {
  if (replace) replaceEntry(root + to);
  else addEntry(root + to);
  moved.dispatchEvent(new Event('moved'));
}

/** The present address without /admin. */
export const here = (): string => location.pathname.slice(root.length) || '/';

/** Changes filters in the address; an empty value takes one away. */
export function setQuery(changes: Record<string, string | null | undefined>, replace = true): void {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value) query.set(name, value);
    else query.delete(name);
  }
  const text = query.toString();
  navigate(here() + (text ? `?${text}` : ''), { replace });
}

/** The address of a page, with those filters that have a value. */
export function addressOf(path: string, filters: Record<string, string | null | undefined>): string {
  const given = Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const query = new URLSearchParams(given).toString();
  return root + path + (query && `?${query}`);
}

const Here = createContext('');
/** Re-renders the component that calls it when the address changes. */
export const useHere = (): string => useContext(Here);

export function Address({ children }: { children: ComponentChildren }): VNode {
  const [address, setAddress] = useState(() => {
    beginHistory();
    return here() + location.search;
  });
  useEffect(() => {
    const follow = () => setAddress(here() + location.search);
    const goneBack = () => {
      followHistory();
      follow();
    };
    moved.addEventListener('moved', follow);
    addEventListener('popstate', goneBack);
    document.addEventListener('click', followLink);
    return () => {
      moved.removeEventListener('moved', follow);
      removeEventListener('popstate', goneBack);
      document.removeEventListener('click', followLink);
    };
  }, []);
  return html`<${Here.Provider} value=${address}>${children}<//>`;
}

/** A plain click on a link to another page changes the page here; every other click is the browser's. */
function followLink(event: MouseEvent): void {
  const link = (event.target as Element).closest?.('a');
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.target || link.download) return;
  if (link.origin !== location.origin || !`${link.pathname}/`.startsWith(`${root}/`) || link.dataset.plain) return;
  if (link.hash && link.pathname === location.pathname) return;
  event.preventDefault();
  // The way back of a page leads to the list as it was left.
  const back = link.matches('.back') ? entriesBackTo(link) : 0;
  if (back) history.go(-back);
  else navigate(link.pathname.slice(root.length) + link.search);
}

/** The page of a path with its parameters: '/orders/new' goes before '/orders/:id'. */
export function pageAt(pages: PagesByPath, path: string): { Page: Page; params: Record<string, string> } | undefined {
  const fitting = Object.entries(pages).flatMap(([pattern, Page]) => {
    const params = matchPath(pattern, path);
    return params ? [{ Page, params }] : [];
  });
  return fitting.toSorted((one, other) => Object.keys(one.params).length - Object.keys(other.params).length)[0];
}

type Shown = { bundle: BundleName; pages?: PagesByPath } | undefined;
type PagesProps = {
  /** What is loaded before anything is shown. */
  first: Shown;
  load: (bundle: BundleName) => Promise<{ pages: PagesByPath }>;
  lost: VNode;
  missing: VNode;
  /** Instead of a page that is not for who is signed in. */
  refused: (path: string) => VNode | undefined;
};

/** Shows the page of the address. Its bundle is loaded when one of its pages is first opened. */
export function Pages({ first, load, lost, missing, refused }: PagesProps): VNode | null {
  const address = useHere();
  const [path = '/', search = ''] = address.split('?');
  const bundle = bundleAt(path);
  const [shown, setShown] = useState(first);
  useEffect(() => {
    if (!bundle || bundle === shown?.bundle) return;
    let isWanted = true;
    load(bundle).then(
      ({ pages }) => isWanted && setShown({ bundle, pages }),
      () => isWanted && setShown({ bundle }),
    );
    return () => {
      isWanted = false;
    };
  }, [bundle]);
  if (!bundle) return missing;
  if (shown?.bundle !== bundle) return null;
  if (!shown.pages) return lost;
  const found = pageAt(shown.pages, path);
  if (!found) return missing;
  const instead = refused(path);
  if (instead) return instead;
  return html`<${Boundary} key=${path} of=${address}>
    <${found.Page} params=${found.params} query=${new URLSearchParams(search)} />
  <//>`;
}
