// The page /admin: sign-in, sign-out, and three views that the hash of the URL selects.
import { showAccount, startSetUp } from './account.js';
import { fillOperations, openInExplorer, showExplorer } from './library.js';
import { showOverview } from './overview.js';
import { ask, deviceToken, forget, keepDeviceToken, keepToken, token } from './session.js';

const element = (id) => document.getElementById(id);
const views = { explorer: showExplorer, operations: fillOperations, overview: showOverview, account: showAccountView };
const states = ['sign-in', 'new-password', 'set-up', 'set-up-code', 'recovery-codes', 'app'];

/** Shows one of the states of the page. */
function show(state) {
  for (const id of states) element(id).hidden = id !== state;
  if (state !== 'app') element(state).querySelector('input:not([hidden]), button').focus();
}

function signedOut(message) {
  forget();
  for (const input of document.querySelectorAll('main form input')) input.value = '';
  askForCode(false);
  say(element('sign-in'), message);
  show('sign-in');
}

function say(form, message) {
  const problem = form.querySelector('.problem');
  problem.textContent = message ?? '';
  problem.hidden = !message;
}

async function enter() {
  const { viewer, twoFactor } = await ask(
    '{ viewer { fullName email role companyName mustChangePassword } twoFactor { mustSetUp } }',
  );
  element('set-up').querySelector('[name=email]').value = viewer.email;
  if (viewer.mustChangePassword) {
    element('new-password').querySelector('[name=email]').value = viewer.email;
    return show('new-password');
  }
  if (twoFactor.mustSetUp) return setUp(true);
  document.querySelector('.who').textContent = `${viewer.fullName}, ${viewer.companyName}`;
  show('app');
  if (!views[location.hash.slice(1)]) history.replaceState(null, '', '#explorer');
  route();
  element('main').focus();
}

function route() {
  if (element('app').hidden) return;
  const name = views[location.hash.slice(1)] ? location.hash.slice(1) : 'explorer';
  for (const view of Object.keys(views)) element(view).hidden = view !== name;
  for (const link of document.querySelectorAll('nav a')) {
    if (link.hash === `#${name}`) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  views[name](onRefusal);
}

/** Sets up two-factor sign-in, then shows the page again. */
function setUp(isRequired) {
  startSetUp(show, isRequired, () => enter().catch((error) => signedOut(onRefusal(error))));
}

function showAccountView(refused) {
  showAccount(refused, { show, setUp: () => setUp(false), signedOut: () => signedOut('') });
}

/** Shows or hides the second step of the sign-in. */
function askForCode(isAsked) {
  element('sign-in').querySelector('.second-step').hidden = !isAsked;
  element('code').required = isAsked;
  if (isAsked) element('code').focus();
}

/** Returns the message to show. When the session has ended, shows the sign-in form instead. */
function onRefusal(error) {
  if (error.code !== 'UNAUTHENTICATED') return error.message;
  signedOut('Your session has ended. Sign in again.');
  return '';
}

/** Runs the work of a form while its button is disabled. Shows an error in the form. */
function onSubmit(id, work) {
  const form = element(id).querySelector('form');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('button');
    button.disabled = true;
    say(form, '');
    try {
      await work(new FormData(form));
    } catch (error) {
      say(form, error.message);
    } finally {
      button.disabled = false;
    }
  });
}

onSubmit('sign-in', async (fields) => {
  forget();
  const { signIn } = await ask(
    `mutation ($email: String!, $password: String!, $code: String, $deviceToken: String) {
      signIn(input: { email: $email, password: $password, code: $code, deviceToken: $deviceToken }) {
        session { token deviceToken }
      }
    }`,
    {
      email: fields.get('email'),
      password: fields.get('password'),
      code: fields.get('code'),
      deviceToken: deviceToken(),
    },
  ).catch((error) => {
    if (error.fields.code) askForCode(true);
    throw error;
  });
  keepToken(signIn.session.token);
  keepDeviceToken(signIn.session.deviceToken);
  element('password').value = '';
  element('code').value = '';
  askForCode(false);
  await enter();
});

onSubmit('new-password', async (fields) => {
  await ask(
    'mutation ($current: String!, $chosen: String!) { changeOwnPassword(input: { currentPassword: $current, newPassword: $chosen }) { staffMember { id } } }',
    { current: fields.get('current'), chosen: fields.get('chosen') },
  );
  await enter();
});

element('sign-out').addEventListener('click', async () => {
  // Sign out here even if the server cannot be reached: the session expires by itself.
  await ask('mutation { signOut(input: {}) { result } }').catch(() => {});
  element('explorer').querySelector('iframe').removeAttribute('src');
  signedOut('');
});

// The hash selects the view, so this link cannot use a hash.
document.querySelector('.skip').addEventListener('click', (event) => {
  event.preventDefault();
  element('main').focus();
});
window.addEventListener('hashchange', route);
window.addEventListener('message', (event) => {
  if (event.origin === location.origin && event.data === 'signed-out' && token()) {
    signedOut('Your session has ended. Sign in again.');
  }
});
element('operations').addEventListener('click', (event) => {
  const { operation } = event.target.dataset;
  if (!operation) return;
  openInExplorer(operation);
  location.hash = '#explorer';
});

if (token()) enter().catch((error) => signedOut(onRefusal(error)));
else show('sign-in');
