// The files of an order, a return, a payment or a purchase: added by choosing, with the camera of a phone, by dropping or
// pasting; each opens with what is said of it.
import { type Document, insist, newKey } from '../client.ts';
import { number, t } from '../i18n.ts';
import { limitsOf } from '../limits.ts';
import { PicturePicker, UploadList, useUploads } from '../pages/products/use-uploads.ts';
import { Button, Dialog, Form, Icon, Problem, say, TextField, Time } from '../parts.ts';
import { useSave } from '../use.ts';
import { html, useState, type VNode } from '../view.ts';
import {
  removeOrderAttachment,
  removePaymentAttachment,
  removePurchaseAttachment,
  saveOrderAttachment,
  savePaymentAttachment,
  savePurchaseAttachment,
} from './attachments.graphql';

export type Attachment = {
  id: string;
  type: 'picture' | 'pdf';
  fileName: string;
  caption: string | null;
  url: string | null;
  sizeBytes: number;
  actorName: string;
  createdAt: string;
};

type Changes = { attachmentId?: string; uploadId?: string; caption?: string };
type Own = { save: Document<unknown, never>; remove: Document<unknown, { attachmentId: string }>; limits: string };

/** By what they belong to. */
const kinds = {
  orderId: { save: saveOrderAttachment, remove: removeOrderAttachment, limits: 'save_order_attachment' },
  paymentId: { save: savePaymentAttachment, remove: removePaymentAttachment, limits: 'save_payment_attachment' },
  purchaseId: { save: savePurchaseAttachment, remove: removePurchaseAttachment, limits: 'save_purchase_attachment' },
};

/** The record: its id, and of a return that of its order too. */
export type AttachedTo = { orderId: string; returnId?: string } | { paymentId: string } | { purchaseId: string };

type Props = {
  of: AttachedTo;
  files: Attachment[];
  mayChange: boolean;
  onChanged: () => Promise<void>;
};

const ownOf = (of: AttachedTo) => Object.entries(kinds).find(([id]) => id in of)![1] as unknown as Own;

export function Attachments({ of, files, mayChange, onChanged }: Props): VNode {
  const [openId, setOpen] = useState<string>();
  const own = ownOf(of);
  const { uploads, add, cancel, retry } = useUploads(async ({ uploadId }, signal) => {
    await insist(own.save, { ...of, uploadId } as never, newKey(), signal);
    await onChanged();
  }, 'attachment');
  const open = files.find(({ id }) => id === openId);
  return html`
    <${Thumbs} files=${files} onOpen=${setOpen} />
    <${UploadList} uploads=${uploads} onCancel=${cancel} onRetry=${retry} />
    ${mayChange && html`<${PicturePicker} onFiles=${add} purpose="attachment" />`}
    ${
      open &&
      html`<${OpenFile} key=${open.id} of=${of} own=${own} file=${open} mayChange=${mayChange} onClose=${() => setOpen(undefined)}
        onChanged=${onChanged} />`
    }`;
}

type ThumbsProps = { files: Attachment[]; onOpen: (id: string) => void };

export const Thumbs = ({ files, onOpen }: ThumbsProps): VNode | null =>
  files.length === 0
    ? null
    : html`<ul class="attachments">
        ${files.map(
          (file) => html`<li key=${file.id}>
            <button type="button" class="picture" title=${file.caption ?? file.fileName} onClick=${() => onOpen(file.id)}>
              ${
                file.type === 'picture' && file.url
                  ? html`<img src=${file.url} alt="" loading="lazy" />`
                  : html`<${Icon} name=${file.type === 'pdf' ? 'file-earmark-pdf' : 'image'} />
                      <small aria-hidden="true">${file.caption ?? file.fileName}</small>`
              }
              <span class="spoken">${t('attachments.open', { name: file.caption ?? file.fileName })}</span>
            </button>
          </li>`,
        )}
      </ul>`;

type OpenProps = {
  of: AttachedTo;
  own: Own;
  file: Attachment;
  mayChange: boolean;
  onClose: () => void;
  onChanged: () => Promise<void>;
};

function OpenFile({ of, own, file, mayChange, onClose, onChanged }: OpenProps): VNode {
  const [caption, setCaption] = useState(file.caption ?? '');
  const [isAsking, setAsking] = useState(false);
  const saving = useSave(own.save as Document<unknown, AttachedTo & Changes>);
  const removing = useSave(own.remove);
  const finish = async (said: string) => {
    onClose();
    say(said);
    await onChanged();
  };
  const save = async () =>
    (await saving.save({ ...of, attachmentId: file.id, caption: caption.trim() })) && finish(t('attachments.saved'));
  const remove = async () => (await removing.save({ attachmentId: file.id })) && finish(t('attachments.removed'));
  return html`<${Dialog} title=${file.fileName} onClose=${onClose}>
    ${file.type === 'picture' && file.url && html`<img class="large" src=${file.url} alt=${file.caption ?? ''} />`}
    ${!file.url && html`<p class="problem">${t('attachments.unavailable')}</p>`}
    <p class="quiet">${t('attachments.size', { size: number(Math.ceil(file.sizeBytes / 1024)) })} · ${file.actorName} · <${Time} at=${file.createdAt} /></p>
    ${
      mayChange
        ? html`<${Form} onSubmit=${save} submit=${t('do.save')} of=${file.id} isBusy=${saving.isBusy} problem=${saving.problem}
            onCancel=${saving.cancel}>
            <${TextField} label=${t('attachments.caption')} value=${caption} onInput=${setCaption}
              problems=${saving.problem?.fields.caption} attributes=${limitsOf(`${own.limits}.caption`)} />
          <//>`
        : file.caption && html`<p>${file.caption}</p>`
    }
    <${Problem} of=${removing.problem} />
    <div class="form-acts dialog-foot">
      ${file.url && html`<a class="button plain" data-plain href=${file.url} download><${Icon} name="download" /><span>${t('attachments.download')}</span></a>`}
      ${mayChange && !isAsking && html`<${Button} kind="danger" icon="trash" onClick=${() => setAsking(true)}>${t('attachments.remove')}<//>`}
      ${
        isAsking &&
        html`<span role="alert">${t('attachments.ask')}</span>
          <${Button} kind="plain" onClick=${() => setAsking(false)}>${t('attachments.keep')}<//>
          <${Button} kind="danger" icon="trash" isBusy=${removing.isBusy} onClick=${remove}>${t('attachments.forGood')}<//>`
      }
    </div>
  <//>`;
}
