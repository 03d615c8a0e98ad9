// Made of product.graphql: npm run codegen -- desk
import type { Document } from '../../client.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** The words of videos: status. */
export type VideoStatus =
  | 'uploading'
  | 'verifying'
  | 'ready'
  | 'rejected'
  | 'aborted';

/** The words of videos: source. */
export type VideoSource =
  | 'upload'
  | 'import';

/** The words of videos: abort reason. */
export type VideoAbortReason =
  | 'expired'
  | 'cancelled'
  | 'import_download_failed';

/** The words of variants: status. */
export type VariantStatus =
  | 'active'
  | 'inactive';

/** The words of products: status. */
export type ProductStatus =
  | 'draft'
  | 'active'
  | 'archived';

/** Part of the input of mutations of the catalog. */
export type NewImageInput = {
  /** The id of an upload (POST /admin/uploads) that nothing has taken yet. */
  uploadId: string;
  /** What the image shows, in words. */
  altText?: string | null | undefined;
};

/** All input for the `createProduct` mutation. */
export type CreateProductInput = {
  /**
   * An arbitrary string value with no semantic meaning. Will be included in the
   * payload verbatim. May be used to track mutations by the client.
   */
  clientMutationId?: string | null | undefined;
  /** Which store. */
  storeId: string;
  /** Derived from the name when absent, with a suffix when taken; a given one that is taken is 409. */
  slug?: string | null | undefined;
  /** Its brand. */
  brandId?: string | null | undefined;
  /** Text for lists. */
  shortDescription?: string | null | undefined;
  /** HTML is sanitized. An <img> is kept only when its source is an image of this server. Anything that is not a complete, known HTML tag is text (waist<chest, <M>). Text without tags is kept unchanged. */
  description?: string | null | undefined;
  /** active or inactive. */
  status?: ProductStatus | null | undefined;
  /** 0 is free delivery; absent or null means the standard rules. */
  deliveryCharge?: string | null | undefined;
  /** The categories it stands in. */
  categories?: Array<CategoryOfProductInput> | null | undefined;
  /** Name shown. */
  name: string;
  /** A simple product has exactly one. */
  variants: Array<NewVariantInput>;
  /** The gallery in display order. When one link fails, the whole call fails and nothing is saved. */
  images?: Array<NewImageInput> | null | undefined;
  /** Videos to show: needs videos:write and a plan with product videos. */
  videos?: Array<PlacedVideoInput> | null | undefined;
};

/** Part of the input of mutations of the catalog. */
export type CategoryOfProductInput = {
  /** Which record. */
  id: string;
  /** The category that is shown in its path; at most one. */
  isPrimary?: boolean | null | undefined;
};

/** Part of the input of mutations of the catalog. */
export type NewVariantInput = {
  /** Unique within the store; a duplicate is 409. */
  sku: string;
  /** Barcode, if it has one. */
  barcode?: string | null | undefined;
  /** Name shown. */
  name: string;
  /** Regular price. */
  price: string;
  /** Strictly below price; 0 means none. */
  discountPrice?: string | null | undefined;
  /** Write-only: never in an answer. When absent: 0 for a new variant, unchanged otherwise. */
  costPrice?: string | null | undefined;
  /** In kilograms. */
  weight?: string | null | undefined;
  /** Size of the packed unit. */
  dimensions?: DimensionsInput | null | undefined;
  /** Stock is low at this number and below. */
  lowStockThreshold?: number | null | undefined;
  /** active or inactive. */
  status?: VariantStatus | null | undefined;
  /** Attributes and values by name; both must exist. Set only when the variant is created. */
  options?: Array<NewOptionInput> | null | undefined;
  /** Position in the images of this request; null clears. */
  imageIndex?: number | null | undefined;
};

/** Part of the input of mutations of the catalog. */
export type DimensionsInput = {
  /** Length in centimetres. */
  length: number;
  /** Width in centimetres. */
  width: number;
  /** Height in centimetres. */
  height: number;
  /** cm. */
  unit: string;
};

/** Part of the input of mutations of the catalog. */
export type NewOptionInput = {
  /** Name of the attribute. */
  attribute: string;
  /** Text of the value. */
  value: string;
};

