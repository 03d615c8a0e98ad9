// The pages of staff at /admin. They hold no rule: what may be done comes from the server, and every button is a mutation.
import { ask, events, Refusal } from './client.ts';
import { type Company, CompanyContext, companyOf } from './company.ts';
import { enter } from './enter.graphql.ts';
import { loadLanguage, settings, t } from './i18n.ts';
import { problemText } from './parts.ts';
import { Address, here, Pages, type Route, routeAt } from './router.ts';
import { askOtherTabs, onEnded, signedOutEverywhere, token } from './session.ts';
import { Shell } from './shell.ts';
import { signOut } from './sign-in.graphql.ts';
import { NewPassword, SetUpTwoFactor, SignIn } from './sign-in.ts';
import { html, render, useEffect, useState, type VNode } from './view.ts';
import { askWhole } from './whole.ts';
import { loadWords } from './words.ts';

const routes: Route[] = [
  { path: '/', load: () => import('./pages/today.ts') },
  { path: '/account', load: () => import('./pages/account.ts') },
  { path: '/coupons', load: () => import('./pages/coupons/list.ts') },
  { path: '/coupons/:id', load: () => import('./pages/coupons/coupon.ts') },
  { path: '/couriers', load: () => import('./pages/couriers/couriers.ts') },
  { path: '/couriers/:id', load: () => import('./pages/couriers/courier.ts') },
  { path: '/couriers/:id/payout', load: () => import('./pages/couriers/payout.ts') },
  { path: '/customers', load: () => import('./pages/customers/list.ts') },
  { path: '/customers/:id', load: () => import('./pages/customers/customer.ts') },
  { path: '/orders', load: () => import('./pages/orders/list.ts') },
  { path: '/orders/new', load: () => import('./pages/new-order/new-order.ts') },
  { path: '/orders/print', load: () => import('./pages/print/print.ts') },
  { path: '/orders/:id', load: () => import('./pages/orders/order.ts') },
  { path: '/packing', load: () => import('./pages/packing/packing.ts') },
  { path: '/packing/hand-over', load: () => import('./pages/packing/hand-over.ts') },
  { path: '/products', load: () => import('./pages/products/list.ts') },
  { path: '/products/attributes', load: () => import('./pages/shelves/attributes.ts') },
  { path: '/products/brands', load: () => import('./pages/shelves/brands.ts') },
  { path: '/products/categories', load: () => import('./pages/shelves/categories.ts') },
  { path: '/products/move-in', load: () => import('./pages/products/moving.ts') },
  { path: '/products/new', load: () => import('./pages/products/new.ts') },
  { path: '/products/:id', load: () => import('./pages/products/product.ts') },
  { path: '/reports', load: () => import('./pages/reports/reports.ts') },
  { path: '/returns', load: () => import('./pages/returns/list.ts') },
  { path: '/returns/parcels/:id', load: () => import('./pages/returns/parcel.ts') },
  { path: '/returns/:id', load: () => import('./pages/returns/return.ts') },
  { path: '/settings', load: () => import('./pages/settings/index.ts') },
  { path: '/settings/activity', load: () => import('./pages/settings/activity.ts') },
  { path: '/settings/couriers', load: () => import('./pages/settings/couriers.ts') },
  { path: '/settings/keys', load: () => import('./pages/settings/keys.ts') },
  { path: '/settings/locations', load: () => import('./pages/settings/locations.ts') },
  { path: '/settings/people', load: () => import('./pages/settings/people.ts') },
  { path: '/settings/people/:id', load: () => import('./pages/settings/person.ts') },
  { path: '/settings/plan', load: () => import('./pages/settings/plan.ts') },
  { path: '/settings/roles', load: () => import('./pages/settings/roles.ts') },
  { path: '/settings/stores', load: () => import('./pages/settings/stores.ts') },
  { path: '/settings/stores/:id', load: () => import('./pages/settings/store.ts') },
  { path: '/settings/webhooks', load: () => import('./pages/settings/webhooks.ts') },
  { path: '/settings/webhooks/:id', load: () => import('./pages/settings/webhook.ts') },
  { path: '/settings/webhooks/:id/:delivery', load: () => import('./pages/settings/delivery.ts') },
  { path: '/stock', load: () => import('./pages/stock/levels.ts') },
  { path: '/stock/count', load: () => import('./pages/stock/counts.ts') },
  { path: '/stock/count/:id', load: () => import('./pages/stock/count.ts') },
  { path: '/stock/purchases', load: () => import('./pages/stock/purchases.ts') },
  { path: '/stock/purchases/new', load: () => import('./pages/stock/new-purchase.ts') },
  { path: '/stock/purchases/:id', load: () => import('./pages/stock/purchase.ts') },
  { path: '/stock/transfers', load: () => import('./pages/stock/transfers.ts') },
  { path: '/stock/:variantId', load: () => import('./pages/stock/variant.ts') },
  { path: '/tools', load: () => import('./pages/tools/library.ts') },
  { path: '/tools/explorer', load: () => import('./pages/tools/explorer.ts') },
  { path: '/tools/:id', load: () => import('./pages/tools/operation.ts') },
];

