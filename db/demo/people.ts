/** The demo's customers and staff. All of them are invented; the phone numbers lie in blocks nobody is given. */
import type { StoreSlug } from './company.ts';
import { createRandom, type Random } from './random.ts';

export type DeliveryZone = 'dhaka' | 'suburb' | 'outside';

export type DemoAddress = {
  label: 'Home' | 'Office';
  recipientName: string;
  recipientPhone: string;
  addressLine: string;
  area: string;
  city: string;
  postalCode: string;
  isDefault: boolean;
  zone: DeliveryZone;
};

export type DemoCustomer = {
  store: StoreSlug;
  fullName: string;
  gender: 'male' | 'female' | null;
  phone: string;
  email: string | null;
  status: 'active' | 'inactive' | 'blocked';
  createdDaysAgo: number;
  /** The default address comes first. */
  addresses: DemoAddress[];
};

export type StaffPermission = 'orders.manage' | 'inventory.manage';

export type DemoStaff = {
  /** The index in `companies`. */
  company: 0 | 1;
  role: 'owner' | 'agent';
  fullName: string;
  email: string;
  /** Owners may do everything and list nothing here. */
  permissions: StaffPermission[];
};

export const staff: readonly DemoStaff[] = [
  { company: 0, role: 'owner', fullName: 'Tahmina Chowdhury', email: 'owner@haat.example.com', permissions: [] },
  {
    company: 0,
    role: 'agent',
    fullName: 'Rakib Hasan',
    email: 'agent@haat.example.com',
    permissions: ['orders.manage', 'inventory.manage'],
  },
  { company: 1, role: 'owner', fullName: 'Monir Talukdar', email: 'owner@rival.example.com', permissions: [] },
  {
    company: 1,
    role: 'agent',
    fullName: 'Shirin Sultana',
    email: 'agent@rival.example.com',
    permissions: ['orders.manage', 'inventory.manage'],
  },
];

type Place = [area: string, city: string, postalCode: string, zone: DeliveryZone];

const places: Record<string, Place> = {
  dhanmondi: ['Dhanmondi', 'Dhaka', '1209', 'dhaka'],
  mirpur: ['Mirpur 10', 'Dhaka', '1216', 'dhaka'],
  uttara: ['Uttara Sector 7', 'Dhaka', '1230', 'dhaka'],
  gulshan: ['Gulshan 2', 'Dhaka', '1212', 'dhaka'],
  banani: ['Banani', 'Dhaka', '1213', 'dhaka'],
  mohammadpur: ['Mohammadpur', 'Dhaka', '1207', 'dhaka'],
  lalbagh: ['Lalbagh', 'Dhaka', '1211', 'dhaka'],
  khilgaon: ['Khilgaon', 'Dhaka', '1219', 'dhaka'],
  bashundhara: ['Bashundhara R/A', 'Dhaka', '1229', 'dhaka'],
  savar: ['Savar', 'Dhaka', '1340', 'suburb'],
  tongi: ['Tongi', 'Gazipur', '1710', 'suburb'],
  narayanganj: ['Chashara', 'Narayanganj', '1400', 'suburb'],
  agrabad: ['Agrabad', 'Chattogram', '4100', 'outside'],
  halishahar: ['Halishahar', 'Chattogram', '4216', 'outside'],
  panchlaish: ['Panchlaish', 'Chattogram', '4203', 'outside'],
  zindabazar: ['Zindabazar', 'Sylhet', '3100', 'outside'],
  ambarkhana: ['Ambarkhana', 'Sylhet', '3100', 'outside'],
  rajshahi: ['Shaheb Bazar', 'Rajshahi', '6100', 'outside'],
  khulna: ['Sonadanga', 'Khulna', '9100', 'outside'],
  cumilla: ['Kandirpar', 'Cumilla', '3500', 'outside'],
  coxsbazar: ['Kolatoli', "Cox's Bazar", '4700', 'outside'],
  barishal: ['Sadar Road', 'Barishal', '8200', 'outside'],
  rangpur: ['Jahaj Company Mor', 'Rangpur', '5400', 'outside'],
  mymensingh: ['Ganginarpar', 'Mymensingh', '2200', 'outside'],
  bogura: ['Satmatha', 'Bogura', '5800', 'outside'],
  jashore: ['Doratana', 'Jashore', '7400', 'outside'],
};

type Entry = [
  fullName: string,
  gender: DemoCustomer['gender'],
  homes: string[],
  mail?: 'mail' | null,
  status?: DemoCustomer['status'],
];

