// The two pages for developers, beside each other.
import { t } from '../../i18n.ts';
import { PageHead } from '../../parts.ts';
import { html, type VNode } from '../../view.ts';

export const ToolsHead = ({ current, query = '' }: { current: 'library' | 'explorer'; query?: string }): VNode => html`
  <${PageHead} title=${t(current === 'library' ? 'tools.library' : 'tools.explorer')} />
  <nav class="tabs" aria-label=${t('nav.tools')}>
    <a href="/admin/tools" aria-current=${current === 'library' ? 'page' : undefined}>${t('tools.library')}</a>
    <a href="/admin/tools/explorer${query}" aria-current=${current === 'explorer' ? 'page' : undefined}>
      ${t('tools.explorer')}
    </a>
  </nav>
`;
