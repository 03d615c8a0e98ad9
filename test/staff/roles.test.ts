// Staff roles: named sets of permissions that a company changes. Forbidden first.
import test from 'ava';
import type { TestDatabase } from '../helpers/database.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, type TestShop } from '../helpers/shop.ts';
import { hire, openSession, type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';

let db: TestDatabase;
let shop: TestShop;
let desk: StaffDesk;
let owner: string;
test.before(async () => {
  db = await borrowDatabase();
  shop = await createShop(db.admin);
  desk = await startStaff(db);
  owner = await signInAs(db, shop.companyId, 'owner');
});
test.after.always(async () => {
  await desk?.stop();
  await db?.drop();
});

type Role = { id: string; name: string; permissions: string[] };

const create = `mutation ($input: CreateStaffRoleInput!) { createStaffRole(input: $input) { staffRole { id name permissions } } }`;
const update = `mutation ($input: UpdateStaffRoleInput!) { updateStaffRole(input: $input) { staffRole { name description permissions updatedAt } } }`;
const remove = `mutation ($input: RemoveStaffRoleInput!) { removeStaffRole(input: $input) { staffRole { name } } }`;
const give = `mutation ($input: SetStaffRoleInput!) { setStaffRole(input: $input) { staffMember { permissions staffRole { name } } } }`;
const rolesOf = async (token: string): Promise<Role[]> =>
  (await desk.ask(token, '{ staffRoles(orderBy: [NAME_ASC]) { nodes { id name permissions } } }')).staffRoles.nodes;
const roleNamed = async (name: string) => (await rolesOf(owner)).find((role) => role.name === name)!;
const held = async (token: string): Promise<string[]> =>
  (await desk.ask(token, '{ viewer { permissions } }')).viewer.permissions;
/** The words as inputs take them; an answer has them in the same form. */
const words = async (name: string) => (await roleNamed(name)).permissions;
let made = 0;
const newRole = async (permissions: string[], token = owner): Promise<Role> => {
  made += 1;
  const input = { name: `Role ${made}`, permissions };
  return (await desk.ask(token, create, { input })).createStaffRole.staffRole;
};

test('a company begins with five roles, the same as every other, and each is its own', async (t) => {
  t.deepEqual(
    (await rolesOf(owner)).map(({ name }) => name).filter((name) => !name.startsWith('Role')),
    ['Accountant', 'Call agent', 'Catalog editor', 'Manager', 'Packer'],
  );
  const other = await createShop(db.admin);
  const theirs = await rolesOf(await signInAs(db, other.companyId, 'owner'));
  const ours = new Set((await rolesOf(owner)).map(({ id }) => id));
  t.deepEqual([theirs.length, theirs.some(({ id }) => ours.has(id))], [5, false]);
  const { rows } = await db.admin.query(
    `select 1 from internal.default_staff_roles() d full join app.staff_roles r
       on r.name = d.name and r.permissions = d.permissions and r.description = d.description
     where (r.id is null or d.name is null) and coalesce(r.company_id, $1) = $1`,
    [other.companyId],
  );
  t.deepEqual(rows, []);
  const [first] = theirs;
  const member = await hire(db, shop.companyId);
  t.is(await desk.refusal(owner, give, { input: { staffId: member.id, staffRoleId: first!.id } }), 'NOT_FOUND');
  t.is(await desk.refusal(owner, update, { input: { staffRoleId: first!.id, name: 'Ours' } }), 'NOT_FOUND');
  t.is(await desk.refusal(owner, remove, { input: { staffRoleId: first!.id } }), 'NOT_FOUND');
});

test('who does not manage staff changes no role, gives none, and sees only their own', async (t) => {
  const packer = await roleNamed('Packer');
  const member = await hire(db, shop.companyId, { staff_role_id: packer.id });
  const token = await openSession(db, member.id);
  t.deepEqual(await rolesOf(token), [packer]);
  t.deepEqual(await rolesOf(await signInAs(db, shop.companyId, ['settings.manage'])), []);
  t.is(await desk.refusal(token, create, { input: { name: 'X', permissions: [] } }), 'FORBIDDEN');
  t.is(await desk.refusal(token, update, { input: { staffRoleId: packer.id, name: 'X' } }), 'FORBIDDEN');
  t.is(await desk.refusal(token, remove, { input: { staffRoleId: packer.id } }), 'FORBIDDEN');
  t.is(await desk.refusal(token, give, { input: { staffId: member.id, staffRoleId: packer.id } }), 'FORBIDDEN');
});

test('people give by a role only what they hold, and do not change their own role', async (t) => {
  const payments = await newRole((await words('Accountant')).slice(0));
  const narrow = await newRole([]);
  const own = await newRole(await words('Call agent'));
  const boss = await hire(db, shop.companyId, {
    permissions: ['staff.manage', 'orders.manage', 'customers.read'],
    staff_role_id: own.id,
  });
  const manager = await openSession(db, boss.id);
  const member = await hire(db, shop.companyId);
  const accounts = await words('Accountant');
  t.is(await desk.refusal(manager, give, { input: { staffId: member.id, staffRoleId: payments.id } }), 'FORBIDDEN');
  t.is(await desk.refusal(manager, create, { input: { name: 'Mighty', permissions: accounts } }), 'FORBIDDEN');
  t.is(await desk.refusal(manager, update, { input: { staffRoleId: narrow.id, permissions: accounts } }), 'FORBIDDEN');
  t.is(await desk.refusal(manager, update, { input: { staffRoleId: own.id, permissions: [] } }), 'FORBIDDEN');
  t.is(await desk.refusal(manager, give, { input: { staffId: boss.id, staffRoleId: null } }), 'FORBIDDEN');
  const invite = `mutation ($input: InviteStaffInput!) { inviteStaff(input: $input) { invitation { staffMember { staffRole { name } permissions } } } }`;
  const newcomer = { email: 'newcomer@example.com', fullName: 'New' };
  t.is(await desk.refusal(manager, invite, { input: { ...newcomer, staffRoleId: payments.id } }), 'FORBIDDEN');
  // A person who may reset a password could sign in as them.
  await desk.ask(owner, give, { input: { staffId: member.id, staffRoleId: payments.id } });
  const reset = 'mutation ($id: UUID!) { resetStaffPassword(input: {staffId: $id}) { invitation { validUntil } } }';
  t.is(await desk.refusal(manager, reset, { id: member.id }), 'FORBIDDEN');
  // What they hold themselves they give.
  const { inviteStaff } = await desk.ask(manager, invite, { input: { ...newcomer, staffRoleId: own.id } });
  t.deepEqual(inviteStaff.invitation.staffMember, { staffRole: { name: own.name }, permissions: [] });
  const { setStaffRole } = await desk.ask(manager, give, { input: { staffId: member.id, staffRoleId: own.id } });
  t.is(setStaffRole.staffMember.staffRole.name, own.name);
});

test('a change of a role changes what its members may do and see with their next request', async (t) => {
  const role = await newRole([]);
  const member = await hire(db, shop.companyId, { permissions: ['activity.read'] });
  const token = await openSession(db, member.id);
  const customer = `mutation { createCustomer(input: { storeId: "${shop.stores[0].id}", fullName: "Salma", phone: "01711223344" }) { customer { phone } } }`;
  await desk.ask(owner, give, { input: { staffId: member.id, staffRoleId: role.id } });
  t.is(await desk.refusal(token, customer), 'FORBIDDEN');
  t.is((await held(token)).length, 1);
  const manageOrders = (await words('Packer')).filter((word) => /orders/i.test(word));
  await desk.ask(owner, update, { input: { staffRoleId: role.id, permissions: manageOrders } });
  t.is((await held(token)).length, 2);
  t.is((await desk.ask(token, customer)).createCustomer.customer.phone, null, 'they may add, and not see');
  await desk.ask(owner, update, { input: { staffRoleId: role.id, permissions: await words('Call agent') } });
  const { searchCustomers } = await desk.ask(token, '{ searchCustomers(search: "01711223344") { nodes { phone } } }');
  t.deepEqual(searchCustomers.nodes, [{ phone: '01711223344' }]);
  await desk.ask(owner, give, { input: { staffId: member.id } });
  t.is((await held(token)).length, 1, 'what was listed for them stays');
  const { rows } = await db.admin.query(
    `select action from internal.readable_activity_log where object_id in ($1, $2) order by id`,
    [role.id, member.id],
  );
  t.deepEqual(
    rows.map(({ action }) => action),
    ['staff_role.created', 'staff.role_set', 'staff_role.updated', 'staff_role.updated', 'staff.role_set'],
  );
});

test('a role that is in use stays; names are taken once; what changes nothing writes nothing', async (t) => {
  const role = await newRole([]);
  const member = await hire(db, shop.companyId, { staff_role_id: role.id });
  const { errors } = await desk.send(owner, remove, { input: { staffRoleId: role.id } });
  t.is(errors[0]?.extensions.code, 'CONFLICT');
  t.deepEqual(Object.keys(errors[0]?.extensions.fields ?? {}), ['staffRoleId']);
  t.is(await desk.refusal(owner, create, { input: { name: ' Packer ', permissions: [] } }), 'CONFLICT');
  t.is(await desk.refusal(owner, update, { input: { staffRoleId: role.id, name: 'Packer' } }), 'CONFLICT');
  t.is(await desk.refusal(owner, create, { input: { name: ' ', permissions: [] } }), 'VALIDATION_ERROR');
  const same = { input: { staffRoleId: role.id, name: role.name, permissions: [] } };
  const before = await desk.ask(owner, update, same);
  t.deepEqual(await desk.ask(owner, update, same), before);
  await desk.ask(owner, give, { input: { staffId: member.id } });
  t.is((await desk.ask(owner, remove, { input: { staffRoleId: role.id } })).removeStaffRole.staffRole.name, role.name);
  const { rows } = await db.admin.query(
    `select action from internal.readable_activity_log where object_id = $1 order by id`,
    [role.id],
  );
  t.deepEqual(
    rows.map(({ action }) => action),
    ['staff_role.created', 'staff_role.removed'],
  );
});

test('a role is given and removed at one moment: one of the two is refused, and no person has a role that is gone', async (t) => {
  const role = await newRole([]);
  const member = await hire(db, shop.companyId);
  const second = await signInAs(db, shop.companyId, 'owner');
  const answers = await Promise.all([
    desk.send(owner, give, { input: { staffId: member.id, staffRoleId: role.id } }),
    desk.send(second, remove, { input: { staffRoleId: role.id } }),
  ]);
  const refused = answers.flatMap(({ errors }) => errors.map(({ extensions }) => extensions.code));
  t.is(refused.length, 1);
  t.true(['NOT_FOUND', 'CONFLICT'].includes(refused[0]!), refused[0]);
});

test('an owner needs no role, keeps everything with any, and is changed by owners only', async (t) => {
  const boss = await hire(db, shop.companyId, { role: 'owner' });
  const manager = await signInAs(db, shop.companyId, ['staff.manage']);
  const narrow = await newRole([]);
  t.is(await desk.refusal(manager, give, { input: { staffId: boss.id, staffRoleId: narrow.id } }), 'FORBIDDEN');
  await desk.ask(owner, give, { input: { staffId: boss.id, staffRoleId: narrow.id } });
  t.deepEqual(await held(await openSession(db, boss.id)), await held(owner));
});
