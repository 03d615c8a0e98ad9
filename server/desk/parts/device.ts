// The browser of a session in words: "Chrome on Android". What reads its name is loaded where sessions are shown.
import { t } from '../i18n.ts';
import { html, useEffect, useState, type VNode } from '../view.ts';

export function Device({ userAgent }: { userAgent: string | null }): VNode {
  const [text, setText] = useState('');
  useEffect(() => {
    if (!userAgent) return;
    import('bowser').then(
      ({ default: { parse } }) => {
        const { browser, os } = parse(userAgent);
        setText(browser.name && os.name ? t('account.device', { browser: browser.name, system: os.name }) : userAgent);
      },
      () => setText(userAgent),
    );
  }, [userAgent]);
  return html`<span title=${userAgent ?? undefined}>${userAgent ? text : t('account.unknownProgram')}</span>`;
}
