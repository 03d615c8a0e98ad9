// What an operator can do from the command line: one entry a command. Help, checks and the reading of options come from it.
import { z } from 'zod';
import type { Scope } from '../../server/operations/types.ts';
import { permissions } from '../permissions.ts';
import {
  type Command,
  command,
  company,
  email,
  enterForKey,
  findCompany,
  findStaffRole,
  findStore,
  firstOwner,
  id,
  key,
  name,
  planCode,
  store,
  wholeNumber,
  wordsOf,
} from './command.ts';
import { archiveCommands } from './haat-archives.ts';
import { customerCommands } from './haat-customers.ts';
import { importExportCommands } from './haat-import-export.ts';
import { planCommands } from './haat-plans.ts';
import { repairCommands } from './haat-repairs.ts';
import { rescues } from './haat-rescues.ts';
import { secretsCommands } from './haat-secrets.ts';
import { Refusal } from './operator.ts';

const scopes = [
  'products:read',
  'products:write',
  'orders:read',
  'orders:write',
  'customers:read',
  'customers:write',
  'inventory:read',
  'inventory:write',
  'payments:read',
  'payments:write',
  'parcels:read',
  'parcels:write',
  'returns:read',
  'returns:write',
  'locations:read',
  'channels:read',
  'store:read',
  'reports:read',
  'catalog:write',
  'videos:write',
  'webhooks:read',
  'webhooks:write',
  'changes:read',
] satisfies Scope[];

const keyColumns = `select k.id, k.company_id, k.name, k.type, k.store_id, k.sample || '…' || k.last4 as key, k.scopes, k.expires_at, k.grace_ends_at, k.revoked_at,
  k.last_used_at from app.api_keys k`;
/** The plaintext first: it is shown only once. */
const issued = `select (r).plaintext as key, ((r).api_key).id, ((r).api_key).name, ((r).api_key).type, ((r).api_key).store_id, ((r).api_key).scopes,
  ((r).api_key).expires_at`;

