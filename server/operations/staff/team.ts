// The people of a company, their roles, and the keys of its integrations.
import { z } from 'zod';
import { instant, isGiven, name, rule, uuid } from '../schemas.ts';
import { between, remark, type StaffInput, seen, which, word } from './types.ts';

const manageStaff = (shape: z.core.$ZodLooseShape): StaffInput => ({
  permission: 'staff.manage',
  input: z.strictObject(shape),
  takes: 'arguments',
});

const permissions = z.array(word);
const roleName = z.string().trim().min(1).max(100);

export const teamInputs: Record<string, StaffInput> = {
  invite_staff: manageStaff({
    // Its form is a rule of internal.add_staff, which the command line has too.
    email: z.string().trim().max(320),
    full_name: name,
    permissions: permissions.optional(),
    role: word.optional(),
    staff_role_id: which('staff role').optional(),
  }),
  set_staff_permissions: manageStaff({
    staff_id: which('staff member'),
    permissions,
    role: word.optional(),
    expected_updated_at: seen,
  }),
  create_staff_role: manageStaff({ name: roleName, permissions, description: remark(500) }),
  update_staff_role: manageStaff({
    staff_role_id: which('staff role'),
    name: roleName.optional(),
    permissions: permissions.optional(),
    description: remark(500),
    expected_updated_at: seen,
  }),
  set_staff_role: manageStaff({ staff_id: which('staff member'), staff_role_id: which('staff role').optional() }),
  set_staff_status: manageStaff({ staff_id: which('staff member'), status: word }),
  create_api_key: {
    permission: 'developer.manage',
    input: z
      .strictObject({
        name,
        type: word,
        scopes: z.array(word),
        store_id: uuid.optional(),
        expires_at: instant.optional(),
      })
      .check(
        rule('store_id', 'keyStore', ({ type, store_id }) => type !== 'company' || !isGiven(store_id)),
        rule('store_id', 'keyStore.needed', ({ type, store_id }) => type !== 'store' || isGiven(store_id)),
        rule('scopes', 'keyScopes.together', ({ scopes }) => maySeeProducts(scopes)),
      ),
    takes: 'arguments',
  },
  rotate_api_key: {
    permission: 'developer.manage',
    input: z.strictObject({ id: which('API key'), grace_hours: between(0, 168).optional() }),
    takes: 'arguments',
  },
};

/** Who writes the catalog sees the products that are in it. */
const maySeeProducts = (scopes: unknown) =>
  !Array.isArray(scopes) ||
  !scopes.includes('catalog:write') ||
  scopes.includes('products:read') ||
  scopes.includes('products:write');