type State = 'opening' | 'signed-out' | 'new-password' | 'set-up' | 'ready';

function Desk(): VNode {
  const [state, setState] = useState<State>(token() ? 'opening' : 'signed-out');
  const [company, setCompany] = useState<Company>();
  const [message, setMessage] = useState('');
  const [, setDrawn] = useState(0);

  const load = async (answer = askWhole(enter, {})): Promise<void> => {
    const found = await answer;
    settings.timeZone = found.stores?.nodes[0]?.timezone ?? undefined;
    setCompany(companyOf(found, () => load()));
    setMessage('');
    if (found.viewer!.mustChangePassword) return setState('new-password');
    setState(found.twoFactor?.mustSetUp ? 'set-up' : 'ready');
    // What a refusal is told in: after the first page stands.
    setTimeout(() => void loadWords().catch(() => {}), 3000);
  };
  const leave = (why: string) => {
    setMessage(why);
    setState('signed-out');
  };
  useEffect(() => {
    const ended = () => leave(t('problem.signedOut'));
    const draw = () => setDrawn((n) => n + 1);
    events.addEventListener('session-ended', ended);
    events.addEventListener('language', draw);
    onEnded(ended);
    // A server that cannot be reached now is told of; the sign-in form stays for what comes next.
    if (token()) load(entering).catch((error) => error instanceof Refusal && leave(problemText(error)));
    return () => {
      events.removeEventListener('session-ended', ended);
      events.removeEventListener('language', draw);
    };
  }, []);
  const signOutHere = async () => {
    // Signed out here even if the server cannot be reached: the session expires by itself.
    await ask(signOut, {}).catch(() => {});
    signedOutEverywhere();
    setCompany(undefined);
    leave('');
  };

  const email = company?.viewer.email ?? '';
  const missing = html`<h1>${t('problem.noPage')}</h1>`;
  const lost = html`<p role="alert">${t('problem.newRelease')} <a data-plain href=${location.href}>${t('do.reload')}</a></p>`;
  return html`
    ${state === 'signed-out' && html`<${SignIn} message=${message} onDone=${() => load()} />`}
    ${state === 'new-password' && html`<${NewPassword} email=${email} onDone=${() => load()} />`}
    ${state === 'set-up' && html`<${SetUpTwoFactor} email=${email} onDone=${() => load()} />`}
    ${
      company &&
      (state === 'ready' || state === 'signed-out') &&
      // A session that has ended keeps the page with what was typed; another person gets pages of their own.
      html`<div key=${company.viewer.id} hidden=${state !== 'ready'}>
        <${CompanyContext.Provider} value=${company}>
          <${Address}><${Shell} onSignOut=${signOutHere}><${Pages} routes=${routes} lost=${lost} missing=${missing} /><//><//>
        <//>
      </div>`
    }
  `;
}

// What the first page needs comes side by side: who is signed in, the texts, and the page itself.
await askOtherTabs();
const entering = token() ? askWhole(enter, {}) : undefined;
entering?.catch(() => {});
if (token())
  routeAt(routes, here())
    ?.route.load()
    .catch(() => {});
await loadLanguage();
render(html`<${Desk} />`, document.getElementById('desk')!);
