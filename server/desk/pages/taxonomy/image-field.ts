// One picture of a category or brand: the one that is there, or the one that was chosen instead.
import { t } from '../../i18n.ts';
import { html, type VNode } from '../../view.ts';
import { Thumbnail } from '../products/thumbnail.ts';
import { PicturePicker, type Uploaded, UploadList, useUploads } from '../products/use-uploads.ts';

type Props = {
  label: string;
  url: string | null | undefined;
  chosen: Uploaded | undefined;
  onChosen: (uploaded: Uploaded) => void;
};

export function ImageField({ label, url, chosen, onChosen }: Props): VNode {
  const { uploads, add, cancel, retry } = useUploads(onChosen);
  return html`<fieldset class="image-field">
    <legend>${label}</legend>
    <${Thumbnail} url=${chosen?.preview ?? url} />
    <${UploadList} uploads=${uploads} onCancel=${cancel} onRetry=${retry} />
    <${PicturePicker} onFiles=${add} />
    ${chosen && html`<p class="quiet" role="status">${t('taxonomy.pictureSaved')}</p>`}
  </fieldset>`;
}