const entries: Record<StoreSlug, Entry[]> = {
  'haat-bazar': [
    ['Nusrat Jahan', 'female', ['dhanmondi', 'gulshan'], 'mail'],
    ['Md. Ariful Islam', 'male', ['mirpur'], 'mail'],
    ['Farzana Akter', 'female', ['uttara']],
    ['Sabbir Ahmed', 'male', ['banani', 'savar'], 'mail'],
    ['Sumaiya Rahman', 'female', ['agrabad'], 'mail'],
    ['Tanvir Hossain', 'male', ['mohammadpur']],
    ['Ayesha Siddika', 'female', ['zindabazar'], 'mail'],
    ['Mahmudul Hasan', 'male', ['rajshahi']],
    ['Rumana Begum', 'female', ['khulna']],
    ['Shakil Khan', 'male', ['tongi'], 'mail'],
    ['Jannatul Ferdous', 'female', ['bashundhara', 'mirpur'], 'mail'],
    ['Imran Kabir', 'male', ['halishahar']],
    ['Sharmin Sultana', 'female', ['cumilla']],
    ['Nayeem Uddin', 'male', ['lalbagh'], 'mail'],
    ['Mithila Das', 'female', ['barishal'], 'mail'],
    ['Rezaul Karim', 'male', ['rangpur']],
    ['Tasnim Haque', 'female', ['gulshan'], 'mail'],
    ['Joy Barua', 'male', ['panchlaish'], 'mail'],
    ['Laboni Sarkar', 'female', ['mymensingh']],
    ['Fahim Shahriar', 'male', ['khilgaon', 'banani'], 'mail'],
    ['Maliha Chowdhury', 'female', ['ambarkhana'], 'mail'],
    ['Kamrul Hasan', 'male', ['bogura']],
    ['Sadia Afrin', 'female', ['uttara'], 'mail'],
    ['Biplob Roy', 'male', ['jashore']],
    ['Nasrin Khatun', 'female', ['narayanganj'], null, 'inactive'],
    ['Orpa Chakma', 'female', ['coxsbazar'], 'mail'],
    ['Customer 4471', null, ['mirpur'], null, 'blocked'],
    ['Sohel Rana', 'male', ['savar'], null, 'blocked'],
  ],
  'haat-kitchen': [
    ['Nusrat Jahan', 'female', ['dhanmondi'], 'mail'],
    ['Abdul Mannan', 'male', ['mohammadpur']],
    ['Rokeya Khanam', 'female', ['mirpur'], 'mail'],
    ['Shafiqul Alam', 'male', ['uttara']],
    ['Parvin Akhter', 'female', ['khilgaon', 'lalbagh']],
    ['Dipankar Saha', 'male', ['narayanganj'], 'mail'],
    ['Hosne Ara', 'female', ['bashundhara'], 'mail'],
    ['Mizanur Rahman', 'male', ['agrabad']],
    ['Shaila Parveen', 'female', ['gulshan', 'tongi'], 'mail'],
    ['Golam Mostafa', 'male', ['panchlaish']],
    ['Fatema Tuz Zohra', 'female', ['banani'], 'mail'],
    ['Anik Dey', 'male', ['zindabazar'], 'mail'],
    ['Salma Yasmin', 'female', ['savar']],
    ['Habibur Rahman', 'male', ['cumilla']],
    ['Moushumi Biswas', 'female', ['khulna'], 'mail'],
    ['Zahid Iqbal', 'male', ['dhanmondi'], null, 'inactive'],
    ['Test Test', null, ['uttara'], null, 'blocked'],
  ],
  'rival-shop': [
    ['Rafiq Miah', 'male', ['tongi']],
    ['Kohinur Begum', 'female', ['savar'], 'mail'],
    ['Tareq Aziz', 'male', ['uttara']],
  ],
};

/** Every operator has its prefix; four zeros after it mark the number as invented. */
function phoneOf(index: number, storeNumber: number): string {
  const operator = ['017', '018', '019', '016', '015', '013', '014'][index % 7];
  return `${operator}0000${String(1000 + storeNumber * 1000 + index * 7).padStart(4, '0')}`;
}

function emailOf(fullName: string): string {
  return `${fullName
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '.')
    .replace(/^md\./, '')}@example.com`;
}

function addressLine(random: Random, zone: DeliveryZone, label: DemoAddress['label']): string {
  const house = random.int(1, 98);
  if (label === 'Office') return `Level ${random.int(2, 11)}, Plot ${house}, Main Road`;
  if (zone === 'dhaka')
    return `House ${house}, Road ${random.int(1, 27)}, Flat ${random.pick(['A', 'B', 'C'])}${random.int(1, 8)}`;
  return random.pick([`Holding ${house}, Station Road`, `House ${house}, College Road`, `${house} Mosque Lane`]);
}

function buildCustomer(
  store: StoreSlug,
  storeNumber: number,
  entry: Entry,
  index: number,
  random: Random,
): DemoCustomer {
  const [fullName, gender, homes, mail, status = 'active'] = entry;
  const phone = phoneOf(index, storeNumber);
  const addresses = homes.map((home, i): DemoAddress => {
    const place = places[home];
    if (!place) throw new Error(`There is no place ${home}.`);
    const [area, city, postalCode, zone] = place;
    const label = i === 0 ? 'Home' : 'Office';
    return {
      label,
      recipientName: fullName,
      recipientPhone: phone,
      addressLine: addressLine(random, zone, label),
      area,
      city,
      postalCode,
      isDefault: i === 0,
      zone,
    };
  });
  return {
    store,
    fullName,
    gender,
    phone,
    email: mail ? emailOf(fullName) : null,
    status,
    createdDaysAgo: random.int(61, 400),
    addresses,
  };
}

function buildCustomers(): DemoCustomer[] {
  const random = createRandom(20_261_110);
  return (Object.keys(entries) as StoreSlug[]).flatMap((store, storeNumber) =>
    entries[store].map((entry, index) => buildCustomer(store, storeNumber, entry, index, random)),
  );
}

/** All customers, store by store: the first 45 are Haat Demo's, the last three are Rival's. */
export const customers: readonly DemoCustomer[] = buildCustomers();
