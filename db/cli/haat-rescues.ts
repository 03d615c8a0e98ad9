// What an operator does when something is wrong with a company: its plan, its life, the accounts of its staff, what its
// webhooks missed. No merchant can do these for themselves, or the only one who could is locked out.
import { z } from 'zod';
import { type Command, command, company, findCompany, id, planCode, wholeNumber, yes } from './command.ts';
import { exportCompany } from './export.ts';
import { importCompany } from './import-company.ts';
import { type Operator, Refusal, type Row } from './operator.ts';

const staff = z.string().trim().min(1, 'must not be empty').describe('the id, or the email');
const endpoint = id.describe('its id');
const waits = `(select max(w.wait_until) from internal.sign_in_waits w
  where w.account = sha256(convert_to(s.email, 'UTF8')) and w.key not like 'address:%' and w.wait_until > now()) as slowed_until`;
const member = `s.id, s.company_id, s.email, s.full_name, s.role, s.status, ${waits}`;

const setStatus = (does: string, status: string): Command =>
  command({
    does,
    options: z.strictObject({ company }),
    words: ['company'],
    run: (operator, o) => changeStatus(operator, o.company, status),
  });

async function changeStatus(operator: Operator, text: string, status: string): Promise<Row> {
  const { id: companyId } = await findCompany(operator, text);
  return (await operator.asOwner('select internal.set_company_status($1, $2) as result', [companyId, status])).result;
}

/** What ends when a company is closed. */
const closing = `
  select format('%s (%s) is closed: %s stores, %s staff, %s API keys and %s webhook endpoints stop at once; %s open orders stay as they are.',
    c.name, c.status,
    (select count(*) from app.stores s where s.company_id = c.id and s.status = 'active'),
    (select count(*) from app.staff s where s.company_id = c.id and s.status = 'active'),
    (select count(*) from app.api_keys k where k.company_id = c.id and k.revoked_at is null),
    (select count(*) from app.webhook_endpoints e where e.company_id = c.id and e.status = 'active'),
    (select count(*) from app.orders o where o.company_id = c.id
       and o.status = any (array(select s.status from app.order_statuses s where s.is_open)))) as line
  from app.companies c where c.id = $1`;

/** A change of one account, by a procedure of the staff's that answers with the account. */
const changeStaff = (does: string, procedure: string): Command =>
  command({
    does,
    options: z.strictObject({ staff }),
    words: ['staff'],
    run: async (operator, o) => {
      const { id: staffId } = await enterForStaff(operator, o.staff);
      await operator.asStaff(`select from ${procedure}`, [staffId]);
      return (await operator.look(`select ${member} from app.staff s where s.id = $1`, [staffId]))[0]!;
    },
  });

