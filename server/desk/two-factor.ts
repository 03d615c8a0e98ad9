// The set-up of the second factor, in the account and where it is required to go on.
import { latinDigits } from '../gate/typed-number.ts';
import { ask, type Refusal } from './client.ts';
import { t } from './i18n.ts';
import { Button, Form, say, TextField } from './parts.ts';
import { addPasskeyHere } from './passkey.ts';
import { saveFile } from './save-file.ts';
import { confirmTwoFactor, setUpTwoFactor } from './sign-in.graphql';
import { Entrance } from './sign-in.ts';
import { useWork } from './use.ts';
import { html, useEffect, useState, type VNode, type WithChildren } from './view.ts';

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
  const byPasskey = () =>
    run(async () => {
      await addPasskeyHere(password || null);
      await onDone();
    });
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
      <${TextField} label=${t('twoFactor.ownPassword')} value=${password} onInput=${setPassword} problems=${problem?.fields.currentPassword}
        attributes=${{ type: 'password', autocomplete: 'current-password', required: true }} />
    <//>
    ${!onBack && globalThis.PublicKeyCredential && html`<${Button} kind="plain" isBusy=${isBusy} onClick=${byPasskey}>${t('twoFactor.passkey')}<//>`}
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
