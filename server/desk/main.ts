// The pages of staff at /admin. They hold no rule: what may be done comes from the server, and every button is a mutation.
import './bundles/common.ts';
import { Boundary, tellFailures } from './boundary.ts';
import { type BundleName, bundleAt } from './bundles.ts';
import { ask, events, Refusal } from './client.ts';
import { type Company, CompanyContext, companyOf } from './company.ts';
import { type EnterQuery, enter } from './enter.graphql';
import { label, loadLanguage, loadTexts, settings, t } from './i18n.ts';
import { Loading, problemText } from './parts.ts';
import { neededAt } from './permissions.ts';
import { Address, here, navigate, Pages, type PagesByPath } from './router.ts';
import { keepSeen, seen } from './seen.ts';
import { askOtherTabs, onEnded, signedOutEverywhere, takeWelcome, token } from './session.ts';
import { Connection, Shell } from './shell.ts';
import { signOut } from './sign-in.graphql';
import { takeStatuses } from './statuses.ts';
import { html, render, useEffect, useRef, useState, type VNode } from './view.ts';
import { askWhole } from './whole.ts';
import { loadWords } from './words.ts';

const bundles: Record<BundleName, () => Promise<{ pages: PagesByPath }>> = {
  today: () => import('./bundles/today.ts'),
  work: () => import('./bundles/work.ts'),
  parcels: () => import('./bundles/parcels.ts'),
  print: () => import('./bundles/print.ts'),
  goods: () => import('./bundles/goods.ts'),
  stock: () => import('./bundles/stock.ts'),
  office: () => import('./bundles/office.ts'),
  settings: () => import('./bundles/settings.ts'),
  jobs: () => import('./bundles/jobs.ts'),
  find: () => import('./bundles/find.ts'),
  design: () => import('./bundles/design.ts'),
  entrance: () => import('./bundles/entrance.ts'),
};
const renewed = 'haat.renewed';
const loadBundle = async (name: BundleName) => {
  try {
    const [bundle] = await Promise.all([bundles[name](), loadTexts(name)]);
    sessionStorage.removeItem(renewed);
    return bundle;
  } catch (error) {
    // Files of a former release are gone: the page is opened anew. Once, since there may be no connection.
    if (!navigator.onLine || sessionStorage.getItem(renewed)) throw error;
    sessionStorage.setItem(renewed, name);
    location.reload();
    return new Promise<never>(() => {});
  }
};

const loadEntrance = async () => {
  const [entrance] = await Promise.all([import('./bundles/entrance.ts'), loadTexts('entrance')]);
  return entrance;
};

function take({ stores, orderStatuses }: EnterQuery): void {
  settings.timeZone = stores?.nodes[0]?.timezone ?? undefined;
  takeStatuses(orderStatuses?.nodes ?? []);
}

function lastSeen(): EnterQuery | undefined {
  const found = token() ? seen<EnterQuery>(enter, '') : undefined;
  const isInside = !found?.viewer?.mustChangePassword && !found?.twoFactor?.mustSetUp;
  return isInside ? found : undefined;
}

const loadHelp = async () => {
  const [{ KeysHelp }] = await Promise.all([import('./bundles/find.ts'), loadTexts('find')]);
  return KeysHelp;
};

type State = 'opening' | 'signed-out' | 'new-password' | 'set-up' | 'ready';

