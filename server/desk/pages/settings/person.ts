// One colleague: the role and what may be done besides, where they are signed in, and what helps when they cannot.
import { ask } from '../../client.ts';
import { useCompany } from '../../company.ts';
import type { StaffPermission } from '../../enter.graphql';
import { t, when } from '../../i18n.ts';
import { Device } from '../../parts/device.ts';
import { HistoryLink } from '../../parts/history-link.ts';
import { Badge, Button, Card, ChoiceField, Form, Loading, PageHead, Problem, say } from '../../parts.ts';
import type { PageProps } from '../../router.ts';
import { useData, useSave, useWork } from '../../use.ts';
import { useChange } from '../../use-change.ts';
import { html, useState, type VNode } from '../../view.ts';
import { askWhole } from '../../whole.ts';
import {
  resetStaffPassword,
  resetTwoFactor,
  revokeStaffSessions,
  type SettingsPersonQuery,
  setStaffPermissions,
  setStaffRole,
  setStaffStatus,
  settingsPerson,
} from './people.graphql';
import { OneTimePassword } from './people.ts';
import { PermissionChecks, permissionWords } from './permissions.ts';
import { Confirm } from './shown-once.ts';

type Person = NonNullable<SettingsPersonQuery['staffMember']>;
type Changed = { onChanged: () => Promise<void> };

export default function PersonPage({ params }: PageProps): VNode {
  const { viewer, can } = useCompany();
  const { data, problem, reload } = useData(settingsPerson, { id: params.id! });
  const person = data?.staffMember;
  const mayChange = can('staff_manage') && person?.id !== viewer.id;
  return html`
    <${PageHead} title=${person?.fullName ?? (data ? t('settings.noSuch') : '')} back=${{ href: '/admin/settings/people', text: t('settings.people') }}>
      ${person && person.status !== 'active' && html`<${Badge} list="staffStatus" code=${person.status} />`}
      ${person && html`<${HistoryLink} type="staff" id=${person.id} />`}
    <//>
    <${Problem} of=${problem} onRetry=${reload} />
    ${!data && !problem && html`<${Loading} />`}
    ${
      person &&
      html`<div class="stack narrow">
      <p class="quiet">${person.email}</p>
      ${person.role === 'owner' && html`<p>${t('people.ownerMay')}</p>`}
      ${person.role !== 'owner' && mayChange && html`<${Access} key=${JSON.stringify(person)} person=${person} roles=${data!.staffRoles!.nodes} onChanged=${reload} />`}
      ${person.role !== 'owner' && !mayChange && html`<p>${person.staffRole?.name} ${permissionWords(person.permissions)}</p>`}
      ${mayChange && html`<${Help} person=${person} onChanged=${reload} />`}
      ${mayChange && html`<${Sessions} person=${person} nodes=${data!.openSessions!.nodes} onChanged=${reload} />`}
    </div>`
    }
  `;
}

const names = { permissions: 'people.permissions' } as const;
const show = (_: string, value: unknown) => permissionWords(value as StaffPermission[]);

type AccessProps = Changed & { person: Person; roles: NonNullable<SettingsPersonQuery['staffRoles']>['nodes'] };

function Access({ person, roles, onChanged }: AccessProps): VNode {
  const [role, setRole] = useState(person.staffRole?.id ?? '');
  const before = (person.permissions ?? []) as StaffPermission[];
  const [permissions, setPermissions] = useState(before);
  const saveRole = useSave(setStaffRole);
  const savePermissions = useChange(
    setStaffPermissions,
    person,
    async () => (await askWhole(settingsPerson, { id: person.id })).staffMember,
  );
  const submit = async () => {
    if (role !== (person.staffRole?.id ?? '') && !(await saveRole.save({ id: person.id, staffRoleId: role || null })))
      return;
    const isChanged = [...permissions].sort().join() !== [...before].sort().join();
    if (isChanged && !(await savePermissions.save({ staffId: person.id, permissions }))) return;
    say(t('settings.saved', { what: person.fullName }));
    await onChanged();
  };
  const options = [
    { value: '', text: t('people.noRole') },
    ...roles.map(({ id, name }) => ({ value: id, text: name })),
  ];
  const chosen = roles.find(({ id }) => id === role);
  return html`<${Card} title=${t('people.access')}>
    <${Form} onSubmit=${submit} submit=${t('do.save')} isBusy=${saveRole.isBusy || savePermissions.isBusy}
      problem=${saveRole.problem ?? savePermissions.problem}
      conflict=${{ of: savePermissions.conflict, names, show, onTheirs: onChanged }}>
      <${ChoiceField} label=${t('people.role')} value=${role} onInput=${setRole} options=${options}
        hint=${permissionWords(chosen?.permissions)} />
      <p class="quiet">${t('people.besides')}</p>
      <${PermissionChecks} chosen=${permissions} onChange=${setPermissions} />
    <//>
  <//>`;
}

