// Corruptions of records that the journal tells of: the column, the last known good value and who set it are named.
import type { Corruption } from './index.ts';

export const recordsCorruptions: Corruption[] = [
  {
    check: 'check_records',
    what: 'another price',
    statements: ['update app.variants set price = 1 where id = :variant'],
    object: /^variant /,
  },
  {
    check: 'check_records',
    what: 'an average cost halved',
    statements: [
      'update app.variant_costs set average_cost = average_cost / 2 + 1 where variant_id = :received_variant',
    ],
    object: /^variant_cost /,
  },
  {
    check: 'check_records',
    what: 'an agent who is made an owner',
    statements: [`update app.staff set role = case role when 'owner' then 'agent' else 'owner' end`],
    object: /^staff /,
  },
  {
    check: 'check_records',
    what: 'a password of the intruder',
    statements: [`update app.staff set password_hash = 'scrypt'`],
    object: /^staff /,
  },
  {
    check: 'check_records',
    what: 'a parcel removed with its cash',
    statements: ['delete from app.parcels where order_id = :sold'],
    object: /^parcel /,
  },
  {
    check: 'check_records',
    what: 'a permission slipped in',
    statements: [
      `insert into app.staff_roles (company_id, name, permissions, created_at, updated_at)
       values (:company, 'Guest', '{staff.manage}', now(), now())`,
    ],
    object: /^staff_role /,
  },
];
