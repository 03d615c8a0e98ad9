// Named sets of permissions, which people with the same work have.

import { useCompany } from '../../company.ts';
import type { StaffPermission } from '../../enter.graphql';
import { t } from '../../i18n.ts';
import { limitsOf } from '../../limits.ts';
import { HistoryLink } from '../../parts/history-link.ts';
import { Button, Dialog, Empty, Form, Loading, PageHead, Problem, say, TextField } from '../../parts.ts';
import { useData, useSave } from '../../use.ts';
import { useChange } from '../../use-change.ts';
import { html, useState, type VNode } from '../../view.ts';
import { askWhole } from '../../whole.ts';
import { back } from './index.ts';
import {
  createStaffRole,
  removeStaffRole,
  type SettingsPeopleQuery,
  settingsPeople,
  updateStaffRole,
} from './people.graphql';
import { PermissionChecks, permissionWords } from './permissions.ts';

type Role = NonNullable<SettingsPeopleQuery['staffRoles']>['nodes'][number];

export default function Roles(): VNode {
  const { can } = useCompany();
  const { data, problem, reload } = useData(settingsPeople, {});
  const [open, setOpen] = useState<Role | 'new'>();
  const roles = data?.staffRoles?.nodes;
  const countOf = (role: Role) => data!.staffMembers!.nodes.filter(({ staffRole }) => staffRole?.id === role.id).length;
  return html`
    <${PageHead} title=${t('settings.roles')} back=${back()}>
      ${can('staff_manage') && html`<${Button} icon="plus-lg" onClick=${() => setOpen('new')}>${t('roles.add')}<//>`}
    <//>
    <${Problem} of=${problem} onRetry=${reload} />
    ${!data && !problem && html`<${Loading} />`}
    ${roles?.length === 0 && html`<${Empty}>${t('roles.none')}<//>`}
    ${
      roles &&
      roles.length > 0 &&
      html`<ul class="list">
      ${roles.map(
        (role) => html`<li key=${role.id}>
          <span class="grow">
            <strong>${role.name}</strong> <span class="badge">${t('roles.people', { count: countOf(role) })}</span><br />
            ${role.description && html`${role.description}<br />`}
            <span class="quiet">${permissionWords(role.permissions)}</span>
          </span>
          ${can('staff_manage') && html`<${Button} kind="plain" icon="pencil" title=${t('settings.changeOne', { name: role.name })} onClick=${() => setOpen(role)} />`}
        </li>`,
      )}
    </ul>`
    }
    ${open && html`<${RoleDialog} role=${open === 'new' ? undefined : open} onSaved=${reload} onClose=${() => setOpen(undefined)} />`}
  `;
}

const names = {
  name: 'settings.name',
  description: 'settings.description',
  permissions: 'people.permissions',
} as const;
const showRole = (name: string, value: unknown) =>
  name === 'permissions' ? permissionWords(value as StaffPermission[]) : '';

type DialogProps = { role: Role | undefined; onSaved: () => Promise<void>; onClose: () => void };

function RoleDialog({ role, onSaved, onClose }: DialogProps): VNode {
  const [name, setName] = useState(role?.name ?? '');
  const [description, setDescription] = useState(role?.description ?? '');
  const [permissions, setPermissions] = useState((role?.permissions ?? []) as StaffPermission[]);
  const create = useSave(createStaffRole);
  const update = useChange(updateStaffRole, role, async () =>
    (await askWhole(settingsPeople, {})).staffRoles?.nodes.find(({ id }) => id === role!.id),
  );
  const remove = useSave(removeStaffRole);
  const finish = async (answer: unknown) => {
    if (!answer) return;
    say(t('settings.saved', { what: name }));
    await onSaved();
    onClose();
  };
  const submit = async () => {
    const values = { name, description: description || null, permissions };
    await finish(await (role ? update.save({ staffRoleId: role.id, ...values }) : create.save(values)));
  };
  const problem = create.problem ?? update.problem ?? remove.problem;
  return html`<${Dialog} title=${role ? t('settings.changeOne', { name: role.name }) : t('roles.add')} onClose=${onClose}>
    <${Form} onSubmit=${submit} submit=${t('do.save')} isBusy=${create.isBusy || update.isBusy} problem=${problem}
      conflict=${{ of: update.conflict, names, show: showRole, onTheirs: onClose }}>
      <${TextField} label=${t('settings.name')} value=${name} onInput=${setName} problems=${problem?.fields.name}
        attributes=${{ required: true, ...limitsOf('create_staff_role.name') }} />
      <${TextField} label=${t('settings.description')} value=${description} onInput=${setDescription}
        attributes=${limitsOf('create_staff_role.description')} />
      <${PermissionChecks} chosen=${permissions} onChange=${setPermissions} />
    <//>
    ${
      role &&
      html`<div class="form-acts">
      <${HistoryLink} type="staff_role" id=${role.id} />
      <${Button} kind="danger" icon="trash" isBusy=${remove.isBusy} onClick=${async () => finish(await remove.save({ id: role.id }))}>${t('roles.remove')}<//>
    </div>`
    }
  <//>`;
}
