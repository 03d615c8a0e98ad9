// The browser of a session in words: "Chrome on Android". What reads its name is loaded where sessions are shown.
import { t } from '../i18n.ts';
import { html, useEffect, useState, type VNode } from '../view.ts';

export async function deviceName(userAgent: string): Promise<string> {
  try {
    const { browser, os } = (await import('bowser')).default.parse(userAgent);
    if (browser.name && os.name) return t('account.device', { browser: browser.name, system: os.name });
  } catch {
    // As it calls itself.
  }
  return userAgent.slice(0, 100) || t('account.unknownProgram');
}

export function Device({ userAgent }: { userAgent: string | null }): VNode {
  const [text, setText] = useState('');
  useEffect(() => {
    if (userAgent) void deviceName(userAgent).then(setText);
  }, [userAgent]);
  return html`<span title=${userAgent ?? undefined}>${userAgent ? text : t('account.unknownProgram')}</span>`;
}