export const commands: Record<string, Command> = {
  ...rescues,
  ...customerCommands,
  ...importExportCommands,
  ...secretsCommands,
  ...planCommands,
  ...repairCommands,
  ...archiveCommands,
  'company create': command({
    cells: 'new',
    newEmail: 'owner-email',
    does: 'makes a company with its first warehouse and its first owner',
    secret: 'one_time_password',
    options: z.strictObject({
      name,
      plan: planCode,
      'owner-email': email,
      'owner-full-name': name,
    }),
    run: async (operator, o) =>
      (
        await operator.asOwner('select internal.create_company($1, $2, $3, $4) as made', [
          o.name,
          o.plan,
          o['owner-email'],
          o['owner-full-name'],
        ])
      ).made,
  }),
  'company list': command({
    cells: 'each',
    does: 'the companies and how large they are',
    options: z.strictObject({}),
    run: (operator) =>
      operator.look(`select c.id, c.name, p.code as plan, c.status,
          (select count(*)::integer from app.stores t where t.company_id = c.id) as stores,
          (select count(*)::integer from app.staff t where t.company_id = c.id) as staff,
          (select count(*)::integer from app.products t where t.company_id = c.id) as products,
          (select count(*)::integer from app.customers t where t.company_id = c.id) as customers,
          (select count(*)::integer from app.orders t where t.company_id = c.id) as orders,
          (select count(*)::integer from app.stock_movements t where t.company_id = c.id) as movements,
          (select coalesce(sum(t.reserved_bytes), 0)::bigint from app.videos t where t.company_id = c.id) as video_bytes,
          c.created_at
        from app.companies c join app.plans p on p.id = c.plan_id
        where not internal.has_moved(c.id)
        order by c.created_at, c.id`),
  }),
  'store create': command({
    does: 'opens a store with a manual channel and cash on delivery',
    options: z.strictObject({
      company,
      name,
      slug: z
        .string()
        .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case letters, digits and single hyphens')
        .max(200, 'must have at most 200 characters')
        .optional()
        .describe('without it: made from the name'),
      timezone: z.string().default('Asia/Dhaka'),
      'currency-code': z
        .string()
        .regex(/^[A-Z]{3}$/, 'must be three capital letters, as BDT')
        .default('BDT'),
      'currency-symbol': z.string().min(1).max(8, 'must have at most 8 characters').default('৳'),
    }),
    async run(operator, o) {
      await operator.enter((await findCompany(operator, o.company)).id);
      return operator.asStaff(
        `select id, company_id, name, slug, timezone, currency_code, currency_symbol, status from staff.create_store($1, $2, $3, $4, $5)`,
        [o.name, o.slug, o.timezone, o['currency-code'], o['currency-symbol']],
      );
    },
  }),
  'store list': command({
    cells: 'each',
    does: 'the stores of a company, or all',
    options: z.strictObject({ company: company.optional() }),
    run: async (operator, o) =>
      operator.look(
        `select id, company_id, name, slug, timezone, currency_code, status from app.stores
         where company_id = coalesce($1, company_id) and not internal.has_moved(company_id) order by created_at, id`,
        [o.company && (await findCompany(operator, o.company)).id],
      ),
  }),
  'key create': command({
    does: 'makes an API key of one store, or of a company and every store it has',
    secret: 'key',
    options: z.strictObject({
      name,
      store: store.optional(),
      company: company.optional(),
      scopes: wordsOf(scopes).describe(`with commas between, of ${scopes.join(' ')}`),
      'expires-at': z
        .string()
        .refine((text) => !Number.isNaN(Date.parse(text)), 'must be a time, as 2027-01-31T18:00:00Z')
        .optional()
        .describe('a time, as 2027-01-31T18:00:00Z; without it: never'),
    }),
    async run(operator, o) {
      if (Boolean(o.store) === Boolean(o.company)) throw new Refusal('give --store, or --company for a company key');
      const place = o.store
        ? await findStore(operator, o.store)
        : { id: null, company_id: (await findCompany(operator, o.company!)).id };
      await operator.enter(place.company_id, await firstOwner(operator, place.company_id));
      return operator.asStaff(`${issued} from staff.create_api_key($1, $2, $3, $4, $5) r`, [
        o.name,
        o.store ? 'store' : 'company',
        o.scopes,
        place.id,
        o['expires-at'],
      ]);
    },
  }),
  'key list': command({
    cells: 'each',
    does: 'the keys of a company, or all; never their plaintext',
    options: z.strictObject({ company: company.optional() }),
    run: async (operator, o) =>
      operator.look(
        `${keyColumns} where k.company_id = coalesce($1, k.company_id) and not internal.has_moved(k.company_id)
         order by k.created_at, k.id`,
        [o.company && (await findCompany(operator, o.company)).id],
      ),
  }),
  'key rotate': command({
    does: 'replaces a key; both work until the grace window is over',
    secret: 'key',
    options: z.strictObject({ key, 'grace-hours': wholeNumber.default(24).describe('0 to 168') }),
    async run(operator, o) {
      await enterForKey(operator, o.key);
      return operator.asStaff(`${issued} from staff.rotate_api_key($1, $2) r`, [o.key, o['grace-hours']]);
    },
  }),
  'key revoke': command({
    does: 'ends a key: its next request is refused',
    options: z.strictObject({ key }),
    async run(operator, o) {
      await enterForKey(operator, o.key);
      return operator.asStaff('select id, name, type, store_id, revoked_at from staff.revoke_api_key($1)', [o.key]);
    },
  }),
  'staff invite': command({
    newEmail: 'email',
    does: 'makes an account with a one-time password, good for 72 hours',
    secret: 'one_time_password',
    options: z.strictObject({
      company,
      email,
      'full-name': name,
      role: z.enum(['agent', 'owner'], { error: 'must be agent or owner' }).default('agent'),
      'staff-role': z.string().optional().describe('the name or id of a staff role, such as Packer'),
      permissions: wordsOf(permissions)
        .optional()
        .describe(`besides the staff role; with commas between, of ${permissions.join(' ')}`),
    }),
    async run(operator, o) {
      const { id: companyId } = await findCompany(operator, o.company);
      const roleId = o['staff-role'] === undefined ? null : await findStaffRole(operator, companyId, o['staff-role']);
      await operator.enter(companyId, await firstOwner(operator, companyId));
      return operator.asStaff(
        `select (r.staff_member).id, (r.staff_member).email, (r.staff_member).full_name, (r.staff_member).role, (r.staff_member).permissions,
           (select t.name from app.staff_roles t where t.id = (r.staff_member).staff_role_id) as staff_role,
           r.one_time_password, r.valid_until
         from staff.invite_staff($1, $2, $3, $4, $5) r`,
        [o.email, o['full-name'], o.permissions ?? [], o.role, roleId],
      );
    },
  }),
  'webhook list': command({
    cells: 'each',
    does: 'the webhook endpoints of a company, or all',
    options: z.strictObject({ company: company.optional() }),
    run: async (operator, o) =>
      operator.look(
        `select id, company_id, store_id, url, status, disabled_reason, failures, last_success_at from app.webhook_endpoints
         where company_id = coalesce($1, company_id) and not internal.has_moved(company_id) order by created_at, id`,
        [o.company && (await findCompany(operator, o.company)).id],
      ),
  }),
  'webhook ping': command({
    does: 'sends service.ping to an endpoint, signed, retried and logged like any event',
    options: z.strictObject({ endpoint: id.describe('its id') }),
    async run(operator, o) {
      const [endpoint] = await operator.look('select company_id from app.webhook_endpoints where id = $1', [
        o.endpoint,
      ]);
      if (!endpoint) throw new Refusal('--endpoint: no such webhook endpoint; "webhook list" shows them');
      await operator.enter(endpoint.company_id);
      return operator.asStaff(
        'select id as delivery_id, event_id, endpoint_id, status from staff.send_webhook_ping($1)',
        [o.endpoint],
      );
    },
  }),
};
