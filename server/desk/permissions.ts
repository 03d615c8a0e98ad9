// What a page needs of who opens it. Without it nothing on the page could be read or saved: it is not offered, and says so.
import type { StaffPermission } from './enter.graphql';

const needs: Record<string, StaffPermission> = {
  '/orders/new': 'orders_manage',
  '/packing': 'orders_manage',
  '/products/new': 'catalog_manage',
  '/stock/purchases/new': 'inventory_manage',
  '/settings/keys': 'developer_manage',
  '/settings/webhooks': 'developer_manage',
  '/settings/jobs': 'developer_manage',
  '/settings/activity': 'activity_read',
  '/settings/changes': 'activity_read',
  '/settings/reads': 'activity_read',
};

/** What the page of a path needs, if it needs something. */
export const neededAt = (path: string): StaffPermission | undefined =>
  Object.entries(needs).find(([start]) => path === start || path.startsWith(`${start}/`))?.[1];
