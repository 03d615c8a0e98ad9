// The own account: two-factor sign-in, passkeys, password, language, and open sessions.
import { latinDigits } from '../../gate/typed-number.ts';
import { ask, events } from '../client.ts';
import { useCompany } from '../company.ts';
import { settings, t, when } from '../i18n.ts';
import { DensityChoice } from '../parts/density-choice.ts';
import { Device } from '../parts/device.ts';
import { Button, Card, ChoiceField, Form, isFilled, Loading, PageHead, Problem, say, TextField } from '../parts.ts';
import { forget } from '../session.ts';
import { choose } from '../shell.ts';
import { changeOwnPassword } from '../sign-in.graphql';
import { RecoveryCodes, SetUpTwoFactor } from '../two-factor.ts';
import { useData, useSave, useWork } from '../use.ts';
import { html, useEffect, useRef, useState, type VNode, type WithChildren } from '../view.ts';
import {
  endSession,
  type OwnAccountQuery,
  ownAccount,
  removeTwoFactor,
  renewRecoveryCodes,
  signOutEverywhere,
} from './account.graphql';
import { Notices } from './notices.ts';
import { Passkeys } from './passkeys.ts';

export default function Account(): VNode {
  const { data, problem, reload } = useData(ownAccount, {});
  return html`
    <${PageHead} title=${t('nav.account')} />
    <${Problem} of=${problem} onRetry=${reload} />
    ${!data && !problem && html`<${Loading} />`}
    ${
      data &&
      html`<div class="stack narrow">
      <${TwoFactor} of=${data.twoFactor!} onChanged=${reload} />
      <${Passkeys} nodes=${data.passkeys!.nodes} onChanged=${reload} />
      <${Notices} />
      <${Sessions} nodes=${data.openSessions!.nodes} onChanged=${reload} />
      <${Password} />
      <${Language} />
    </div>`
    }
  `;
}

/** A step of the set-up, whose first field has the focus. */
function Step({ title, children }: WithChildren & { title: string }): VNode {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    element.current!.querySelector<HTMLElement>('input:not([hidden]), button')?.focus();
  }, [title]);
  return html`<div ref=${element}><${Card} title=${title}>${children}<//></div>`;
}

type TwoFactorProps = { of: NonNullable<OwnAccountQuery['twoFactor']>; onChanged: () => Promise<void> };

function TwoFactor({ of, onChanged }: TwoFactorProps): VNode {
  const { viewer } = useCompany();
  const [isSettingUp, setSettingUp] = useState(false);
  const [codes, setCodes] = useState<string[]>();
  const done = async () => {
    setSettingUp(false);
    setCodes(undefined);
    await onChanged();
  };
  if (isSettingUp)
    return html`<${SetUpTwoFactor} email=${viewer.email} frame=${Step} onDone=${done} onBack=${() => setSettingUp(false)} />`;
  if (codes) return html`<${RecoveryCodes} codes=${codes} frame=${Step} onKept=${done} />`;
  return html`<${Card} title=${t('twoFactor.title')}>
    <p>${of.isOn ? t('account.isOn', { count: of.recoveryCodesLeft ?? 0 }) : t('account.isOff')}</p>
    ${of.isOn && of.isRequired && html`<p>${t('account.isRequired')}</p>`}
    ${
      of.isOn
        ? html`<${ChangeTwoFactor} onRemoved=${done} onRenewed=${setCodes} />`
        : html`<${Button} onClick=${() => setSettingUp(true)}>${t('account.setUp')}<//>`
    }
  <//>`;
}

/** Both need a code of the app. */
function ChangeTwoFactor(props: { onRemoved: () => Promise<void>; onRenewed: (codes: string[]) => void }): VNode {
  const [code, setCode] = useState('');
  const { isBusy, problem, run } = useWork();
  const renew = () =>
    run(async () => {
      const { recoverySheet } = (await ask(renewRecoveryCodes, { code: latinDigits(code) })).renewRecoveryCodes!;
      props.onRenewed(recoverySheet!.codes as string[]);
    });
  const remove = () =>
    run(async () => {
      await ask(removeTwoFactor, { code: latinDigits(code) });
      await props.onRemoved();
    });
  return html`<form novalidate onSubmit=${(event: Event) => {
    event.preventDefault();
    if (isFilled(event.currentTarget as HTMLElement)) void renew();
  }}>
    <${TextField} label=${t('account.code')} hint=${t('signIn.codeHint')} value=${code} onInput=${setCode}
      attributes=${{ autocomplete: 'one-time-code', autocapitalize: 'none', spellcheck: false, required: true }} />
    <${Problem} of=${problem} />
    <div class="form-acts">
      <${Button} type="submit" kind="plain" isBusy=${isBusy}>${t('account.renewCodes')}<//>
      <${Button} kind="danger" disabled=${code === ''} isBusy=${isBusy} onClick=${remove}>${t('account.switchOff')}<//>
    </div>
  </form>`;
}

