// The frame of every page: the menu, the signed-in person, the language, and the latest message.
import { events, isReachable } from './client.ts';
import { useCompany } from './company.ts';
import { hasReturned } from './history.ts';
import { chooseLanguage, type MessageKey, settings, t } from './i18n.ts';
import type { IconName } from './icons.ts';
import { CallBell } from './parts/call-bell.ts';
import { TestBanner } from './parts/test-banner.ts';
import { Button, Icon, onSaid, type Said } from './parts.ts';
import { neededAt } from './permissions.ts';
import { navigate, useHere } from './router.ts';
import { useKeys } from './use.ts';
import { html, useEffect, useRef, useState, type VNode, type WithChildren } from './view.ts';

type Place = { path: string; text: MessageKey; icon: IconName; onPhone?: boolean };

/** The order is that of a day. */
const groups: { text?: MessageKey; places: Place[] }[] = [
  {
    places: [
      { path: '/', text: 'nav.today', icon: 'house', onPhone: true },
      { path: '/find', text: 'nav.find', icon: 'search' },
    ],
  },
  {
    text: 'nav.orders',
    places: [
      { path: '/orders', text: 'nav.orders', icon: 'receipt', onPhone: true },
      { path: '/orders/new', text: 'nav.newOrder', icon: 'telephone', onPhone: true },
      { path: '/packing', text: 'nav.packing', icon: 'box-seam', onPhone: true },
      { path: '/returns', text: 'nav.returns', icon: 'arrow-repeat' },
    ],
  },
  {
    text: 'nav.goods',
    places: [
      { path: '/stock', text: 'nav.stock', icon: 'boxes' },
      { path: '/products', text: 'nav.products', icon: 'tag' },
    ],
  },
  {
    text: 'nav.customers',
    places: [
      { path: '/customers', text: 'nav.customers', icon: 'people' },
      { path: '/coupons', text: 'nav.coupons', icon: 'bag-check' },
    ],
  },
  {
    text: 'nav.money',
    places: [
      { path: '/couriers', text: 'nav.couriers', icon: 'truck' },
      { path: '/reports', text: 'nav.reports', icon: 'graph-up' },
    ],
  },
  {
    text: 'nav.settings',
    places: [
      { path: '/settings', text: 'nav.settings', icon: 'gear' },
      { path: '/tools/explorer', text: 'nav.tools', icon: 'code-slash' },
    ],
  },
];
export const places: Place[] = groups.flatMap((group) => group.places);

type Letter = { letter: string; path: string };

/** g, then a letter, goes to a page. */
const letters: Letter[] = [
  { letter: 't', path: '/' },
  { letter: 'o', path: '/orders' },
  { letter: 'n', path: '/orders/new' },
  { letter: 'p', path: '/packing' },
  { letter: 's', path: '/stock' },
];

/** The place that an address belongs to: the longest that it begins with. */
function placeOf(path: string): Place | undefined {
  return places
    .filter((place) => path === place.path || (place.path !== '/' && path.startsWith(`${place.path}/`)))
    .toSorted((one, other) => other.path.length - one.path.length)[0];
}

const foldedName = 'haat.folded';

type Help = (props: { onClose: () => void }) => VNode;
/** What the keys do is seldom asked for: it comes when it is. */
type ShellProps = WithChildren & { onSignOut: () => void; loadHelp: () => Promise<Help> };

export function Shell({ children, onSignOut, loadHelp }: ShellProps): VNode {
  const { viewer, can } = useCompany();
  const [isOpen, setOpen] = useState(false);
  const [Shown, setHelp] = useState<Help>();
  const [isFolded, setFolded] = useState(localStorage.getItem(foldedName) === 'on');
  const path = useHere().split('?')[0]!;
  const isGoing = useRef(false);
  useEffect(() => {
    setOpen(false);
    // The heading of the page that was opened is read out, and Tab goes on from there.
    if (!hasReturned()) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [path]);
  useKeys({
    '?': () => loadHelp().then((help) => setHelp(() => help)),
    g: () => {
      isGoing.current = true;
      setTimeout(() => {
        isGoing.current = false;
      }, 1000);
    },
    ...Object.fromEntries(letters.map(({ letter, path: to }) => [letter, () => isGoing.current && navigate(to)])),
  });
  useEffect(() => {
    const find = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) navigate('/find');
    };
    addEventListener('keydown', find);
    return () => removeEventListener('keydown', find);
  }, []);
  const mayOpen = (to: string) => {
    const needed = neededAt(to);
    return !needed || can(needed);
  };
  const current = placeOf(path);
  const fold = () => {
    localStorage.setItem(foldedName, isFolded ? 'off' : 'on');
    setFolded(!isFolded);
  };
  const link = ({ path: to, text, icon, onPhone }: Place) => html`<a
    key=${to}
    href="/admin${to === '/' ? '' : to}"
    class=${onPhone ? 'on-phone' : ''}
    title=${isFolded || to === '/find' ? t(text) : undefined}
    aria-current=${current?.path === to ? 'page' : undefined}
  ><${Icon} name=${icon} /><span>${t(text)}</span></a>`;
  return html`
    <a class="skip" href="#main">${t('nav.skip')}</a>
    <div class="shell ${isFolded ? 'folded' : ''}">
      <nav class="places ${isOpen ? 'open' : ''}" aria-label=${t('nav.label')}>
        <div class="brand"><strong>Haat</strong>
          <${Button} kind="plain" icon="layout-sidebar" title=${t('nav.fold')} aria-pressed=${isFolded} onClick=${fold} /></div>
        ${groups.map(({ text, places: all }) => {
          const mine = all.filter(({ path: to }) => mayOpen(to));
          return html`${text && mine.length > 0 && html`<p class="group quiet"><span>${t(text)}</span></p>`}${mine.map(link)}`;
        })}
        <${Button} kind="plain" icon="list" onClick=${() => setOpen(!isOpen)}>${t('nav.more')}<//>
        ${can('orders_manage') && html`<${CallBell} />`}
        <div class="who">
          <a href="/admin/account" title=${t('nav.account')}><${Icon} name="person-circle" />
            <span>${viewer.fullName}<small class="quiet">${viewer.companyName}</small><span class="spoken">${t('nav.account')}</span></span></a>
          <div class="row">
            <${LanguageSwitch} />
            <${Button} kind="plain" icon="box-arrow-right" title=${t('nav.signOut')} onClick=${onSignOut}><span>${t('nav.signOut')}</span><//>
          </div>
        </div>
      </nav>
      <main id="main" tabindex="-1">
        <${Connection} />
        <${TestBanner} />
        ${children}
      </main>
    </div>
    <${Toasts} />
    ${Shown && html`<${Shown} onClose=${() => setHelp(undefined)} />`}
  `;
}

