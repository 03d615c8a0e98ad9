// Made of videos.graphql: npm run codegen -- desk
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

/** Part of the input of mutations of the catalog. */
export type PartToSignInput = {
  /** Counted from 1. */
  partNumber: number;
  /** MD5 of the bytes of the part, in base64. */
  contentMd5: string;
};

export type CreateVideoMutationVariables = Exact<{
  storeId: string;
  fileName: string;
  sizeBytes: string;
}>;


export type CreateVideoMutation = { createVideo: { video: { id: string, partSize: number | null, partCount: number | null } | null } | null };

export type SignVideoPartsMutationVariables = Exact<{
  id: string;
  parts: Array<PartToSignInput> | PartToSignInput;
}>;


export type SignVideoPartsMutation = { signVideoParts: { signedParts: Array<{ partNumber: number | null, url: string | null, method: string | null, headers: unknown }> | null } | null };

export type CompleteVideoMutationVariables = Exact<{
  id: string;
}>;


export type CompleteVideoMutation = { completeVideo: { video: { id: string, status: VideoStatus } | null } | null };

export type AttachProductVideoMutationVariables = Exact<{
  productId: string;
  videoId?: string | null | undefined;
  videoUrl?: string | null | undefined;
}>;


export type AttachProductVideoMutation = { attachProductVideo: { videoPlacement: { gallerySlot: number } | null } | null };

export type PlaceProductVideoMutationVariables = Exact<{
  id: string;
  videoId: string;
  gallerySlot?: number | null | undefined;
}>;


export type PlaceProductVideoMutation = { placeProductVideo: { videoPlacement: { gallerySlot: number } | null } | null };

export type RemoveProductVideoMutationVariables = Exact<{
  id: string;
  videoId: string;
}>;


export type RemoveProductVideoMutation = { removeProductVideo: { product: { id: string } | null } | null };

export type DeleteVideoMutationVariables = Exact<{
  id: string;
}>;


export type DeleteVideoMutation = { deleteVideo: { video: { id: string } | null } | null };

export const createVideo = `mutation CreateVideo($storeId: UUID!, $fileName: String!, $sizeBytes: BigInt!) {
  createVideo(input: { storeId: $storeId, fileName: $fileName, sizeBytes: $sizeBytes }) {
    video {
      id
      partSize
      partCount
    }
  }
}` as Document<CreateVideoMutation, CreateVideoMutationVariables>;

export const signVideoParts = `mutation SignVideoParts($id: UUID!, $parts: [PartToSignInput!]!) {
  signVideoParts(input: { id: $id, parts: $parts }) {
    signedParts {
      partNumber
      url
      method
      headers
    }
  }
}` as Document<SignVideoPartsMutation, SignVideoPartsMutationVariables>;

export const completeVideo = `mutation CompleteVideo($id: UUID!) {
  completeVideo(input: { id: $id }) {
    video {
      id
      status
    }
  }
}` as Document<CompleteVideoMutation, CompleteVideoMutationVariables>;

export const attachProductVideo = `mutation AttachProductVideo($productId: UUID!, $videoId: UUID, $videoUrl: String) {
  attachProductVideo(input: { productId: $productId, videoId: $videoId, videoUrl: $videoUrl }) {
    videoPlacement {
      gallerySlot
    }
  }
}` as Document<AttachProductVideoMutation, AttachProductVideoMutationVariables>;

export const placeProductVideo = `mutation PlaceProductVideo($id: UUID!, $videoId: UUID!, $gallerySlot: Int) {
  placeProductVideo(input: { id: $id, videoId: $videoId, gallerySlot: $gallerySlot }) {
    videoPlacement {
      gallerySlot
    }
  }
}` as Document<PlaceProductVideoMutation, PlaceProductVideoMutationVariables>;

export const removeProductVideo = `mutation RemoveProductVideo($id: UUID!, $videoId: UUID!) {
  removeProductVideo(input: { id: $id, videoId: $videoId }) {
    product {
      id
    }
  }
}` as Document<RemoveProductVideoMutation, RemoveProductVideoMutationVariables>;

export const deleteVideo = `mutation DeleteVideo($id: UUID!) {
  deleteVideo(input: { id: $id }) {
    video {
      id
    }
  }
}` as Document<DeleteVideoMutation, DeleteVideoMutationVariables>;
