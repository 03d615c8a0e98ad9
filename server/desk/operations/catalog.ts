// The part of the library about the catalog: products, their pictures, and the shelves they stand on.
import { changes, type Operation } from './changes.ts';

const id = '00000000-0000-0000-0000-000000000000';
const needs = 'catalog.manage';
const group = 'Catalog';

const change = changes(group, needs);

const video = 'id status url posterUrl rejectionCode rejectionMessage abortReason expiresAt';
const placement = 'gallerySlot sortOrder title video { id status }';
const gallery = 'id productImages(orderBy: POSITION_ASC) { nodes { id url altText position isThumbnail } }';
const values =
  'id name attributeValues(orderBy: POSITION_ASC) { nodes { id value position swatchHex swatchImageUrl } }';
const variant = { sku: 'SHIRT-M', name: 'Medium', price: '1250.00', costPrice: '800.00' };

export const catalog: Operation[] = [
  {
    id: 'product-to-edit',
    group,
    title: 'A product with all that can be edited',
    about: 'Variants with options and costs, pictures with addresses, videos, brand and categories.',
    query: `query ProductToEdit($id: UUID!) {
  product(id: $id) {
    id
    name
    slug
    status
    shortDescription
    description
    deliveryCharge
    thumbnailUrl
    brand { id name logoUrl }
    productCategories { nodes { isPrimary category { id name } } }
    productImages(orderBy: POSITION_ASC) { nodes { id url altText position isThumbnail width height } }
    videoPlacements { nodes { gallerySlot sortOrder title video { id status url posterUrl durationMs } } }
    variants {
      nodes {
        id
        sku
        name
        barcode
        price
        discountPrice
        weight
        lowStockThreshold
        status
        image { id url }
        variantCost { averageCost }
        variantOptions { nodes { attribute { name } value { value swatchHex } } }
      }
    }
  }
}`,
    variables: { id },
  },
  {
    id: 'category-tree',
    group,
    title: 'The categories as a tree',
    about: 'Three levels, siblings in their order.',
    query: `query CategoryTree {
  categories(first: 50, filter: { parentId: { isNull: true } }, orderBy: POSITION_ASC) {
    nodes {
      ...Shelf
      children(first: 20, orderBy: POSITION_ASC) {
        nodes {
          ...Shelf
          children(first: 20, orderBy: POSITION_ASC) { nodes { ...Shelf } }
        }
      }
    }
  }
}
fragment Shelf on Category { id name slug status position imageUrl }`,
  },
  change(
    'create-product',
    'Create a product',
    'With its variants, as a draft. Pictures are uploaded first (POST /admin/uploads). Stock is adjusted afterwards.',
    'product',
    'id name slug status variants { nodes { id sku price } }',
    { storeId: id, name: '', variants: [variant] },
  ),
  change(
    'update-product',
    'Change a product',
    'What is left out stays, null clears. Variants with an id are changed, others are added.',
    'product',
    'id name slug status updatedAt variants { nodes { id sku price status } }',
    { id, name: '', status: 'active', shortDescription: null },
  ),
  change(
    'update-variant',
    'Change a price or another field of a variant',
    'What is left out stays, null clears. Orders that exist keep their prices.',
    'variant',
    'id sku name price discountPrice status',
    { id, price: '1250.00', discountPrice: null },
  ),
  change(
    'archive-product',
    'Archive a product',
    'Takes it out of the shop; nothing is deleted. Change its status to bring it back.',
    'product',
    'id name status',
    { id },
  ),
  change(
    'add-product-images',
    'Add pictures to a product',
    'By the ids of uploads, to the end of the gallery.',
    'product',
    gallery,
    { id, images: [{ uploadId: id, altText: '' }] },
  ),
  change(
    'update-product-image',
    'Describe a picture, move it, make it the thumbnail',
    'Positions count from 0.',
    'product',
    gallery,
    { id, imageId: id, altText: '', position: 0, isThumbnail: true },
  ),
  change(
    'reorder-product-images',
    'Put pictures into a new order',
    'All ids of the gallery, each once.',
    'product',
    gallery,
    { id, imageIds: [id] },
  ),
  change('delete-product-image', 'Remove a picture from a product', 'Past orders still show it.', 'product', gallery, {
    id,
    imageId: id,
  }),
  change(
    'create-category',
    'Create a category',
    'At the root, or below parentId.',
    'category',
    'id name slug parent { id name }',
    { storeId: id, name: '', parentId: null },
  ),
  change(
    'update-category',
    'Change a category, or move it',
    'What is left out stays, null clears; parentId null moves it to the root.',
    'category',
    'id name slug status position parent { id name } imageUrl bannerImageUrl',
    { id, name: '', position: 0 },
  ),
  change('create-brand', 'Create a brand', 'Logo and banner by the ids of uploads.', 'brand', 'id name slug logoUrl', {
    storeId: id,
    name: '',
    logoUploadId: null,
  }),
  change(
    'update-brand',
    'Change a brand',
    'What is left out stays, null clears.',
    'brand',
    'id name slug status logoUrl bannerImageUrl',
    { id, name: '', status: 'active' },
  ),
  change(
    'create-attribute',
    'Create an attribute',
    'With its values. Those of type variant are the options of variants.',
    'attribute',
    values,
    { storeId: id, name: '', type: 'variant', values: [{ value: '' }] },
  ),
  change('update-attribute', 'Change an attribute', 'What is left out stays.', 'attribute', values, {
    id,
    name: '',
    isFilterable: true,
  }),
  change('add-attribute-values', 'Add values to an attribute', 'Such as a new size.', 'attribute', values, {
    id,
    values: [{ value: '' }],
  }),
  change(
    'update-attribute-value',
    'Change a value of an attribute',
    'Variants show it at once. Null clears a swatch.',
    'attribute',
    values,
    { id, valueId: id, value: '', swatchHex: null },
  ),
  {
    id: 'videos',
    group,
    title: 'The newest videos',
    about: 'What was uploaded or imported, by staff or by keys, with what became of it and where it is shown.',
    query: `query Videos {
  videos(first: 50, orderBy: CREATED_AT_DESC) {
    nodes {
      ...Facts
      source
      fileName
      sourceUrl
      sizeBytes
      videoPlacements { nodes { product { id name } } }
    }
  }
}
fragment Facts on Video { ${video} width height durationMs hasAudio }`,
  },
  change(
    'create-video',
    'Start the upload of a video',
    'An H.264 MP4 of up to 200 MB. Sign its parts next, send them, then complete it.',
    'video',
    'id status partSize partCount expiresAt',
    { storeId: id, fileName: 'saree.mp4', sizeBytes: '1000000' },
  ),
  change(
    'sign-video-parts',
    'Sign the parts of an upload',
    'The MD5 of each part in base64; each part is sent with PUT to its address, with its headers, within 15 minutes.',
    'signedParts',
    'partNumber url method headers expiresAt',
    { id, parts: [{ partNumber: 1, contentMd5: '1B2M2Y8AsgTpgAmY7PhCfg==' }] },
  ),
  change(
    'complete-video',
    'Complete an upload',
    'Joins the parts and checks the file: it is verifying and soon ready, or rejected, and says why.',
    'video',
    video,
    { id },
  ),
  change('import-video', 'Import a video from a link', 'A worker copies and checks it.', 'video', video, {
    storeId: id,
    sourceUrl: 'https://example.com/saree.mp4',
  }),
  change(
    'attach-product-video',
    'Put a video on a product, by link or by id',
    'A link is imported; the option may be named.',
    'videoPlacement',
    placement,
    { productId: id, videoUrl: 'https://example.com/saree.mp4' },
  ),
  change(
    'place-product-video',
    'Put a video on a product, or move it',
    'gallerySlot says how many pictures come first.',
    'videoPlacement',
    placement,
    { id, videoId: id, gallerySlot: 1, sortOrder: 0 },
  ),
  change('remove-product-video', 'Take a video off a product', 'The video itself remains.', 'product', 'id name', {
    id,
    videoId: id,
  }),
  change('set-video-cover', 'Set the cover of a video', 'By the id of an upload, up to 2 MB.', 'video', video, {
    id,
    coverUploadId: id,
  }),
  change(
    'delete-video',
    'Delete a video',
    'Cancels what is unfinished. A finished video is taken off its products first.',
    'video',
    'id status abortReason',
    { id },
  ),
];
