/**
 * The two companies of the demo. "Haat Demo" is the one to look at; "Rival" exists so that anyone
 * can try whether one tenant sees another, and meets the plain plan's limits.
 */
export const ALL_SCOPES = [
  'products:read',
  'products:write',
  'catalog:write',
  'orders:read',
  'orders:write',
  'customers:read',
  'customers:write',
  'inventory:read',
  'inventory:write',
  'locations:read',
  'channels:read',
  'store:read',
  'reports:read',
  'payments:read',
  'payments:write',
  'videos:write',
] as const;

export type Scope = (typeof ALL_SCOPES)[number];

export const READ_SCOPES: readonly Scope[] = ALL_SCOPES.filter((scope) => scope.endsWith(':read'));

export type StoreSlug = 'haat-bazar' | 'haat-kitchen' | 'rival-shop';
export type LocationCode = 'DHK' | 'CTG' | 'RVL';
export type ChannelSlug = 'manual' | 'storefront' | 'facebook' | 'whatsapp';
export type PaymentMethodName = 'Cash on delivery' | 'bKash' | 'Bank transfer';
export type CouponCode = 'TEN' | 'FLAT100' | 'SHIPFREE' | 'EXPIRED';
export type CourierName = 'Padma Express' | 'Doel Delivery' | 'Rival Riders';

export type DemoPlan = {
  name: string;
  apiAccess: boolean;
  advancedReports: boolean;
  productVideos: boolean;
  readsPerMinute: number;
  writesPerMinute: number;
  ordersPerMonth: number;
  maxProducts: number;
  videoStorageBytes: number;
  videosPerProduct: number;
};

export type DemoLocation = {
  code: LocationCode;
  name: string;
  address: string;
  latitude: string;
  longitude: string;
  isDefault: boolean;
};

export type DemoChannel = { slug: ChannelSlug; name: string; type: ChannelSlug };

export type DemoPaymentMethod = {
  name: PaymentMethodName;
  type: 'cod' | 'wallet' | 'bank';
  requiresTransactionId: boolean;
};

export type DemoCoupon = {
  code: CouponCode;
  type: 'percent' | 'fixed' | 'free_shipping';
  /** Per cent or taka; 0 for free shipping. */
  value: number;
  /** The window ended this many days ago; null for one without an end. */
  endedDaysAgo: number | null;
};

export type DemoStore = {
  slug: StoreSlug;
  name: string;
  domain: string;
  currency: 'BDT';
  timezone: 'Asia/Dhaka';
  contact: { phone: string; email: string; whatsapp: string; address: string; map_url: string | null };
  localization: {
    currency_code: 'BDT';
    currency_symbol: '৳';
    symbol_position: 'before';
    timezone: 'Asia/Dhaka';
    date_format: string;
  };
  advancePaymentPlans: { percent: number; note: string | null }[];
  channels: readonly DemoChannel[];
  paymentMethods: readonly DemoPaymentMethod[];
  coupons: readonly DemoCoupon[];
};

export type DemoKey = {
  /** The name under which demo.json hands the key out. */
  name: string;
  label: string;
  type: 'company' | 'store';
  store: StoreSlug | null;
  scopes: readonly Scope[];
  state: 'live' | 'revoked' | 'expired';
};

export type DemoCompany = {
  name: string;
  plan: DemoPlan;
  locations: readonly DemoLocation[];
  couriers: readonly { name: CourierName; reportsPickups: boolean }[];
  stores: readonly DemoStore[];
  keys: readonly DemoKey[];
};

const localization: DemoStore['localization'] = {
  currency_code: 'BDT',
  currency_symbol: '৳',
  symbol_position: 'before',
  timezone: 'Asia/Dhaka',
  date_format: 'DD/MM/YYYY',
};

const channels: readonly DemoChannel[] = [
  { slug: 'manual', name: 'Manual', type: 'manual' },
  { slug: 'storefront', name: 'Online store', type: 'storefront' },
  { slug: 'facebook', name: 'Facebook page', type: 'facebook' },
  { slug: 'whatsapp', name: 'WhatsApp', type: 'whatsapp' },
];

const paymentMethods: readonly DemoPaymentMethod[] = [
  { name: 'Cash on delivery', type: 'cod', requiresTransactionId: false },
  { name: 'bKash', type: 'wallet', requiresTransactionId: true },
  { name: 'Bank transfer', type: 'bank', requiresTransactionId: false },
];

const coupons: readonly DemoCoupon[] = [
  { code: 'TEN', type: 'percent', value: 10, endedDaysAgo: null },
  { code: 'FLAT100', type: 'fixed', value: 100, endedDaysAgo: null },
  { code: 'SHIPFREE', type: 'free_shipping', value: 0, endedDaysAgo: null },
  { code: 'EXPIRED', type: 'percent', value: 25, endedDaysAgo: 30 },
];

function storeKey(name: string, label: string, store: StoreSlug, scopes: readonly Scope[]): DemoKey {
  return { name, label, type: 'store', store, scopes, state: 'live' };
}

