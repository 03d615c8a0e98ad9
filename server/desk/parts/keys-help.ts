// What the keys do.
import { type MessageKey, t } from '../i18n.ts';
import { Dialog } from '../parts.ts';
import { html, type VNode } from '../view.ts';

const keyHelp: [string, MessageKey][] = [
  ['Ctrl K', 'nav.find'],
  ['/', 'keys.search'],
  ['j k', 'keys.walk'],
  ['Enter', 'keys.open'],
  ['x', 'keys.choose'],
  ['g t', 'nav.today'],
  ['g o', 'nav.orders'],
  ['g n', 'nav.newOrder'],
  ['g p', 'nav.packing'],
  ['g s', 'nav.stock'],
  ['?', 'keys.help'],
];

export const KeysHelp = ({
  onClose,
}: {
  onClose: () => void;
}): VNode => html`<${Dialog} title=${t('keys.title')} onClose=${onClose}>
  <dl class="keys">
    ${keyHelp.map(([keys, text]) => html`<div key=${keys}><dt><kbd>${keys}</kbd></dt><dd>${t(text)}</dd></div>`)}
  </dl>
<//>`;
