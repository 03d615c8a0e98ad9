// What the company sets up, and who did what.
import './lists.ts';
import Activity from '../pages/settings/activity.ts';
import AllChanges from '../pages/settings/changes.ts';
import Couriers from '../pages/settings/couriers.ts';
import Delivery from '../pages/settings/delivery.ts';
import Settings from '../pages/settings/index.ts';
import Keys from '../pages/settings/keys.ts';
import Locations from '../pages/settings/locations.ts';
import People from '../pages/settings/people.ts';
import Person from '../pages/settings/person.ts';
import Plan from '../pages/settings/plan.ts';
import PersonalDataReads from '../pages/settings/reads.ts';
import Roles from '../pages/settings/roles.ts';
import Store from '../pages/settings/store.ts';
import Stores from '../pages/settings/stores.ts';
import Webhook from '../pages/settings/webhook.ts';
import Webhooks from '../pages/settings/webhooks.ts';
import type { PagesByPath } from '../router.ts';

export const pages: PagesByPath = {
  '/settings': Settings,
  '/settings/activity': Activity,
  '/settings/changes': AllChanges,
  '/settings/couriers': Couriers,
  '/settings/keys': Keys,
  '/settings/locations': Locations,
  '/settings/people': People,
  '/settings/people/:id': Person,
  '/settings/plan': Plan,
  '/settings/reads': PersonalDataReads,
  '/settings/roles': Roles,
  '/settings/stores': Stores,
  '/settings/stores/:id': Store,
  '/settings/webhooks': Webhooks,
  '/settings/webhooks/:id': Webhook,
  '/settings/webhooks/:id/:delivery': Delivery,
};