export const rescues: Record<string, Command> = {
  'company plan': command({
    does: 'puts a company on another plan, at once',
    options: z.strictObject({ company, plan: planCode }),
    words: ['company', 'plan'],
    run: async (operator, o) => {
      const { id: companyId } = await findCompany(operator, o.company);
      return (await operator.asOwner('select internal.set_company_plan($1, $2) as result', [companyId, o.plan])).result;
    },
  }),
  'company suspend': setStatus('stops its keys, staff and webhooks until it is resumed', 'suspended'),
  'company close': command({
    does: 'the same for good; all data stays',
    options: z.strictObject({ company, yes }),
    words: ['company'],
    warns: async (operator, o) => {
      const { id: companyId } = await findCompany(operator, o.company);
      const lines = await operator.look(closing, [companyId]);
      return lines.map(({ line }) => line);
    },
    run: (operator, o) => changeStatus(operator, o.company, 'closed'),
  }),
  'company resume': setStatus('lets a suspended or closed company work again', 'active'),
  'company export': command({
    does: 'writes all data of a company to a folder, a file a table, and the list of its pictures and videos',
    options: z.strictObject({
      company,
      to: z.string().min(1).describe('an empty folder, or one to make'),
      complete: z
        .boolean()
        .default(false)
        .describe('a flag: with hashes, encrypted secrets and kept answers, for "company import"'),
    }),
    words: ['company'],
    run: (operator, o) => exportCompany(operator, o, () => findCompany(operator, o.company)),
  }),
  'company import': command({
    cells: 'new',
    does: 'takes in a company from the folder of a complete export, all or nothing, audited before it is kept',
    options: z.strictObject({
      from: z.string().min(1).describe('the folder'),
      'dry-run': z.boolean().default(false).describe('a flag: only reads and compares'),
    }),
    words: ['from'],
    run: (operator, o) => importCompany(operator, o),
  }),
  'staff list': command({
    cells: 'each',
    does: 'the staff of a company, or all: who has to wait after wrong passwords, who has two-factor sign-in or passkeys, who is signed in',
    options: z.strictObject({ company: company.optional() }),
    run: async (operator, o) =>
      operator.look(
        `select s.id, s.company_id, s.email, s.full_name, s.role, s.permissions, s.status, ${waits},
           exists (select from app.staff_authenticators a where a.staff_id = s.id and a.confirmed_at is not null) as two_factor,
           (select count(*)::integer from app.staff_passkeys p where p.staff_id = s.id) as passkeys,
           (select count(*)::integer from app.staff_sessions t
            where t.company_id = s.company_id and t.staff_id = s.id and t.revoked_at is null and t.expires_at > now()) as sessions
         from app.staff s where s.company_id = coalesce($1, s.company_id) and not internal.has_moved(s.company_id)
         order by s.company_id, s.created_at, s.id`,
        [o.company && (await findCompany(operator, o.company)).id],
      ),
  }),
  'staff unlock': changeStaff(
    'ends the waits after wrong passwords and codes',
    'staff.set_staff_status($1, (select t.status from app.staff t where t.id = $1))',
  ),
  'staff disable': changeStaff('ends an account: its sessions end at once', `staff.set_staff_status($1, 'disabled')`),
  'staff enable': changeStaff('lets a disabled account in again', `staff.set_staff_status($1, 'active')`),
  'staff reset-password': command({
    does: 'gives an account, an owner’s too, a one-time password good for 72 hours, removes its passkeys and signs it out',
    secret: 'one_time_password',
    options: z.strictObject({ staff }),
    words: ['staff'],
    run: async (operator, o) => {
      const { id: staffId } = await enterForStaff(operator, o.staff);
      return operator.asStaff(
        `select (r.staff_member).id, (r.staff_member).email, r.one_time_password, r.valid_until
         from staff.reset_staff_password($1) r`,
        [staffId],
      );
    },
  }),
  'staff reset-two-factor': changeStaff(
    'removes the two-factor sign-in and passkeys of an account, an owner’s too, and signs it out',
    'staff.reset_two_factor($1)',
  ),
  'session list': command({
    cells: 'each',
    does: 'who is signed in, in a company or in all',
    options: z.strictObject({ company: company.optional() }),
    run: async (operator, o) =>
      operator.look(
        `select t.id, t.company_id, t.staff_id, s.email, host(t.address) as address, t.user_agent, t.created_at, t.last_seen_at, t.expires_at
         from app.staff_sessions t join app.staff s on s.id = t.staff_id
         where t.revoked_at is null and t.expires_at > now() and t.company_id = coalesce($1, t.company_id)
           and not internal.has_moved(t.company_id)
         order by t.created_at, t.id`,
        [o.company && (await findCompany(operator, o.company)).id],
      ),
  }),
  'session end': changeStaff('signs an account out everywhere', 'staff.revoke_staff_sessions($1)'),
  'webhook deliveries': command({
    does: 'the newest deliveries of an endpoint, with the last thing that went wrong',
    options: z.strictObject({
      endpoint,
      status: z
        .enum(['pending', 'sending', 'delivered', 'failed', 'held'], {
          error: 'must be one of pending, sending, delivered, failed, held',
        })
        .optional(),
      limit: wholeNumber.default(50),
    }),
    run: async (operator, o) => {
      await findEndpoint(operator, o.endpoint);
      return operator.look(
        `select d.id, e.type, d.event_id, d.status, d.attempts, d.next_attempt_at, d.finished_at, d.created_at,
           (select coalesce(a.error, a.response_status::text) from app.webhook_attempts a
            where a.delivery_id = d.id and a.outcome <> 'delivered' order by a.attempt desc limit 1) as last_failure
         from app.webhook_deliveries d join app.events e on e.id = d.event_id
         where d.endpoint_id = $1 and d.status = coalesce($2, d.status) order by d.created_at desc, d.id desc limit $3`,
        [o.endpoint, o.status, o.limit],
      );
    },
  }),
  'webhook redeliver': command({
    does: 'sends one delivery again, whatever became of it',
    options: z.strictObject({ delivery: id.describe('its id') }),
    run: async (operator, o) => {
      const [found] = await operator.look('select company_id from app.webhook_deliveries where id = $1', [o.delivery]);
      if (!found) throw new Refusal('--delivery: no such delivery; "webhook deliveries" shows them');
      await operator.enter(found.company_id);
      return operator.asStaff('select id, event_id, endpoint_id, status from staff.redeliver_webhook($1)', [
        o.delivery,
      ]);
    },
  }),
  'webhook recover': command({
    does: 'sends what an endpoint missed since a moment: held and given-up deliveries',
    options: z.strictObject({
      endpoint,
      since: z
        .string()
        .refine((text) => !Number.isNaN(Date.parse(text)), 'must be a time, as 2027-01-31T18:00:00Z')
        .describe('a time, as 2027-01-31T18:00:00Z'),
    }),
    run: async (operator, o) => {
      const { company_id } = await findEndpoint(operator, o.endpoint);
      await operator.enter(company_id);
      return operator.asStaff('select staff.recover_webhooks($1, $2) as deliveries', [o.endpoint, o.since]);
    },
  }),
};

async function enterForStaff(operator: Operator, text: string): Promise<{ id: string }> {
  const [found] = await operator.look(
    'select id, company_id from app.staff where id::text = lower($1) or email = lower($1)',
    [text],
  );
  if (!found) throw new Refusal('--staff: no such account; "staff list" shows them');
  await operator.enterAsOperator(found.company_id);
  return found as { id: string };
}

async function findEndpoint(operator: Operator, endpointId: string): Promise<Row> {
  const [found] = await operator.look('select company_id from app.webhook_endpoints where id = $1', [endpointId]);
  if (!found) throw new Refusal('--endpoint: no such webhook endpoint; "webhook list" shows them');
  return found;
}
