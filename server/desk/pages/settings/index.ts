// What the company sets up, each in a page of its own.
import { useCompany } from '../../company.ts';
import type { StaffPermission } from '../../enter.graphql';
import { type MessageKey, t } from '../../i18n.ts';
import type { IconName } from '../../icons.ts';
import { Icon, PageHead } from '../../parts.ts';
import { html, type VNode } from '../../view.ts';

type Section = { path: string; icon: IconName; text: MessageKey; about: MessageKey; needs?: StaffPermission };

const sections: Section[] = [
  { path: 'stores', icon: 'house', text: 'settings.stores', about: 'settings.storesAbout' },
  { path: 'locations', icon: 'boxes', text: 'settings.locations', about: 'settings.locationsAbout' },
  { path: 'couriers', icon: 'truck', text: 'nav.couriers', about: 'settings.couriersAbout' },
  { path: 'people', icon: 'people', text: 'settings.people', about: 'settings.peopleAbout' },
  { path: 'roles', icon: 'person-circle', text: 'settings.roles', about: 'settings.rolesAbout' },
  { path: 'keys', icon: 'code-slash', text: 'settings.keys', about: 'settings.keysAbout', needs: 'developer_manage' },
  {
    path: 'webhooks',
    icon: 'bell',
    text: 'settings.webhooks',
    about: 'settings.webhooksAbout',
    needs: 'developer_manage',
  },
  { path: 'jobs', icon: 'arrow-repeat', text: 'settings.jobs', about: 'settings.jobsAbout', needs: 'developer_manage' },
  { path: 'plan', icon: 'graph-up', text: 'settings.plan', about: 'settings.planAbout' },
  {
    path: 'activity',
    icon: 'clock-history',
    text: 'settings.activity',
    about: 'settings.activityAbout',
    needs: 'activity_read',
  },
  { path: 'reads', icon: 'eye', text: 'reads.title', about: 'settings.readsAbout', needs: 'activity_read' },
];

export const back = () => ({ href: '/admin/settings', text: t('nav.settings') });

export default function Settings(): VNode {
  const { can } = useCompany();
  return html`
    <${PageHead} title=${t('nav.settings')} />
    <ul class="tiles sections">
      ${sections
        .filter(({ needs }) => !needs || can(needs))
        .map(
          ({ path, icon, text, about }) => html`<li key=${path}><a class="card tile" href="/admin/settings/${path}">
            <span class="row"><${Icon} name=${icon} /><span class="name">${t(text)}</span></span>
            <span class="quiet">${t(about)}</span>
          </a></li>`,
        )}
    </ul>
  `;
}
