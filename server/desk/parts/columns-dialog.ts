// Which columns of a list are seen, and in what order.
import { t } from '../i18n.ts';
import { Button, Dialog } from '../parts.ts';
import { html, type VNode } from '../view.ts';
import { type Arrangement, type Column, firstFree } from './columns.ts';

type ColumnsProps = {
  columns: readonly Column[];
  shown: Arrangement;
  onChange: (shown: Arrangement) => void;
  onClose: () => void;
};

export function ColumnsDialog({ columns, shown, onChange, onClose }: ColumnsProps): VNode {
  const first = firstFree(columns);
  const whole = columns.map((_, n) => n);
  const all = [...shown, ...whole.filter((n) => !shown.includes(n))].filter((n) => n >= first);
  const toggle = (n: number) => onChange(shown.includes(n) ? shown.filter((one) => one !== n) : [...shown, n]);
  const move = (n: number, by: number) => {
    const next = shown.filter((one) => one !== n);
    next.splice(shown.indexOf(n) + by, 0, n);
    onChange(next);
  };
  return html`<${Dialog} title=${t('list.columns')} onClose=${onClose}>
    <ul>${all.map((n) => {
      const at = shown.indexOf(n);
      const name = columns[n]!.text;
      return html`<li key=${n} class="row">
        <label class="check grow"><input type="checkbox" checked=${at >= 0} onChange=${() => toggle(n)} />${name}</label>
        <${Button} kind="plain" icon="arrow-up" title=${t('category.earlier', { name })} disabled=${at <= first} onClick=${() => move(n, -1)} />
        <${Button} kind="plain" icon="arrow-down" title=${t('category.later', { name })} disabled=${at < 0 || at === shown.length - 1} onClick=${() => move(n, 1)} />
      </li>`;
    })}</ul>
    <div class="form-acts dialog-foot">
      <${Button} onClick=${onClose}>${t('do.close')}<//>
      <${Button} kind="plain" onClick=${() => onChange(whole)}>${t('list.asItWas')}<//>
    </div>
  <//>`;
}