/** Part of the input of mutations of the catalog. */
export type PlacedVideoInput = {
  /** Which video. */
  videoId: string;
  /** Number of images before the video. */
  gallerySlot?: number | null | undefined;
  /** Order among videos in the same slot, lowest first. */
  sortOrder?: number | null | undefined;
  /** Show it for variants with this value only; one of the active variants must have it. */
  optionValueId?: string | null | undefined;
  /** When empty or null, the name of the product is shown. */
  title?: string | null | undefined;
};

/** All input for the `updateProduct` mutation. */
export type UpdateProductInput = {
  /**
   * An arbitrary string value with no semantic meaning. Will be included in the
   * payload verbatim. May be used to track mutations by the client.
   */
  clientMutationId?: string | null | undefined;
  /** Id of the product. */
  id: string;
  /** It does not change when only the name changes; one that is taken is 409. */
  slug?: string | null | undefined;
  /** Its brand. */
  brandId?: string | null | undefined;
  /** Text for lists. */
  shortDescription?: string | null | undefined;
  /** HTML is sanitized. An <img> is kept only when its source is an image of this server. Anything that is not a complete, known HTML tag is text (waist<chest, <M>). Text without tags is kept unchanged. */
  description?: string | null | undefined;
  /** active or inactive. */
  status?: ProductStatus | null | undefined;
  /** 0 is free delivery; absent or null means the standard rules. */
  deliveryCharge?: string | null | undefined;
  /** Replaces the categories. */
  categories?: Array<CategoryOfProductInput> | null | undefined;
  /** Name shown. */
  name?: string | null | undefined;
  /** Entries with id change that variant, others are added; variants left out stay as they are. */
  variants?: Array<SavedVariantInput> | null | undefined;
  /** Added to the end of the gallery. */
  images?: Array<NewImageInput> | null | undefined;
  /** The `updatedAt` that you read: refused with CONFLICT if the record was changed since. */
  expectedUpdatedAt?: string | null | undefined;
};

/** Part of the input of mutations of the catalog. */
export type SavedVariantInput = {
  /** The variant to change; absent: a new variant. */
  id?: string | null | undefined;
  /** Unique within the store; a duplicate is 409. */
  sku?: string | null | undefined;
  /** Barcode, if it has one. */
  barcode?: string | null | undefined;
  /** Name shown. */
  name?: string | null | undefined;
  /** Regular price. */
  price?: string | null | undefined;
  /** Strictly below price; 0 means none. */
  discountPrice?: string | null | undefined;
  /** Write-only: never in an answer. When absent: 0 for a new variant, unchanged otherwise. */
  costPrice?: string | null | undefined;
  /** In kilograms. */
  weight?: string | null | undefined;
  /** Size of the packed unit. */
  dimensions?: DimensionsInput | null | undefined;
  /** Stock is low at this number and below. */
  lowStockThreshold?: number | null | undefined;
  /** active or inactive. */
  status?: VariantStatus | null | undefined;
  /** Attributes and values by name; both must exist. Set only when the variant is created. */
  options?: Array<NewOptionInput> | null | undefined;
  /** Position in the images of this request; null clears. */
  imageIndex?: number | null | undefined;
  /** An image that the product has; not together with imageIndex. */
  imageId?: string | null | undefined;
};

export type ProductQueryVariables = Exact<{
  id: string;
  withCosts: boolean;
  productCategoriesAfter?: string | null | undefined;
  productImagesAfter?: string | null | undefined;
  videoPlacementsAfter?: string | null | undefined;
  variantsAfter?: string | null | undefined;
}>;