function Desk(): VNode {
  const [state, setState] = useState<State>(last ? 'ready' : token() ? 'opening' : 'signed-out');
  const [company, setCompany] = useState<Company | undefined>(() => last && companyOf(last, () => load()));
  /** The answer that is shown, as text, and whether it is the one of the last time. */
  const shown = useRef(last && JSON.stringify(last));
  const isOld = useRef(true);
  const [message, setMessage] = useState('');
  const [welcome, setWelcome] = useState(takenWelcome);
  const [entrance, setEntrance] = useState<typeof import('./bundles/entrance.ts')>();
  const [, setDrawn] = useState(0);

  const load = async (answer = askWhole(enter, {})): Promise<void> => {
    const asker = token();
    const found = await answer;
    // Signed out meanwhile, here or in another tab: what is known of a person is not shown, and not kept for the next one.
    if (!token() || token() !== asker) return;
    keepSeen(enter, '', found);
    isOld.current = false;
    const text = JSON.stringify(found);
    if (text !== shown.current) {
      shown.current = text;
      take(found);
      setCompany(companyOf(found, () => load()));
    }
    setMessage('');
    if (found.viewer!.mustChangePassword) return setState('new-password');
    // The one-time password is good for nothing any more.
    setWelcome(undefined);
    setState(found.twoFactor?.mustSetUp ? 'set-up' : 'ready');
    // What a refusal is told in: after the first page stands.
    setTimeout(() => {
      globalThis.haatAsked = undefined;
      loadWords().catch(() => {});
      import('./app/install.ts').then(({ install }) => install(found.viewer!.id!, navigate)).catch(() => {});
    }, 3000);
  };
  const close = () => {
    shown.current = undefined;
    setCompany(undefined);
  };
  const leave = (why: string) => {
    // What was typed stays, but not what is shown of the last time alone.
    if (isOld.current) close();
    setMessage(why);
    setState('signed-out');
  };
  /** The session stays while the server cannot be reached: the page says so, and asks again. */
  const open = async (answer?: typeof entering) => {
    await load(answer).catch((error) => {
      if (!(error instanceof Refusal)) throw error;
      if (error.code !== 'UNREACHABLE') return leave(problemText(error));
      setTimeout(open, 4000);
    });
  };
  const isOutside = state !== 'opening' && state !== 'ready';
  useEffect(() => {
    if (!isOutside || entrance) return;
    const tryIt = () => loadEntrance().then(setEntrance, () => setTimeout(tryIt, 4000));
    void tryIt();
  }, [isOutside]);
  useEffect(() => {
    const ended = () => leave(t('problem.signedOut'));
    const draw = () => setDrawn((n) => n + 1);
    events.addEventListener('session-ended', ended);
    events.addEventListener('language', draw);
    onEnded(ended);
    // Also when the answer has come already, and the session has ended: it says why.
    if (entering) void open(entering);
    return () => {
      events.removeEventListener('session-ended', ended);
      events.removeEventListener('language', draw);
    };
  }, []);
  const signOutHere = async () => {
    // Signed out here even if the server cannot be reached: the session expires by itself.
    await ask(signOut, {}).catch(() => {});
    signedOutEverywhere();
    close();
    leave('');
  };

  const email = company?.viewer.email ?? '';
  const missing = html`<h1>${t('problem.noPage')}</h1><a href="/admin">${t('nav.today')}</a>`;
  const refused = (path: string) => {
    const needed = neededAt(path);
    if (!needed || company?.can(needed)) return undefined;
    return html`<h1>${t('permission.needed', { permission: label('permission', needed) })}</h1><a href="/admin">${t('nav.today')}</a>`;
  };
  const lost = html`<p role="alert">${t('problem.newRelease')} <a data-plain href=${location.href}>${t('do.reload')}</a></p>`;
  return html`
    ${state === 'opening' && html`<main><${Connection} /><${Loading} /></main>`}
    ${isOutside && !entrance && html`<main><${Connection} /><${Loading} /></main>`}
    ${state === 'signed-out' && entrance && html`<${entrance.SignIn} message=${message} welcome=${welcome} onDone=${() => load()} />`}
    ${state === 'new-password' && entrance && html`<${entrance.NewPassword} email=${email} welcome=${welcome} onDone=${() => load()} />`}
    ${state === 'set-up' && entrance && html`<${entrance.SetUpTwoFactor} email=${email} onDone=${() => load()} />`}
    ${
      company &&
      (state === 'ready' || state === 'signed-out') &&
      // A session that has ended keeps the page with what was typed; another person gets pages of their own.
      html`<div key=${company.viewer.id} hidden=${state !== 'ready'}>
        <${CompanyContext.Provider} value=${company}>
          <${Address}><${Shell} onSignOut=${signOutHere} loadHelp=${loadHelp}><${Pages} first=${first} load=${loadBundle} lost=${lost} missing=${missing} refused=${refused} /><//><//>
        <//>
      </div>`
    }
  `;
}

// What the first page needs comes side by side: who is signed in, the texts, and the page itself.
const takenWelcome = takeWelcome();
if (!takenWelcome) await askOtherTabs();
const entering = token() ? askWhole(enter, {}) : undefined;
entering?.catch(() => {});
const bundle = token() ? bundleAt(here()) : 'entrance';
const [first] = await Promise.all([
  bundle &&
    bundles[bundle]().then(
      ({ pages }) => {
        sessionStorage.removeItem(renewed);
        return { bundle, pages };
      },
      () => undefined,
    ),
  loadLanguage(bundle),
]);
tellFailures();
// The desk opens with what this tab saw last, also without a connection; what has changed since is drawn when it comes.
const last = lastSeen();
if (last) take(last);
render(html`<${Boundary}><${Desk} /><//>`, document.getElementById('desk')!);
