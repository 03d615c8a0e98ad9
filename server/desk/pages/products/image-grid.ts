// Pictures in their order, which is changed by dragging or by buttons; each opens with its words.

import type { Refusal } from '../../client.ts';
import { t } from '../../i18n.ts';
import { Button, Dialog, Form, Icon, TextField } from '../../parts.ts';
import { html, useState, type VNode } from '../../view.ts';

export type GridImage = { key: string; url: string; altText: string; isThumbnail: boolean };

type GridProps = {
  pictures: GridImage[];
  onMove: (from: number, to: number) => void;
  onOpen: (picture: GridImage) => void;
  isBusy?: boolean;
};

export function ImageGrid({ pictures, onMove, onOpen, isBusy }: GridProps): VNode | null {
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  if (pictures.length === 0) return null;
  const move = (from: number, to: number) => to >= 0 && to < pictures.length && onMove(from, to);
  return html`<ol class="gallery" aria-busy=${isBusy ? 'true' : undefined}>
    ${pictures.map((picture, n) => {
      const place = t('pictures.place', { n: n + 1, count: pictures.length });
      return html`<li
        key=${picture.key}
        class=${over === n && dragged !== n ? 'over' : ''}
        draggable=${true}
        onDragStart=${(event: DragEvent) => {
          event.dataTransfer!.effectAllowed = 'move';
          event.dataTransfer!.setData('text/plain', picture.key);
          setDragged(n);
        }}
        onDragOver=${(event: DragEvent) => {
          if (dragged === undefined) return;
          event.preventDefault();
          setOver(n);
        }}
        onDrop=${(event: DragEvent) => {
          if (dragged === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          if (dragged !== n) onMove(dragged, n);
        }}
        onDragEnd=${() => {
          setDragged(undefined);
          setOver(undefined);
        }}
      >
        <button type="button" class="picture" onClick=${() => onOpen(picture)}>
          <img src=${picture.url} alt="" draggable=${false} />
          <span class="spoken">${t('pictures.open', { place, text: picture.altText || t('pictures.noText') })}</span>
          ${picture.isThumbnail && html`<span class="badge"><${Icon} name="image" /> ${t('pictures.first')}</span>`}
        </button>
        <div class="row">
          <${Button} kind="plain" icon="arrow-left" title=${t('pictures.earlier', { place })} disabled=${isBusy || n === 0}
            onClick=${() => move(n, n - 1)} />
          <${Button} kind="plain" icon="arrow-right" title=${t('pictures.later', { place })}
            disabled=${isBusy || n === pictures.length - 1} onClick=${() => move(n, n + 1)} />
        </div>
      </li>`;
    })}
  </ol>`;
}

/** The list with one of its entries at another place. */
export function moved<Entry>(list: readonly Entry[], from: number, to: number): Entry[] {
  const rest = list.filter((_, n) => n !== from);
  return [...rest.slice(0, to), list[from]!, ...rest.slice(to)];
}

type PictureDialogProps = {
  picture: GridImage;
  onSave: (altText: string, isThumbnail: boolean) => void;
  onRemove: () => void;
  onClose: () => void;
  isBusy?: boolean;
  problem?: Refusal | undefined;
};

export function ImageDialog({ picture, onSave, onRemove, onClose, isBusy, problem }: PictureDialogProps): VNode {
  const [altText, setAltText] = useState(picture.altText);
  const [isThumbnail, setThumbnail] = useState(picture.isThumbnail);
  return html`<${Dialog} title=${t('pictures.one')} onClose=${onClose}>
    <img class="large" src=${picture.url} alt=${picture.altText} />
    <${Form} onSubmit=${() => onSave(altText.trim(), isThumbnail)} submit=${t('do.save')} of=${picture.key} isBusy=${isBusy} problem=${problem}>
      <${TextField} label=${t('pictures.altText')} hint=${t('pictures.altTextHint')} value=${altText} onInput=${setAltText} />
      <label class="check"><input type="checkbox" checked=${isThumbnail} onChange=${() => setThumbnail(!isThumbnail)} />
        <span>${t('pictures.inLists')}</span></label>
    <//>
    <div class="form-acts dialog-foot">
      <${Button} kind="danger" icon="trash" isBusy=${isBusy} onClick=${onRemove}>${t('pictures.remove')}<//>
    </div>
  <//>`;
}
