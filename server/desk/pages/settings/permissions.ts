// The permissions of people and roles, in words.

import { useCompany } from '../../company.ts';
import type { StaffPermission } from '../../enter.graphql';
import { label, t } from '../../i18n.ts';
import { html, type VNode } from '../../view.ts';
import { Checks } from './editor.ts';

/** In the order of a working day. */
const permissions: StaffPermission[] = [
  'orders_manage',
  'payments_manage',
  'catalog_manage',
  'inventory_manage',
  'customers_read',
  'costs_read',
  'activity_read',
  'settings_manage',
  'staff_manage',
  'developer_manage',
];

type Props = { chosen: readonly string[]; onChange: (chosen: StaffPermission[]) => void };

/** One grants what one holds oneself; the server says the same. */
export function PermissionChecks({ chosen, onChange }: Props): VNode {
  const { can } = useCompany();
  return html`<${Checks} legend=${t('people.permissions')} codes=${permissions} chosen=${chosen}
    textOf=${(code: string) => label('permission', code)} isFixed=${(code: StaffPermission) => !can(code)}
    onChange=${(all: string[]) => onChange(all as StaffPermission[])} />`;
}

/** A list in a sentence: "Orders, payments". */
export const permissionWords = (codes: readonly (string | null)[] | null | undefined): string =>
  permissions
    .filter((code) => codes?.includes(code))
    .map((code) => label('permission', code))
    .join(', ');