type Asked = 'disable' | 'password' | 'twoFactor';

function Help({ person, onChanged }: Changed & { person: Person }): VNode {
  const [asked, setAsked] = useState<Asked>();
  const [issued, setIssued] = useState<{ email: string; password: string; until: string }>();
  const status = useSave(setStaffStatus);
  const twoFactor = useSave(resetTwoFactor);
  const { isBusy, problem, run } = useWork();
  const isActive = person.status === 'active';
  const done = async () => {
    setAsked(undefined);
    say(t('settings.saved', { what: person.fullName }));
    await onChanged();
  };
  const setStatus = async () => {
    if (await status.save({ id: person.id, status: isActive ? 'disabled' : 'active' })) await done();
  };
  const resetSecond = async () => {
    if (await twoFactor.save({ id: person.id })) await done();
  };
  const resetPassword = () =>
    run(async () => {
      const { oneTimePassword, validUntil } = (await ask(resetStaffPassword, { id: person.id })).resetStaffPassword!
        .invitation!;
      setAsked(undefined);
      setIssued({ email: person.email, password: oneTimePassword!, until: validUntil! });
    });
  const close = () => setAsked(undefined);
  const name = person.fullName;
  return html`<${Card} title=${t('people.signIn')}>
    <${Problem} of=${asked ? undefined : status.problem} />
    <div class="row">
      <${Button} kind="plain" onClick=${() => setAsked('password')}>${t('people.resetPassword')}<//>
      <${Button} kind="plain" onClick=${() => setAsked('twoFactor')}>${t('people.resetTwoFactor')}<//>
      ${
        isActive
          ? html`<${Button} kind="danger" onClick=${() => setAsked('disable')}>${t('people.disable')}<//>`
          : html`<${Button} isBusy=${status.isBusy} onClick=${setStatus}>${t('people.enable')}<//>`
      }
    </div>
    ${asked === 'disable' && html`<${Confirm} title=${t('people.disable')} text=${t('people.disableWhy', { name })} act=${t('people.disable')} isBusy=${status.isBusy} problem=${status.problem} onYes=${setStatus} onClose=${close} />`}
    ${asked === 'password' && html`<${Confirm} title=${t('people.resetPassword')} text=${t('people.resetPasswordWhy', { name })} act=${t('people.resetPassword')} isBusy=${isBusy} problem=${problem} onYes=${resetPassword} onClose=${close} />`}
    ${asked === 'twoFactor' && html`<${Confirm} title=${t('people.resetTwoFactor')} text=${t('people.resetTwoFactorWhy', { name })} act=${t('people.resetTwoFactor')} isBusy=${twoFactor.isBusy} problem=${twoFactor.problem} onYes=${resetSecond} onClose=${close} />`}
    ${issued && html`<${OneTimePassword} ...${issued} onClose=${() => setIssued(undefined)} />`}
  <//>`;
}

type SessionsProps = Changed & { person: Person; nodes: NonNullable<SettingsPersonQuery['openSessions']>['nodes'] };

function Sessions({ person, nodes, onChanged }: SessionsProps): VNode {
  const { save, isBusy, problem } = useSave(revokeStaffSessions);
  const end = async () => {
    if (await save({ id: person.id })) say(t('account.sessionEnded'));
    await onChanged();
  };
  const acts =
    nodes.length > 0 && html`<${Button} kind="danger" isBusy=${isBusy} onClick=${end}>${t('account.everywhere')}<//>`;
  return html`<${Card} title=${t('people.sessions')} acts=${acts}>
    <${Problem} of=${problem} />
    ${nodes.length === 0 && html`<p class="quiet">${t('people.noSessions')}</p>`}
    <ul>
      ${nodes.map(
        ({ id, userAgent, address, createdAt, lastSeenAt }) => html`<li key=${id} class="grow">
          <p><${Device} userAgent=${userAgent} /></p>
          <p class="quiet">${address ?? t('account.unknownAddress')} · ${t(lastSeenAt ? 'account.lastSeen' : 'account.since', { time: when(lastSeenAt ?? createdAt) })}</p>
        </li>`,
      )}
    </ul>
  <//>`;
}
