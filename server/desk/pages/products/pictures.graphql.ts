// Made of pictures.graphql: npm run codegen -- desk
import type { Document } from '../../client.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Part of the input of mutations of the catalog. */
export type NewImageInput = {
  /** The id of an upload (POST /admin/uploads) that nothing has taken yet. */
  uploadId: string;
  /** What the image shows, in words. */
  altText?: string | null | undefined;
};

/** All input for the `updateProductImage` mutation. */
export type UpdateProductImageInput = {
  /**
   * An arbitrary string value with no semantic meaning. Will be included in the
   * payload verbatim. May be used to track mutations by the client.
   */
  clientMutationId?: string | null | undefined;
  /** Id of the product. */
  id: string;
  /** Id of the image. */
  imageId: string;
  /** What the image shows, in words. */
  altText?: string | null | undefined;
  /** True makes this image the thumbnail. False makes the first other image the thumbnail; the only image of a product stays its thumbnail. */
  isThumbnail?: boolean | null | undefined;
  /** Counted from 0; a higher number than the last position means the last one. */
  position?: number | null | undefined;
};

export type AddProductImagesMutationVariables = Exact<{
  id: string;
  images: Array<NewImageInput> | NewImageInput;
}>;


export type AddProductImagesMutation = { addProductImages: { product: { id: string } | null } | null };

export type DeleteProductImageMutationVariables = Exact<{
  id: string;
  imageId: string;
}>;


export type DeleteProductImageMutation = { deleteProductImage: { product: { id: string } | null } | null };

export type ReorderProductImagesMutationVariables = Exact<{
  id: string;
  imageIds: Array<string> | string;
}>;


export type ReorderProductImagesMutation = { reorderProductImages: { product: { id: string } | null } | null };

export type UpdateProductImageMutationVariables = Exact<{
  input: UpdateProductImageInput;
}>;


export type UpdateProductImageMutation = { updateProductImage: { product: { id: string } | null } | null };

export const addProductImages = `mutation AddProductImages($id: UUID!, $images: [NewImageInput!]!) {
  addProductImages(input: { id: $id, images: $images }) {
    product {
      id
    }
  }
}` as Document<AddProductImagesMutation, AddProductImagesMutationVariables>;

export const deleteProductImage = `mutation DeleteProductImage($id: UUID!, $imageId: UUID!) {
  deleteProductImage(input: { id: $id, imageId: $imageId }) {
    product {
      id
    }
  }
}` as Document<DeleteProductImageMutation, DeleteProductImageMutationVariables>;

export const reorderProductImages = `mutation ReorderProductImages($id: UUID!, $imageIds: [UUID!]!) {
  reorderProductImages(input: { id: $id, imageIds: $imageIds }) {
    product {
      id
    }
  }
}` as Document<ReorderProductImagesMutation, ReorderProductImagesMutationVariables>;

export const updateProductImage = `mutation UpdateProductImage($input: UpdateProductImageInput!) {
  updateProductImage(input: $input) {
    product {
      id
    }
  }
}` as Document<UpdateProductImageMutation, UpdateProductImageMutationVariables>;
