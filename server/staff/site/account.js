// The view of one's own account: two-factor sign-in, and the open sessions.
import { ask, token } from './session.js';

const element = (id) => document.getElementById(id);
const part = (selector) => document.querySelector(`#account ${selector}`);
const question = `{
  twoFactor { isOn isRequired recoveryCodesLeft }
  openSessions { nodes { id address userAgent createdAt lastSeenAt isCurrent } }
}`;
const time = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Runs the work of a form while its buttons are disabled. Shows an error in `problem`. */
function whenSubmitted(form, problem, work) {
  form.onsubmit = async (event) => {
    event.preventDefault();
    const buttons = [...form.querySelectorAll('button')];
    for (const button of buttons) button.disabled = true;
    problem.hidden = true;
    try {
      await work(new FormData(form), event.submitter?.value);
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
    } finally {
      for (const button of buttons) button.disabled = false;
    }
  };
}

/** Leads through the set-up: the password, the key for the app with a first code, the recovery codes. */
export function startSetUp(show, isRequired, done) {
  const [begin, confirm] = ['set-up', 'set-up-code'].map((id) => element(id).querySelector('form'));
  begin.querySelector('.why').hidden = !isRequired;
  const back = begin.querySelector('.back');
  back.hidden = isRequired;
  back.onclick = done;
  whenSubmitted(begin, begin.querySelector('.problem'), async (fields) => {
    const { setUpTwoFactor } = await ask(
      'mutation ($password: String!) { setUpTwoFactor(input: { currentPassword: $password }) { twoFactorSetup { secret uri } } }',
      { password: fields.get('password') },
    );
    const { secret, uri } = setUpTwoFactor.twoFactorSetup;
    begin.reset();
    confirm.querySelector('.key').textContent = secret.match(/.{1,4}/g).join(' ');
    confirm.querySelector('.uri').href = uri;
    show('set-up-code');
  });
  whenSubmitted(confirm, confirm.querySelector('.problem'), async (fields) => {
    const { confirmTwoFactor } = await ask(
      'mutation ($code: String!) { confirmTwoFactor(input: { code: $code }) { recoverySheet { codes } } }',
      { code: fields.get('code') },
    );
    confirm.reset();
    confirm.querySelector('.key').textContent = '';
    confirm.querySelector('.uri').removeAttribute('href');
    showCodes(show, confirmTwoFactor.recoverySheet.codes, done);
  });
  show('set-up');
}

function showCodes(show, codes, done) {
  const form = element('recovery-codes').querySelector('form');
  form.querySelector('.codes').replaceChildren(...codes.map((code) => text('li', code)));
  whenSubmitted(form, form.querySelector('.problem'), async () => {
    form.querySelector('.codes').replaceChildren();
    done();
  });
  show('recovery-codes');
}

export function showAccount(onRefusal, { show, setUp, signedOut }) {
  const problem = part('.problem');
  const load = async () => {
    try {
      problem.hidden = true;
      draw(await ask(question));
    } catch (error) {
      problem.textContent = onRefusal(error);
      problem.hidden = !problem.textContent;
    }
  };
  part('.begin').onclick = setUp;
  whenSubmitted(part('.change'), problem, async (fields, action) => {
    const code = fields.get('code');
    if (action === 'remove') {
      await ask('mutation ($code: String!) { removeTwoFactor(input: { code: $code }) { result } }', { code });
      await load();
    } else {
      const { renewRecoveryCodes } = await ask(
        'mutation ($code: String!) { renewRecoveryCodes(input: { code: $code }) { recoverySheet { codes } } }',
        { code },
      );
      showCodes(show, renewRecoveryCodes.recoverySheet.codes, () => show('app'));
      load();
    }
    part('.change').reset();
  });
  part('.sessions').onclick = async ({ target }) => {
    if (!target.dataset.session) return;
    await ask('mutation ($id: UUID!) { endSession(input: { sessionId: $id }) { result } }', {
      id: target.dataset.session,
    }).catch(() => {});
    load();
  };
  part('.everywhere').onclick = async () => {
    await ask('mutation { signOutEverywhere(input: {}) { result } }').catch(() => {});
    if (token()) signedOut();
  };
  load();
}

function draw({ twoFactor, openSessions }) {
  const { isOn, isRequired, recoveryCodesLeft } = twoFactor;
  part('.state').textContent = isOn
    ? `On. You have ${recoveryCodesLeft} recovery codes left.${isRequired ? ' Your company requires it.' : ''}`
    : 'Off. With it, a stolen password alone opens nothing.';
  part('.begin').hidden = isOn;
  part('.change').hidden = !isOn;
  part('.sessions').replaceChildren(...openSessions.nodes.map(sessionItem));
}

function sessionItem({ id, address, userAgent, createdAt, lastSeenAt, isCurrent }) {
  const item = document.createElement('li');
  const seen = lastSeenAt ? `, last seen ${time.format(new Date(lastSeenAt))}` : '';
  item.append(
    text('p', `${userAgent ?? 'Unknown program'}${isCurrent ? ' (this one)' : ''}`),
    text('p', `${address ?? 'Unknown address'}, since ${time.format(new Date(createdAt))}${seen}`, 'quiet'),
  );
  if (isCurrent) return item;
  const button = text('button', 'Sign out', 'plain');
  button.type = 'button';
  button.dataset.session = id;
  item.append(button);
  return item;
}

function text(tag, content, className = '') {
  const made = document.createElement(tag);
  made.textContent = content;
  made.className = className;
  return made;
}
