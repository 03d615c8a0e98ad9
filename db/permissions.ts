// Everything that staff may be allowed to do and to see, as internal.all_permissions() and two constraints say it.
export const permissions = [
  'developer.manage',
  'orders.manage',
  'catalog.manage',
  'inventory.manage',
  'payments.manage',
  'staff.manage',
  'settings.manage',
  'costs.read',
  'customers.read',
  'activity.read',
];
