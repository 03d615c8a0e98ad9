// The pictures of a product that is there: every change is saved at once.
import { insist, newKey } from '../../client.ts';
import { t } from '../../i18n.ts';
import { Card, Empty, Problem, say } from '../../parts.ts';
import { useSave } from '../../use.ts';
import { html, useState, type VNode } from '../../view.ts';
import { type GridImage, ImageDialog, ImageGrid, moved } from './image-grid.ts';
import { addProductImages, deleteProductImage, reorderProductImages, updateProductImage } from './images.graphql';
import type { ProductQuery } from './product.graphql';
import { PicturePicker, UploadList, useUploads } from './use-uploads.ts';

type Props = {
  product: NonNullable<ProductQuery['product']>;
  /** Reads the product again after a change of our own. */
  onChanged: () => Promise<void>;
  mayChange: boolean;
};

export function Images({ product, onChanged, mayChange }: Props): VNode {
  const { id } = product;
  const [open, setOpen] = useState<GridImage>();
  const order = useSave(reorderProductImages);
  const change = useSave(updateProductImage);
  const remove = useSave(deleteProductImage);
  const { uploads, add, cancel, retry } = useUploads(async ({ uploadId }, signal) => {
    await insist(addProductImages, { id, images: [{ uploadId }] }, newKey(), signal);
    await onChanged();
  });
  const pictures = product.productImages.nodes.map(
    (image): GridImage => ({
      key: image.id,
      url: image.url ?? '',
      altText: image.altText ?? '',
      isThumbnail: image.isThumbnail,
    }),
  );
  const move = async (from: number, to: number) => {
    const imageIds = moved(pictures, from, to).map(({ key }) => key);
    if (await order.save({ id, imageIds })) await onChanged();
  };
  const done = async (saved: unknown) => {
    if (!saved) return;
    setOpen(undefined);
    say(t('pictures.saved'));
    await onChanged();
  };
  return html`<${Card} title=${t('pictures.title')}>
    ${pictures.length === 0 && uploads.length === 0 && html`<${Empty}>${t('pictures.none')}<//>`}
    <${ImageGrid} pictures=${pictures} isBusy=${order.isBusy} onMove=${move} onOpen=${setOpen} />
    <${Problem} of=${order.problem} />
    <${UploadList} uploads=${uploads} onCancel=${cancel} onRetry=${retry} />
    ${mayChange && html`<${PicturePicker} onFiles=${add} />`}
    ${
      open &&
      html`<${ImageDialog} picture=${open} onClose=${() => setOpen(undefined)}
        isBusy=${change.isBusy || remove.isBusy} problem=${change.problem ?? remove.problem}
        onSave=${async (altText: string, isThumbnail: boolean) =>
          done(
            await change.save({
              input: {
                id,
                imageId: open.key,
                altText: altText || null,
                ...(isThumbnail !== open.isThumbnail && { isThumbnail }),
              },
            }),
          )}
        onRemove=${async () => done(await remove.save({ id, imageId: open.key }))} />`
    }
  <//>`;
}
