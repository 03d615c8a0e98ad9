// The GraphQL explorer in a frame of its own: its editor may do what the policy of the desk forbids.
import { events } from '../client.ts';
import { t } from '../i18n.ts';
import { PageHead } from '../parts.ts';
import { forget, token } from '../session.ts';
import { html, useEffect, type VNode } from '../view.ts';

export default function Explorer(): VNode {
  useEffect(() => {
    const hear = ({ origin, data }: MessageEvent) => {
      if (origin !== location.origin || data !== 'signed-out' || !token()) return;
      forget();
      events.dispatchEvent(new Event('session-ended'));
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, []);
  return html`
    <${PageHead} title=${t('tools.explorer')} />
    <iframe class="explorer" title=${t('tools.explorer')} src="/admin/explorer"></iframe>
  `;
}
