// The part of the library about what a company sets up: stores, places, channels, couriers, ways to pay, coupons.
import { changes, type Operation } from './changes.ts';

const id = '00000000-0000-0000-0000-000000000000';
const change = changes('Settings', 'settings.manage');
const noLongerOffered = 'What is not given stays; inactive is not offered any more.';

export const settings: Operation[] = [
  {
    id: 'set-up',
    group: 'Settings',
    title: 'What is set up',
    about: 'Stores with their channels and ways to pay, locations and couriers: the ids that other operations take.',
    query: `query SetUp {
  stores { nodes { id name slug status channels { nodes { id name slug type status } } paymentMethods { nodes { id name type status } } } }
  locations { nodes { id name code status isDefault } }
  couriers { nodes { id name status reportsPickups isOwnRider } }
}`,
  },
  change('create-store', 'Open a store', 'With a manual channel and cash on delivery.', 'store', 'id name slug', {
    name: '',
    slug: null,
    timezone: 'Asia/Dhaka',
    currencyCode: 'BDT',
    currencySymbol: '৳',
  }),
  change(
    'update-store',
    'Change a store',
    'What is not given stays. unpaidOrderHours: after how many an unpaid storefront order lapses.',
    'store',
    'id name status contactPhone unpaidOrderHours',
    { id, name: '', contactPhone: '', contactEmail: '', advancePaymentPlans: [{ percent: '20', note: '' }] },
  ),
  change(
    'create-test-store',
    'Add a test store',
    'Outside of reports, plan and company keys; filled with the demo within some seconds.',
    'store',
    'id name slug resetAskedAt',
    { name: 'Test store' },
  ),
  change(
    'reset-test-store',
    'Reset a test store',
    'A new one with the demo takes its place, with its keys and webhooks, within some seconds.',
    'store',
    'id resetAskedAt',
    { storeId: id },
  ),
  change(
    'let-time-pass',
    'Let time pass in a test store',
    'What waits there has waited for so many hours longer: orders lapse, call-backs fall due, webhooks are tried again.',
    'store',
    'id',
    { storeId: id, hours: 24 },
  ),
  change('create-location', 'Add a location', 'Where stock is kept.', 'location', 'id name code isDefault', {
    name: '',
    code: '',
    address: '',
    isDefault: false,
  }),
  change('update-location', 'Change a location', noLongerOffered, 'location', 'id name code status isDefault', {
    id,
    name: '',
    code: '',
    status: 'active',
  }),
  change(
    'create-channel',
    'Add a sales channel',
    'manual, storefront, social, marketplace or pos. Orders name it by its slug.',
    'channel',
    'id name slug type',
    { storeId: id, type: 'social', name: '', slug: null },
  ),
  change('update-channel', 'Change a sales channel', noLongerOffered, 'channel', 'id name slug status', {
    id,
    name: '',
    status: 'active',
  }),
  change(
    'create-payment-method',
    'Add a way to pay',
    'requiresTransactionId: every payment has to name the one of the provider.',
    'paymentMethod',
    'id name type requiresTransactionId',
    { storeId: id, name: '', type: 'wallet', requiresTransactionId: true, isOnline: false },
  ),
  change('update-payment-method', 'Change a way to pay', noLongerOffered, 'paymentMethod', 'id name type status', {
    id,
    name: '',
    status: 'active',
  }),
  change(
    'create-courier',
    'Add a courier',
    'One that does not report pickups has a parcel as soon as it is booked.',
    'courier',
    'id name reportsPickups isOwnRider',
    { name: '', reportsPickups: true, isOwnRider: false },
  ),
  change('update-courier', 'Change a courier', noLongerOffered, 'courier', 'id name status reportsPickups', {
    id,
    name: '',
    status: 'active',
  }),
  changes('Coupons', 'settings.manage')(
    'create-coupon',
    'Create a coupon',
    'percent, fixed or free_shipping; limits that are not given do not apply.',
    'coupon',
    'id code type value startsAt endsAt',
    { storeId: id, code: '', type: 'percent', value: '10', minimumSubtotal: null, usageLimit: null },
  ),
];
