// The demo's customers (customers.json), with phones, addresses and emails. All of them are invented; the phone
// numbers lie in blocks that are not given out.
import type { StoreSlug } from './catalog.ts';
import data from './customers.json' with { type: 'json' };
import { createRandom, type Random } from './random.ts';

export type DemoAddress = ReturnType<typeof addressOf>;
export type DemoCustomer = ReturnType<typeof buildCustomer>;

type Entry = { full_name: string; gender: string | null; homes: string[]; has_email?: boolean; status?: string };

/** Every operator has its prefix; four zeros after it mark the number as invented. */
function phoneOf(index: number, storeNumber: number): string {
  const operator = ['017', '018', '019', '016', '015', '013', '014'][index % 7];
  return `${operator}0000${String(1000 + storeNumber * 1000 + index * 7).padStart(4, '0')}`;
}

function emailOf(fullName: string): string {
  const name = fullName.toLowerCase().replaceAll(/[^a-z]+/g, '.');
  return `${name.replace(/^md\./, '')}@example.com`;
}

function streetOf(random: Random, zone: string, label: string): string {
  const house = random.int(1, 98);
  if (label === 'Office') return `Level ${random.int(2, 11)}, Plot ${house}, Main Road`;
  if (zone === 'dhaka') {
    return `House ${house}, Road ${random.int(1, 27)}, Flat ${random.pick(['A', 'B', 'C'])}${random.int(1, 8)}`;
  }
  return random.pick([`Holding ${house}, Station Road`, `House ${house}, College Road`, `${house} Mosque Lane`]);
}

function addressOf(random: Random, home: string, nth: number, recipient: { name: string; phone: string }) {
  const { zone, ...place } = data.places[home as keyof typeof data.places];
  const label = nth === 0 ? 'Home' : 'Office';
  const columns = {
    recipient_name: recipient.name,
    recipient_phone: recipient.phone,
    address_line: streetOf(random, zone, label),
    ...place,
  };
  return { label, is_default: nth === 0, zone, columns };
}

function buildCustomer(store: StoreSlug, storeNumber: number, entry: Entry, index: number, random: Random) {
  const { full_name, gender, homes, has_email, status = 'active' } = entry;
  const phone = phoneOf(index, storeNumber);
  return {
    store,
    /** The default address comes first. */
    addresses: homes.map((home, nth) => addressOf(random, home, nth, { name: full_name, phone })),
    createdDaysAgo: random.int(61, 400),
    columns: { full_name, gender, phone, email: has_email ? emailOf(full_name) : null, status },
  };
}

function buildCustomers(): DemoCustomer[] {
  const random = createRandom(20_261_110);
  const stores = Object.entries(data.customers) as [StoreSlug, Entry[]][];
  return stores.flatMap(([store, entries], storeNumber) =>
    entries.map((entry, index) => buildCustomer(store, storeNumber, entry, index, random)),
  );
}

/** All customers, store by store: the first 45 are Haat Demo's, the last three are Rival's. */
export const customers: readonly DemoCustomer[] = buildCustomers();
