// The part of the library about customers and their addresses.
import { changes, type Operation } from './changes.ts';

const id = '00000000-0000-0000-0000-000000000000';
const change = changes('Customers', 'orders.manage');
const person = 'id fullName phone email';

export const customers: Operation[] = [
  change(
    'create-customer',
    'Add a customer',
    'By phone, email or both; orders do it by themselves.',
    'customer',
    person,
    {
      storeId: id,
      fullName: '',
      phone: '01712345678',
      email: null,
    },
  ),
  change('update-customer', 'Change a customer', 'What is not given stays.', 'customer', `${person} status`, {
    customerId: id,
    fullName: '',
    phone: '01712345678',
    status: 'active',
  }),
  change(
    'save-customer-address',
    'Save an address',
    'A new one, or with addressId another text for one.',
    'customerAddress',
    'id label addressLine area city isDefault',
    { customerId: id, addressId: null, label: '', addressLine: '', area: '', city: 'Dhaka', isDefault: true },
  ),
  change('remove-customer-address', 'Remove an address', 'Orders keep theirs.', 'customer', person, { addressId: id }),
];