export type ProductQuery = { product: { id: string, storeId: string, name: string, slug: string, status: ProductStatus, shortDescription: string | null, description: string | null, deliveryCharge: string | null, brandId: string | null, createdAt: string, updatedAt: string, productCategories: { nodes: Array<{ isPrimary: boolean, categoryId: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, productImages: { nodes: Array<{ id: string, url: string | null, altText: string | null, isThumbnail: boolean }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, videoPlacements: { nodes: Array<{ gallerySlot: number, title: string | null, video: { id: string, status: VideoStatus, source: VideoSource, sourceUrl: string | null, fileName: string | null, sizeBytes: string | null, partSize: number | null, partCount: number | null, url: string | null, posterUrl: string | null, durationMs: number | null, rejectionMessage: string | null, abortReason: VideoAbortReason | null } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, variants: { nodes: Array<{ id: string, sku: string, barcode: string | null, name: string, price: string, discountPrice: string | null, weight: string | null, lowStockThreshold: number, status: VariantStatus, imageId: string | null, available: string | null, variantCost?: { averageCost: string } | null, variantOptions: { nodes: Array<{ attribute: { id: string, name: string } | null, value: { id: string, value: string, swatchHex: string | null } | null }> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type ProductFeedQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type ProductFeedQuery = { product: { id: string, feed: { nodes: Array<{ id: string | null, at: string | null, actorName: string | null, subject: string | null, subjectName: string | null, action: string | null, note: string | null }> } } | null };

export type CreateProductMutationVariables = Exact<{
  input: CreateProductInput;
}>;


export type CreateProductMutation = { createProduct: { product: { id: string } | null } | null };

export type UpdateProductMutationVariables = Exact<{
  input: UpdateProductInput;
}>;


export type UpdateProductMutation = { updateProduct: { product: { id: string, updatedAt: string } | null } | null };

export type AddProductNoteMutationVariables = Exact<{
  id: string;
  note: string;
}>;


export type AddProductNoteMutation = { addProductNote: { staffNote: { id: string } | null } | null };

export const product = `query Product(
  $id: UUID!
  $withCosts: Boolean!
  $productCategoriesAfter: Cursor
  $productImagesAfter: Cursor
  $videoPlacementsAfter: Cursor
  $variantsAfter: Cursor
) {
  product(id: $id) {
    id
    storeId
    name
    slug
    status
    shortDescription
    description
    deliveryCharge
    brandId
    createdAt
    updatedAt
    productCategories(first: 100, after: $productCategoriesAfter) {
      nodes {
        isPrimary
        categoryId
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    productImages(first: 100, orderBy: [POSITION_ASC], after: $productImagesAfter) {
      nodes {
        id
        url
        altText
        isThumbnail
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    videoPlacements(first: 20, orderBy: [GALLERY_SLOT_ASC, SORT_ORDER_ASC], after: $videoPlacementsAfter) {
      nodes {
        gallerySlot
        title
        video {
          id
          status
          source
          sourceUrl
          fileName
          sizeBytes
          partSize
          partCount
          url
          posterUrl
          durationMs
          rejectionMessage
          abortReason
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    variants(first: 100, orderBy: [POSITION_ASC], after: $variantsAfter) {
      nodes {
        id
        sku
        barcode
        name
        price
        discountPrice
        weight
        lowStockThreshold
        status
        imageId
        available
        variantCost @include(if: $withCosts) {
          averageCost
        }
        variantOptions(first: 10, orderBy: [POSITION_ASC]) {
          nodes {
            attribute {
              id
              name
            }
            value {
              id
              value
              swatchHex
            }
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}` as Document<ProductQuery, ProductQueryVariables>;

export const productFeed = `query ProductFeed($id: UUID!, $after: UUID) {
  product(id: $id) {
    id
    feed(first: 20, startingAfter: $after) {
      nodes {
        id
        at
        actorName
        subject
        subjectName
        action
        note
      }
    }
  }
}` as Document<ProductFeedQuery, ProductFeedQueryVariables>;

export const createProduct = `mutation CreateProduct($input: CreateProductInput!) {
  createProduct(input: $input) {
    product {
      id
    }
  }
}` as Document<CreateProductMutation, CreateProductMutationVariables>;

export const updateProduct = `mutation UpdateProduct($input: UpdateProductInput!) {
  updateProduct(input: $input) {
    product {
      id
      updatedAt
    }
  }
}` as Document<UpdateProductMutation, UpdateProductMutationVariables>;

export const addProductNote = `mutation AddProductNote($id: UUID!, $note: String!) {
  addProductNote(input: { productId: $id, note: $note }) {
    staffNote {
      id
    }
  }
}` as Document<AddProductNoteMutation, AddProductNoteMutationVariables>;
