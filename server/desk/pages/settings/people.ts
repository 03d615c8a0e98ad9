// The staff of the company: invited, opened, and whether all need a second factor.

import { ask } from '../../client.ts';
import { useCompany } from '../../company.ts';
import type { StaffPermission } from '../../enter.graphql';
import { t, when } from '../../i18n.ts';
import { limitsOf } from '../../limits.ts';
import {
  Badge,
  Button,
  Card,
  ChoiceField,
  Dialog,
  Form,
  Loading,
  PageHead,
  Problem,
  say,
  TextField,
} from '../../parts.ts';
import { welcomeLink } from '../../session.ts';
import { useData, useSave, useWork } from '../../use.ts';
import { html, useState, type VNode } from '../../view.ts';
import { Check } from './editor.ts';
import { back } from './index.ts';
import { inviteStaff, requireTwoFactor, type SettingsPeopleQuery, settingsPeople } from './people.graphql';
import { PermissionChecks, permissionWords } from './permissions.ts';
import { Copied, ShownOnce } from './shown-once.ts';

export default function People(): VNode {
  const { viewer, can } = useCompany();
  const { data, problem, reload } = useData(settingsPeople, {});
  const [isInviting, setInviting] = useState(false);
  return html`
    <${PageHead} title=${t('settings.people')} back=${back()}>
      ${can('staff_manage') && html`<${Button} icon="plus-lg" onClick=${() => setInviting(true)}>${t('people.invite')}<//>`}
    <//>
    <${Problem} of=${problem} onRetry=${reload} />
    ${!data && !problem && html`<${Loading} />`}
    ${
      data &&
      html`<div class="stack">
      <ul class="list links">
        ${data.staffMembers!.nodes.map(
          ({ id, fullName, email, role, status, staffRole, permissions }) => html`<li key=${id}>
            <a class="grow" href="/admin/settings/people/${id}">
              <strong>${fullName}</strong>
              <span class="quiet">${[email, role === 'owner' ? t('people.owner') : (staffRole?.name ?? permissionWords(permissions))].filter(Boolean).join(' · ')}</span>
            </a>
            ${status !== 'active' && html`<${Badge} list="staffStatus" code=${status} />`}
          </li>`,
        )}
      </ul>
      ${viewer.role === 'owner' && html`<${TwoFactorForAll} isRequired=${data.twoFactor!.isRequired === true} onChanged=${reload} />`}
    </div>`
    }
    ${
      isInviting &&
      data &&
      html`<${Invite} roles=${data.staffRoles!.nodes} onInvited=${reload} onClose=${() => setInviting(false)} />`
    }
  `;
}

function TwoFactorForAll({ isRequired, onChanged }: { isRequired: boolean; onChanged: () => Promise<void> }): VNode {
  const { save, isBusy, problem } = useSave(requireTwoFactor);
  const change = async (required: boolean) => {
    if (await save({ required })) say(t('settings.saved', { what: t('people.requireTwoFactor') }));
    await onChanged();
  };
  return html`<${Card} title=${t('twoFactor.title')}>
    <${Problem} of=${problem} />
    ${problem && html`<p><a href="/admin/account">${t('nav.account')}</a></p>`}
    <${Check} text=${t('people.requireTwoFactor')} hint=${t('people.requireTwoFactorHint')} isOn=${isRequired !== isBusy}
      disabled=${isBusy} onChange=${change} />
  <//>`;
}

type Roles = NonNullable<SettingsPeopleQuery['staffRoles']>['nodes'];
type InviteProps = { roles: Roles; onInvited: () => Promise<void>; onClose: () => void };

function Invite({ roles, onInvited, onClose }: InviteProps): VNode {
  const { viewer } = useCompany();
  const [fullName, setFullName] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState(roles[0]?.id ?? '');
  const [permissions, setPermissions] = useState<StaffPermission[]>([]);
  const [invited, setInvited] = useState<{ email: string; password: string; until: string }>();
  const { isBusy, problem, run } = useWork();
  const isOwner = role === 'owner';
  const submit = () =>
    run(async () => {
      const answer = await ask(inviteStaff, {
        email,
        fullName,
        role: isOwner ? 'owner' : 'agent',
        permissions: isOwner ? [] : permissions,
        staffRoleId: isOwner || role === '' ? null : role,
      });
      const { oneTimePassword, validUntil, staffMember } = answer.inviteStaff!.invitation!;
      setInvited({ email: staffMember!.email, password: oneTimePassword!, until: validUntil! });
      await onInvited();
    });
  if (invited) return html`<${OneTimePassword} ...${invited} onClose=${onClose} />`;
  const options = [
    ...roles.map(({ id, name }) => ({ value: id, text: name })),
    { value: '', text: t('people.noRole') },
    ...(viewer.role === 'owner' ? [{ value: 'owner', text: t('people.owner') }] : []),
  ];
  const chosen = roles.find(({ id }) => id === role);
  return html`<${Dialog} title=${t('people.invite')} onClose=${onClose}>
    <${Form} onSubmit=${submit} submit=${t('people.invite')} isBusy=${isBusy} problem=${problem}>
      <${TextField} label=${t('people.name')} value=${fullName} onInput=${setFullName} problems=${problem?.fields.fullName}
        attributes=${{ required: true, autocomplete: 'off', ...limitsOf('invite_staff.full_name') }} />
      <${TextField} label=${t('signIn.email')} value=${email} onInput=${setEmail} problems=${problem?.fields.email}
        attributes=${{ type: 'email', required: true, autocomplete: 'off', ...limitsOf('invite_staff.email') }} />
      <${ChoiceField} label=${t('people.role')} value=${role} onInput=${setRole} options=${options}
        hint=${isOwner ? t('people.ownerMay') : permissionWords(chosen?.permissions)} />
      ${!isOwner && role === '' && html`<${PermissionChecks} chosen=${permissions} onChange=${setPermissions} />`}
    <//>
  <//>`;
}

type PasswordProps = { email: string; password: string; until: string; onClose: () => void };

export const OneTimePassword = ({ email, password, until, onClose }: PasswordProps): VNode =>
  html`<${ShownOnce} title=${t('people.oneTimePassword')} secret=${password} onClose=${onClose}
    text=${t('people.oneTimeWhy', { email, time: when(until, 'full') })}>
    <p>${t('people.linkWhy')}</p>
    <${Copied} label=${t('people.link')} value=${welcomeLink({ email, password })} />
  <//>`;