type Sessions = NonNullable<OwnAccountQuery['openSessions']>['nodes'];

function Sessions({ nodes, onChanged }: { nodes: Sessions; onChanged: () => Promise<void> }): VNode {
  const end = useSave(endSession);
  const everywhere = useSave(signOutEverywhere);
  const endOne = async (id: string) => {
    if (await end.save({ id })) say(t('account.sessionEnded'));
    await onChanged();
  };
  const endAll = async () => {
    if (!(await everywhere.save({}))) return;
    forget();
    events.dispatchEvent(new Event('session-ended'));
  };
  const acts = html`<${Button} kind="danger" isBusy=${everywhere.isBusy} onClick=${endAll}>${t('account.everywhere')}<//>`;
  return html`<${Card} title=${t('account.sessions')} acts=${acts}>
    <${Problem} of=${end.problem ?? everywhere.problem} />
    <ul class="list sessions">
      ${nodes.map(
        ({ id, userAgent, address, createdAt, lastSeenAt, isCurrent }) => html`<li key=${id}>
          <div class="grow">
            <p><${Device} userAgent=${userAgent} /> ${isCurrent && html`<span class="badge">${t('account.thisOne')}</span>`}</p>
            <p class="quiet">
              ${address ?? t('account.unknownAddress')} ·
              ${' '}${t(lastSeenAt ? 'account.lastSeen' : 'account.since', { time: when(lastSeenAt ?? createdAt) })}
            </p>
          </div>
          ${
            !isCurrent &&
            html`<${Button} kind="plain" isBusy=${end.isBusy} onClick=${() => endOne(id!)}>${t('nav.signOut')}<//>`
          }
        </li>`,
      )}
    </ul>
  <//>`;
}

function Password(): VNode {
  const { viewer } = useCompany();
  const [current, setCurrent] = useState('');
  const [chosen, setChosen] = useState('');
  const { isBusy, problem, run } = useWork();
  const submit = () =>
    run(async () => {
      await ask(changeOwnPassword, { current, chosen });
      setCurrent('');
      setChosen('');
      say(t('account.passwordChanged'));
    });
  return html`<${Card} title=${t('account.password')}>
    <${Form} onSubmit=${submit} submit=${t('account.changePassword')} isBusy=${isBusy} problem=${problem}>
      <input name="email" type="email" autocomplete="username" value=${viewer.email} hidden />
      <${TextField} label=${t('account.current')} value=${current} onInput=${setCurrent}
        problems=${problem?.fields.currentPassword}
        attributes=${{ type: 'password', autocomplete: 'current-password', required: true }} />
      <${TextField} label=${t('newPassword.chosen')} value=${chosen} onInput=${setChosen} hint=${t('account.passwordHint')}
        problems=${problem?.fields.newPassword}
        attributes=${{ type: 'password', autocomplete: 'new-password', minlength: 10, required: true }} />
    <//>
  <//>`;
}

function Language(): VNode {
  const { language, digits } = settings;
  return html`<${Card} title=${t('account.language')}>
    <div class="fields beside">
      <${ChoiceField} label=${t('account.words')} value=${language}
        onInput=${(value: string) => choose(value === 'bn' ? 'bn' : 'en', digits)}
        options=${[{ value: 'en', text: 'English' }, { value: 'bn', text: 'বাংলা' }]} />
      ${
        language === 'bn' &&
        html`<${ChoiceField} label=${t('account.digits')} value=${digits}
          onInput=${(value: string) => choose(language, value === 'beng' ? 'beng' : 'latn')}
          options=${[{ value: 'latn', text: '1 2 3' }, { value: 'beng', text: '১ ২ ৩' }]} />`
      }
      <${DensityChoice} />
    </div>
  <//>`;
}
