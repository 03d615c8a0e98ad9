// The page /admin: sign-in, sign-out, and three views that the hash of the URL selects.
import { fillOperations, openInExplorer, showExplorer } from './library.js';
import { showOverview } from './overview.js';
import { ask, forget, keepToken, token } from './session.js';

const element = (id) => document.getElementById(id);
const views = { explorer: showExplorer, operations: fillOperations, overview: showOverview };

/** Shows one of the three states of the page. */
function show(state) {
  for (const id of ['sign-in', 'new-password', 'app']) element(id).hidden = id !== state;
  if (state !== 'app') element(state).querySelector('input:not([hidden])').focus();
}

function signedOut(message) {
  forget();
  for (const input of document.querySelectorAll('main form input')) input.value = '';
  say(element('sign-in'), message);
  show('sign-in');
}

function say(form, message) {
  const problem = form.querySelector('.problem');
  problem.textContent = message ?? '';
  problem.hidden = !message;
}

async function enter() {
  const { viewer } = await ask('{ viewer { fullName email role companyName mustChangePassword } }');
  if (viewer.mustChangePassword) {
    element('new-password').querySelector('[name=email]').value = viewer.email;
    return show('new-password');
  }
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
    'mutation ($email: String!, $password: String!) { signIn(input: { email: $email, password: $password }) { session { token } } }',
    { email: fields.get('email'), password: fields.get('password') },
  );
  keepToken(signIn.session.token);
  element('password').value = '';
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
