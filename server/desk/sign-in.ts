// Signing in: password, second step, a first password of one's own, and the set-up of the second factor where it is required.
import { latinDigits } from '../gate/typed-number.ts';
import { ask, Refusal, send } from './client.ts';
import { t } from './i18n.ts';
import { Button, Form, Problem, say, TextField } from './parts.ts';
import { saveFile } from './save-file.ts';
import { deviceToken, forget, keepDeviceToken, keepToken, type Welcome } from './session.ts';
import { LanguageSwitch } from './shell.ts';
import { changeOwnPassword, confirmTwoFactor, setUpTwoFactor, signIn } from './sign-in.graphql';
import { useWork } from './use.ts';
import { html, useEffect, useRef, useState, type VNode, type WithChildren } from './view.ts';

function Entrance({ title, children }: WithChildren & { title: string }): VNode {
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
  const signInWith = (given: { email: string; password: string }) =>
    run(async () => {
      forget();
      try {
        const answer = await ask(signIn, { ...given, code: latinDigits(code) || null, deviceToken: deviceToken() });
        keepToken(answer.signIn!.session!.token!);
        keepDeviceToken(answer.signIn!.session!.deviceToken);
      } catch (error) {
        const isAsked = error instanceof Refusal && error.fields.code && !code;
        if (isAsked) setCodeAsked(true);
        // To be asked for a code is nothing that went wrong.
        if (!isAsked) throw error;
        return;
      }
      setPassword('');
      setCode('');
      await onDone();
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

type SetUpProps = {
  email: string;
  onDone: () => Promise<void>;
  /** Without it the set-up is required. */
  onBack?: () => void;
  /** The frame of each step. */
  frame?: (props: WithChildren & { title: string }) => VNode;
};

/** For the camera of another device; what draws it is loaded here alone. */
function SetUpCode({ uri }: { uri: string }): VNode {
  const [Code, setCode] = useState<{ of: (props: { text: string; title: string }) => VNode }>();
  useEffect(() => {
    import('./parts/qr.ts').then(
      ({ Qr }) => setCode({ of: Qr }),
      () => {},
    );
  }, []);
  return html`<div class="qr-place">${Code && html`<${Code.of} text=${uri} title=${t('twoFactor.scan')} />`}</div>`;
}

/** The key for the app and a first code, then the recovery codes. */
export function SetUpTwoFactor({ email, onDone, onBack, frame = Entrance }: SetUpProps): VNode {
  const [password, setPassword] = useState('');
  const [setup, setSetup] = useState<{ secret: string; uri: string }>();
  const [code, setCode] = useState('');
  const [codes, setCodes] = useState<string[]>();
  const { isBusy, problem, run } = useWork();
  const begin = () =>
    run(async () => {
      const { secret, uri } = (await ask(setUpTwoFactor, { password })).setUpTwoFactor!.twoFactorSetup!;
      setSetup({ secret: secret!, uri: uri! });
    });
  const confirm = () =>
    run(async () =>
      setCodes(
        (await ask(confirmTwoFactor, { code: latinDigits(code) })).confirmTwoFactor!.recoverySheet!.codes as string[],
      ),
    );
  if (codes)
    return html`<${RecoveryCodes} codes=${codes} frame=${frame} onKept=${() => run(onDone)} isBusy=${isBusy} problem=${problem} />`;
  if (setup)
    return html`<${frame} title=${t('twoFactor.addAccount')}>
      <${SetUpCode} uri=${setup.uri} />
      <p><a class="uri" data-plain href=${setup.uri}>${t('twoFactor.openApp')}</a></p>
      <p>${t('twoFactor.typeKey')}</p>
      <p class="key">${setup.secret.match(/.{1,4}/g)!.join(' ')}</p>
      <${Form} onSubmit=${confirm} submit=${t('twoFactor.confirm')} isBusy=${isBusy} problem=${problem}>
        <${TextField} label=${t('twoFactor.firstCode')} value=${code} onInput=${setCode}
          attributes=${{ autocomplete: 'one-time-code', inputmode: 'numeric', required: true }} />
      <//>
    <//>`;
  return html`<${frame} title=${t('twoFactor.title')}>
    ${!onBack && html`<p class="quiet">${t('twoFactor.required')}</p>`}
    <p>${t('twoFactor.why')}</p>
    <${Form} onSubmit=${begin} submit=${t('do.continue')} isBusy=${isBusy} problem=${problem}>
      <input name="email" type="email" autocomplete="username" value=${email} hidden />
      <${TextField} label=${t('twoFactor.ownPassword')} value=${password} onInput=${setPassword}
        attributes=${{ type: 'password', autocomplete: 'current-password', required: true }} />
    <//>
    ${onBack && html`<button type="button" class="button plain" onClick=${onBack}>${t('do.back')}</button>`}
  <//>`;
}

type CodesProps = Required<Pick<SetUpProps, 'frame'>> & {
  codes: string[];
  onKept: () => void;
  isBusy?: boolean;
  problem?: Refusal | undefined;
};

async function copied(codes: string[]): Promise<void> {
  await navigator.clipboard.writeText(codes.join('\n'));
  say(t('settings.copied'));
}

/** Shown once. */
export const RecoveryCodes = ({ codes, frame, onKept, isBusy, problem }: CodesProps): VNode =>
  html`<${frame} title=${t('twoFactor.codes')}>
    <p>${t('twoFactor.codesWhy')}</p>
    <ul class="codes">${codes.map((one) => html`<li key=${one}>${one}</li>`)}</ul>
    <div class="acts">
      ${navigator.clipboard && html`<${Button} kind="plain" icon="copy" onClick=${() => copied(codes)}>${t('settings.copy')}<//>`}
      <${Button} kind="plain" icon="download" onClick=${() => saveFile('haat-recovery-codes.txt', new Blob([codes.join('\n')], { type: 'text/plain' }))}>${t('twoFactor.download')}<//>
      <${Button} kind="plain" icon="printer" onClick=${() => print()}>${t('orders.print')}<//>
    </div>
    <${Form} onSubmit=${onKept} submit=${t('twoFactor.kept')} isBusy=${isBusy} problem=${problem} />
  <//>`;