const haat: DemoCompany = {
  name: 'Haat Demo',
  // Load tests run against the demo, so its plan must never be what stops them.
  plan: {
    name: 'Demo',
    apiAccess: true,
    advancedReports: true,
    productVideos: true,
    readsPerMinute: 10_000_000,
    writesPerMinute: 10_000_000,
    ordersPerMonth: 100_000_000,
    maxProducts: 10_000_000,
    videoStorageBytes: 1_099_511_627_776,
    videosPerProduct: 10,
  },
  locations: [
    {
      code: 'DHK',
      name: 'Dhaka Central',
      address: 'Plot 14, Tejgaon Industrial Area, Dhaka 1208',
      latitude: '23.7639',
      longitude: '90.4066',
      isDefault: true,
    },
    {
      code: 'CTG',
      name: 'Chattogram Depot',
      address: 'Sheikh Mujib Road, Agrabad, Chattogram 4100',
      latitude: '22.3252',
      longitude: '91.8123',
      isDefault: false,
    },
  ],
  couriers: [
    { name: 'Padma Express', reportsPickups: true },
    { name: 'Doel Delivery', reportsPickups: false },
  ],
  stores: [
    {
      slug: 'haat-bazar',
      name: 'Haat Bazar',
      domain: 'haat-bazar.example.com',
      currency: 'BDT',
      timezone: 'Asia/Dhaka',
      contact: {
        phone: '01700000001',
        email: 'hello@haat-bazar.example.com',
        whatsapp: '01700000001',
        address: 'Level 3, Satmasjid Road, Dhanmondi, Dhaka 1209',
        map_url: 'https://maps.example.com/haat-bazar',
      },
      localization,
      advancePaymentPlans: [
        { percent: 20, note: 'Orders above ৳5,000 outside Dhaka' },
        { percent: 50, note: 'Made-to-order sarees' },
      ],
      channels,
      paymentMethods,
      coupons,
    },
    {
      slug: 'haat-kitchen',
      name: 'Haat Kitchen',
      domain: 'haat-kitchen.example.com',
      currency: 'BDT',
      timezone: 'Asia/Dhaka',
      contact: {
        phone: '01800000002',
        email: 'hello@haat-kitchen.example.com',
        whatsapp: '01800000002',
        address: 'Krishi Market, Mohammadpur, Dhaka 1207',
        map_url: null,
      },
      localization,
      advancePaymentPlans: [{ percent: 100, note: 'Rice sacks of 25 kg' }],
      channels,
      paymentMethods,
      coupons,
    },
  ],
  keys: [
    {
      name: 'company_full',
      label: 'Demo company key',
      type: 'company',
      store: null,
      scopes: ALL_SCOPES,
      state: 'live',
    },
    storeKey('store_full', 'Haat Bazar, everything', 'haat-bazar', ALL_SCOPES),
    storeKey('store_1_full', 'Haat Kitchen, everything', 'haat-kitchen', ALL_SCOPES),
    storeKey('store_read', 'Haat Bazar, read only', 'haat-bazar', READ_SCOPES),
    storeKey('store_none', 'Haat Bazar, no scope', 'haat-bazar', []),
    // These two hold every scope, so that nothing but their state can be why they are refused.
    { ...storeKey('revoked', 'Haat Bazar, revoked', 'haat-bazar', ALL_SCOPES), state: 'revoked' },
    { ...storeKey('expired', 'Haat Bazar, expired', 'haat-bazar', ALL_SCOPES), state: 'expired' },
  ],
};

const rival: DemoCompany = {
  name: 'Rival',
  plan: {
    name: 'Plain',
    apiAccess: true,
    advancedReports: false,
    productVideos: false,
    readsPerMinute: 120,
    writesPerMinute: 30,
    ordersPerMonth: 5,
    maxProducts: 10,
    videoStorageBytes: 0,
    videosPerProduct: 0,
  },
  locations: [
    {
      code: 'RVL',
      name: 'Rival Warehouse',
      address: 'BSCIC Road, Tongi, Gazipur 1710',
      latitude: '23.8915',
      longitude: '90.4023',
      isDefault: true,
    },
  ],
  couriers: [{ name: 'Rival Riders', reportsPickups: false }],
  stores: [
    {
      slug: 'rival-shop',
      name: 'Rival Shop',
      domain: 'rival-shop.example.com',
      currency: 'BDT',
      timezone: 'Asia/Dhaka',
      contact: {
        phone: '01900000003',
        email: 'hello@rival-shop.example.com',
        whatsapp: '01900000003',
        address: 'Station Road, Tongi, Gazipur 1710',
        map_url: null,
      },
      localization,
      advancePaymentPlans: [],
      channels,
      paymentMethods,
      coupons,
    },
  ],
  keys: [
    {
      name: 'company_full',
      label: 'Rival company key',
      type: 'company',
      store: null,
      scopes: ALL_SCOPES,
      state: 'live',
    },
    storeKey('store_full', 'Rival Shop, everything', 'rival-shop', ALL_SCOPES),
    storeKey('store_read', 'Rival Shop, read only', 'rival-shop', READ_SCOPES),
  ],
};

export const companies: readonly [DemoCompany, DemoCompany] = [haat, rival];
