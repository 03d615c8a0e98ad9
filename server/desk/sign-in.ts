// Signing in: password, second step, and a first password of one's own.
import { latinDigits } from '../gate/typed-number.ts';
import { ask, Refusal, send } from './client.ts';
import { t } from './i18n.ts';
import { Button, Form, Problem, TextField } from './parts.ts';
import { signInByPasskey } from './passkey.ts';
import { deviceToken, forget, keepDeviceToken, keepToken, type Welcome } from './session.ts';
import { LanguageSwitch } from './shell.ts';
import { changeOwnPassword, type SignInMutation, signIn } from './sign-in.graphql';
import { useWork } from './use.ts';
import { html, useEffect, useRef, useState, type VNode, type WithChildren } from './view.ts';

export function Entrance({ title, children }: WithChildren & { title: string }): VNode {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    document.title = `${title} · Haat`;
    element.current?.querySelector<HTMLElement>('input:not([hidden]), button')?.focus();
  }, [title]);
  return html`<main class="entrance" ref=${element}><div class="card entrance-card"><h1>${title}</h1>${children}<${LanguageSwitch} /></div></main>`;
}

type SignInProps = { message?: string; welcome: Welcome | undefined; onDone: () => Promise<void> };

export function SignIn({ message, welcome, onDone }: SignInProps): VNode {
  const [email, setEmail] = useState(welcome?.email ?? '');
  const [password, setPassword] = useState(welcome?.password ?? '');
  const [code, setCode] = useState('');
  const [isCodeAsked, setCodeAsked] = useState(false);
  const { isBusy, problem, run } = useWork();
  useEffect(() => {
    if (isCodeAsked) document.querySelector<HTMLInputElement>('input[name=code]')?.focus();
  }, [isCodeAsked]);
  const enter = async ({ token, deviceToken }: { token: string | null; deviceToken: string | null }) => {
    keepToken(token!);
    keepDeviceToken(deviceToken);
    setPassword('');
    setCode('');
    await onDone();
  };
  const signInWith = (given: { email: string; password: string }) =>
    run(async () => {
      forget();
      let answer: SignInMutation;
      try {
        answer = await ask(signIn, { ...given, code: latinDigits(code) || null, deviceToken: deviceToken() });
      } catch (error) {
        const isAsked = error instanceof Refusal && error.fields.code && !code;
        if (isAsked) setCodeAsked(true);
        // To be asked for a code is nothing that went wrong.
        if (!isAsked) throw error;
        return;
      }
      await enter(answer.signIn!.session!);
    });
  const byPasskey = () =>
    run(async () => {
      forget();
      await enter(await signInByPasskey(deviceToken()));
    });
  const submit = () => signInWith({ email, password });
  return html`<${Entrance} title=${t('signIn.title')}>
    ${message && html`<p class="problem" role="alert">${message}</p>`}
    ${welcome && html`<p>${t('signIn.welcome')}</p>`}
    <${Form} onSubmit=${submit} submit=${t('signIn.submit')} isBusy=${isBusy} problem=${problem}>
      <${TextField} label=${t('signIn.email')} value=${email} onInput=${setEmail}
        attributes=${{ name: 'email', type: 'email', autocomplete: 'username', required: true }} />
      <${TextField} label=${t('signIn.password')} value=${password} onInput=${setPassword}
        attributes=${{ name: 'password', type: 'password', autocomplete: 'current-password', required: true }} />
      ${
        isCodeAsked &&
        html`<${TextField} label=${t('signIn.code')} hint=${t('signIn.codeHint')} value=${code} onInput=${setCode}
        attributes=${{ name: 'code', autocomplete: 'one-time-code', autocapitalize: 'none', spellcheck: false, required: true }} />`
      }
    <//>
    ${globalThis.PublicKeyCredential && html`<${Button} kind="plain" isBusy=${isBusy} onClick=${byPasskey}>${t('signIn.passkey')}<//>`}
    <${Demo} onGiven=${signInWith} />
  <//>`;
}

type Account = { email: string; password: string };

/** Where the demo runs on this computer, the server names its owner in the page, and gives the password for a click. */
function Demo({ onGiven }: { onGiven: (account: Account) => Promise<void> }): VNode | null {
  const email = document.querySelector<HTMLMetaElement>('meta[name=haat-demo]')?.content;
  const { isBusy, problem, run } = useWork();
  if (!email) return null;
  const open = () =>
    run(async () => {
      const headers = { 'Content-Type': 'application/json' };
      const response = await send('/admin/demo', { method: 'POST', headers, body: '{}' });
      if (!response.ok) throw new Refusal(t('problem.internal'), 'NOT_FOUND');
      await onGiven((await response.json()) as Account);
    });
  return html`<div>
    <${Problem} of=${problem} />
    <${Button} kind="plain" isBusy=${isBusy} onClick=${open}>${t('signIn.demo', { email })}<//>
    <p class="quiet">${t('signIn.demoWhy')}</p>
  </div>`;
}

type NewPasswordProps = { email: string; welcome: Welcome | undefined; onDone: () => Promise<void> };

export function NewPassword({ email, welcome, onDone }: NewPasswordProps): VNode {
  const isWelcome = welcome?.email === email;
  const [current, setCurrent] = useState(isWelcome ? welcome.password : '');
  const [chosen, setChosen] = useState('');
  const { isBusy, problem, run } = useWork();
  const submit = () =>
    run(async () => {
      await ask(changeOwnPassword, { current, chosen });
      await onDone();
    });
  return html`<${Entrance} title=${t('newPassword.title')}>
    <p class="quiet">${t('newPassword.why')}</p>
    <${Form} onSubmit=${submit} submit=${t('newPassword.submit')} isBusy=${isBusy} problem=${problem}>
      <input name="email" type="email" autocomplete="username" value=${email} hidden />
      ${
        !isWelcome &&
        html`<${TextField} label=${t('newPassword.current')} value=${current} onInput=${setCurrent}
        attributes=${{ type: 'password', autocomplete: 'current-password', required: true }} />`
      }
      <${TextField} label=${t('newPassword.chosen')} value=${chosen} onInput=${setChosen}
        attributes=${{ type: 'password', autocomplete: 'new-password', minlength: 10, required: true }} />
    <//>
  <//>`;
}
