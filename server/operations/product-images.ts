import { z } from 'zod';
import { imageList, newImages, product } from './products.ts';
import { id, storeId, text, uuid } from './schemas.ts';
import type { Operation } from './types.ts';

const ofProduct = { id: uuid.describe('Id of the product.'), store_id: storeId.optional() };
const ofImage = { ...ofProduct, image_id: uuid.describe('Id of the image.') };

export const productImageOperations = {
  add_product_images: {
    method: 'POST',
    path: '/products/{id}/images',
    scopes: ['products:write'],
    summary: 'Add images to a product',
    description:
      'Adds up to 10 images to the end of the gallery, by https link or as parts `images` of a multipart form. Each counts as one write. When one of them fails, nothing is saved.',
    input: z.strictObject({ ...ofProduct, images: newImages.min(1) }),
    output: product,
    status: 201,
    writes: 'product',
    idempotency: 'optional',
    cost: 1,
    errors: ['NOT_FOUND', 'CONFLICT'],
    images: [{ ...imageList, part: 'images' }],
    tool: {
      name: 'add_product_images_from_urls',
      title: 'Add images to a product',
      description:
        'Adds 1 to 10 images by https link (PNG, JPEG, WebP or GIF, up to 10 MB each) to the end of the gallery of a product. Each counts as one write. When one cannot be downloaded, none is added and `fields` says which and why.',
      hints: { destructive: false, idempotent: false, openWorld: true },
    },
  },
  update_product_image: {
    method: 'PATCH',
    path: '/products/{id}/images/{image_id}',
    scopes: ['products:write'],
    summary: 'Update an image of a product',
    description: 'Changes the alternative text, makes the image the thumbnail, or moves it within the gallery.',
    input: z.strictObject({
      ...ofImage,
      alt_text: text(500).nullish(),
      is_thumbnail: z
        .boolean()
        .optional()
        .describe(
          'True makes this image the thumbnail. False makes the first other image the thumbnail; the only image of a product stays its thumbnail.',
        ),
      position: z
        .int()
        .min(0)
        .max(1000)
        .optional()
        .describe('Counted from 0; a higher number than the last position means the last one.'),
    }),
    output: product,
    status: 200,
    writes: 'product',
    idempotency: 'optional',
    cost: 1,
    errors: ['NOT_FOUND', 'CONFLICT'],
    tool: null,
  },
  delete_product_image: {
    method: 'DELETE',
    path: '/products/{id}/images/{image_id}',
    scopes: ['products:write'],
    summary: 'Delete an image of a product',
    description: 'Removes the image from the gallery and from the variants that show it. Past orders still show it.',
    input: z.strictObject(ofImage),
    output: z.object({ id, deleted: z.literal(true) }),
    status: 200,
    writes: 'product',
    idempotency: 'optional',
    cost: 1,
    errors: ['NOT_FOUND', 'CONFLICT'],
    tool: null,
  },
  reorder_product_images: {
    method: 'POST',
    path: '/products/{id}/images/reorder',
    scopes: ['products:write'],
    summary: 'Reorder the images of a product',
    description: 'Sets the order of the gallery: send the ids of all images of the product in the new order.',
    input: z.strictObject({
      ...ofProduct,
      image_ids: z.array(uuid).min(1).max(100).describe('Each image exactly once.'),
    }),
    output: product,
    status: 200,
    writes: 'product',
    idempotency: 'optional',
    cost: 1,
    errors: ['NOT_FOUND', 'CONFLICT'],
    tool: null,
  },
} satisfies Record<string, Operation>;