/** The page is drawn anew; what is typed in it stays. */
export async function choose(language: typeof settings.language, digits: typeof settings.digits): Promise<void> {
  await chooseLanguage(language, digits);
  events.dispatchEvent(new Event('language'));
}

/** One switch for the language, one for its digits. */
export function LanguageSwitch(): VNode {
  const { language, digits } = settings;
  return html`<div class="languages">
    <${Button} kind="plain" icon="translate" onClick=${() => choose(language === 'en' ? 'bn' : 'en', digits)}>
      <span lang=${language === 'en' ? 'bn' : 'en'}>${language === 'en' ? 'বাংলা' : 'English'}</span>
    <//>
    ${
      language === 'bn' &&
      html`<${Button} kind="plain" title=${t('nav.digits')}
        onClick=${() => choose(language, digits === 'latn' ? 'beng' : 'latn')}>
        ${digits === 'latn' ? '১২৩' : '123'}
      <//>`
    }
  </div>`;
}

/** Whether the client has said so last. */
function useSaid(name: 'connection' | 'busy' | 'slow', start: boolean): boolean {
  const [is, set] = useState(start);
  useEffect(() => {
    const hear = (event: Event) => set((event as CustomEvent<boolean>).detail);
    events.addEventListener(name, hear);
    return () => events.removeEventListener(name, hear);
  }, []);
  return is;
}

/** Says that the server cannot be reached, does not answer or has too much to do, as long as it is so. */
export function Connection(): VNode | null {
  const isThere = useSaid('connection', isReachable());
  const isBusy = useSaid('busy', false);
  const isSlow = useSaid('slow', false);
  if (isThere && !isBusy && !isSlow) return null;
  const told = isBusy ? 'problem.waiting' : 'problem.slow';
  return html`<p class="connection" role="status">
    <${Icon} name=${isThere ? 'clock-history' : 'wifi-off'} /> ${t(isThere ? told : 'problem.connection')}
  </p>`;
}

function Toasts(): VNode {
  const [said, setSaid] = useState<(Said & { n: number })[]>([]);
  const element = useRef<HTMLDivElement>(null);
  // Above a dialog, too.
  useEffect(() => {
    element.current!.hidePopover?.();
    element.current!.showPopover?.();
  }, [said.length]);
  useEffect(() => {
    let n = 0;
    return onSaid((what) => {
      const one = { ...what, n: n++ };
      // What an earlier one offers to do is no longer of what is there.
      setSaid((all) => [...all.slice(-2).map(({ act: _, ...other }) => other), one]);
      setTimeout(() => leave(one.n), one.act ? 10_000 : 5000);
    });
  }, []);
  /** One that is pointed at, or has the focus, stays. */
  const leave = (n: number): void => {
    if (element.current?.querySelector(`[data-n="${n}"]:is(:hover, :focus-within)`)) setTimeout(() => leave(n), 1000);
    else setSaid((all) => all.filter((other) => other.n !== n));
  };
  return html`<div class="toasts" popover="manual" role="status" ref=${element}>${said.map(
    ({ text, act, n }) => html`<p key=${n} data-n=${n}>${text}
      ${
        act &&
        html`<${Button} kind="plain" icon="arrow-left" onClick=${() => {
          setSaid((all) => all.filter((other) => other.n !== n));
          act.run();
        }}>${act.text}<//>`
      }</p>`,
  )}</div>`;
}
