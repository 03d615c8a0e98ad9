// A company that its operator has just made, and the people who work in it: each signs in and speaks GraphQL for themselves.
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { openPool, urlAs } from '../../../db/connect/connection.ts';
import { formOf } from '../catalog.ts';
import { freshDatabase, type TestDatabase } from '../database.ts';
import { drawn } from '../servers/image-server.ts';
import { type StaffDesk, signIn, startStaff } from '../staff.ts';
import { moveClock } from '../webhooks.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows are of every shape
export type Row = any;

export let db: TestDatabase;
let desk: StaffDesk | undefined;
const pools: pg.Pool[] = [];

/** A company as the operator makes it; gives its first owner, and its first location. */
async function openCompany(): Promise<{ owner: Person; locationId: string }> {
  db = await freshDatabase('moves the clock');
  await db.admin.query(
    `insert into app.plans (code, name, reads_per_minute, writes_per_minute) values ('standard', 'Standard', 120, 30)`,
  );
  const { rows } = await db
    .as('haat_owner')
    .query(`select internal.create_company('Rina''s', 'standard', 'rina@shop.example', 'Rina Akter') as made`);
  const { owner_email: email, one_time_password: password, location_id: locationId } = rows[0].made;
  return { owner: new Person(email, password), locationId };
}

export async function closeCompany(): Promise<void> {
  await desk?.stop();
  await Promise.all(pools.map((pool) => pool.end()));
  await db?.drop();
}

/** Another day: a server with the clock moved, at which all sign in anew. */
export async function begin(day: number, people: Person[]) {
  await desk?.stop();
  await moveClock(db, `${day} days`);
  // The login of the door cannot move its clock, so an administrator takes on its role; connections keep the clock they
  // began with, so the pool is a new one.
  const pool = openPool(await urlAs({ url: db.url, loginsPerRole: false }, 'haat_staff_gateway'), { max: 4 });
  pools.push(pool);
  desk = await startStaff({
    ...db,
    as: (role, options) => (role === 'haat_staff_gateway' ? pool : db.as(role, options)),
  });
  for (const person of people) await person.signIn();
}

/** A member of staff, and what they did. */
export class Person {
  token = '';
  readonly email: string;
  private password: string;

  constructor(email: string, password: string) {
    this.email = email;
    this.password = password;
  }

  async signIn(): Promise<void> {
    const { email, password } = this;
    const { session } = (await desk!.ask(null as never, signIn, { email, password })).signIn;
    this.token = session.token;
    if (!session.mustChangePassword) return;
    const newPassword = createHash('sha256').update(email).digest('hex');
    await this.do('changeOwnPassword', 'staffMember { id }', { currentPassword: password, newPassword });
    this.password = newPassword;
  }

  private mutation(name: string, selection: string) {
    return `mutation ($input: ${name[0]!.toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { ${selection} } }`;
  }

  /** What a mutation gives; `selection` is the one row that it answers, with its fields. */
  async do(name: string, selection: string, input: object): Promise<Row> {
    const { data, errors } = await desk!.send(this.token, this.mutation(name, selection), { input });
    if (errors.length > 0) throw new Error(`${name}: ${JSON.stringify(errors)}`);
    return data[name][selection.split(' ')[0]!];
  }

  async refused(name: string, input: object) {
    const { errors } = await desk!.send(this.token, this.mutation(name, 'clientMutationId'), { input });
    return errors[0]?.extensions;
  }

  async see(query: string, variables?: object): Promise<Row> {
    return Object.values(await desk!.ask(this.token, query, variables))[0];
  }

  async upload(colour: string): Promise<string> {
    const raw = formOf(['image', await drawn('png', { colour })]);
    const { status, body, text } = await desk!.request('POST', '//admin/uploads', { key: this.token, raw });
    if (status !== 201) throw new Error(text);
    return body.id;
  }
}

/** A store with two locations, couriers, and a colleague for every role, as the owner and the manager set it up. */
export async function openShop() {
  const { owner, locationId } = await openCompany();
  await begin(0, [owner]);

  const store = await owner.do('createStore', 'store { id slug }', { name: 'Rina’s Sarees' });
  const storeId = store.id as string;
  await owner.do('updateStore', 'store { id }', {
    id: storeId,
    contactPhone: '01712345678',
    advancePaymentPlans: [{ percent: '20', note: 'Outside Dhaka' }],
  });
  const showroom = await owner.do('createLocation', 'location { id }', { name: 'Showroom', code: 'SHOW' });
  await owner.do('createChannel', 'channel { id }', { storeId, type: 'social', name: 'Facebook', slug: 'facebook' });
  const bkash = await owner.do('createPaymentMethod', 'paymentMethod { id }', {
    storeId,
    name: 'bKash',
    type: 'wallet',
    requiresTransactionId: true,
  });
  const pathao = await owner.do('createCourier', 'courier { id }', { name: 'Pathao', reportsPickups: true });
  const rider = await owner.do('createCourier', 'courier { id }', { name: 'Jamal', isOwnRider: true });

  const roles = (await owner.see('{ staffRoles { nodes { id name } } }')).nodes;
  const invite = async (by: Person, name: string, role: string) => {
    const invited = await by.do('inviteStaff', 'invitation { oneTimePassword staffMember { email } }', {
      email: `${name.toLowerCase()}@shop.example`,
      fullName: name,
      staffRoleId: roles.find((one: Row) => one.name === role).id,
    });
    const person = new Person(invited.staffMember.email, invited.oneTimePassword);
    await person.signIn();
    return person;
  };
  const manager = await invite(owner, 'Mina', 'Manager');
  const agent = await invite(manager, 'Asha', 'Call agent');
  const packer = await invite(manager, 'Polash', 'Packer');
  const accountant = await invite(manager, 'Arif', 'Accountant');
  const editor = await invite(manager, 'Eva', 'Catalog editor');
  const people = { owner, manager, agent, packer, accountant, editor };
  const places = { main: locationId, showroom: showroom.id as string };
  return { storeId, people, places, bkash: bkash.id, couriers: { pathao: pathao.id, rider: rider.id } };
}
