// A place to drop a file, or to press: drawn by us, since what a browser draws speaks the language of the machine.
import { t } from '../i18n.ts';
import { Icon } from '../parts.ts';
import { html, type TargetedEvent, type VNode } from '../view.ts';

/** `name`: of the file that is chosen. The same file may be chosen again, such as after it was changed. */
type FileProps = { label: string; accept: string; name: string | undefined; onFile: (file: File) => unknown };

export function FileField({ label, accept, name, onFile }: FileProps): VNode {
  const choose = ({ currentTarget: input }: TargetedEvent<HTMLInputElement>) => {
    const [file] = input.files ?? [];
    if (file) onFile(file);
    input.value = '';
  };
  return html`<label class="drop file">
    <input type="file" accept=${accept} onChange=${choose} />
    <span>${label}</span>
    <span class="button plain"><${Icon} name="upload" />${t('file.choose')}</span>
    <span class="quiet">${name ?? t('file.drop')}</span>
  </label>`;
}
