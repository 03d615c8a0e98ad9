// Made of shelves.graphql: npm run codegen -- desk
import type { Document } from '../../client.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** The words of attributes: type. */
export type AttributeType =
  | 'variant'
  | 'specification';

/** The words of attributes: input type. */
export type AttributeInputType =
  | 'text'
  | 'color'
  | 'image';

/** The words of brands: status. */
export type BrandStatus =
  | 'active'
  | 'inactive';

/** The words of categories: status. */
export type CategoryStatus =
  | 'active'
  | 'inactive';

/** All input for the `addAttributeValues` mutation. */
export type AddAttributeValuesInput = {
  /**
   * An arbitrary string value with no semantic meaning. Will be included in the
   * payload verbatim. May be used to track mutations by the client.
   */
  clientMutationId?: string | null | undefined;
  /** Id of the attribute. */
  id: string;
  /** A value repeated ignoring case is 409. */
  values: Array<NewAttributeValueInput>;
};

/** Part of the input of mutations of the catalog. */
export type NewAttributeValueInput = {
  /** Text of the value. */
  value: string;
  /** Order among its siblings, lowest first. */
  position?: number | null | undefined;
  /** Only on attributes whose inputType is color or image; stored upper-case. */
  swatchHex?: string | null | undefined;
  /** The id of an upload (POST /admin/uploads) that nothing has taken yet. */
  swatchImageUploadId?: string | null | undefined;
};

/** All input for the `createAttribute` mutation. */
export type CreateAttributeInput = {
  /**
   * An arbitrary string value with no semantic meaning. Will be included in the
   * payload verbatim. May be used to track mutations by the client.
   */
  clientMutationId?: string | null | undefined;
  /** Which store. */
  storeId: string;
  /** Derived from the name when absent, with a suffix when taken; a given one that is taken is 409. */
  slug?: string | null | undefined;
  /** How values are shown: text, color, image. */
  inputType?: AttributeInputType | null | undefined;
  /** Shops offer it as a filter. */
  isFilterable?: boolean | null | undefined;
  /** Shops ask for it. */
  isRequired?: boolean | null | undefined;
  /** Name shown. */
  name: string;
  /** Changeable later only while no product uses it. */
  type: AttributeType;
  /** A value repeated ignoring case is 409. */
  values?: Array<NewAttributeValueInput> | null | undefined;
};

export type CategoriesQueryVariables = Exact<{
  storeId: string;
  after?: string | null | undefined;
}>;


export type CategoriesQuery = { list: { nodes: Array<{ id: string, parentId: string | null, name: string, slug: string, status: CategoryStatus, position: number, imageUrl: string | null, updatedAt: string }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

export type BrandsQueryVariables = Exact<{
  storeId: string;
  after?: string | null | undefined;
}>;


export type BrandsQuery = { list: { nodes: Array<{ id: string, name: string, slug: string, status: BrandStatus, description: string | null, logoUrl: string | null, updatedAt: string }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

export type AttributesQueryVariables = Exact<{
  storeId: string;
  after?: string | null | undefined;
  attributeValuesAfter?: string | null | undefined;
}>;


export type AttributesQuery = { list: { nodes: Array<{ id: string, name: string, type: AttributeType, inputType: AttributeInputType, isFilterable: boolean, isRequired: boolean, updatedAt: string, attributeValues: { nodes: Array<{ id: string, value: string, position: number, swatchHex: string | null, swatchImageUrl: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

export type CreateAttributeMutationVariables = Exact<{
  input: CreateAttributeInput;
}>;


export type CreateAttributeMutation = { createAttribute: { attribute: { id: string } | null } | null };

export type AddAttributeValuesMutationVariables = Exact<{
  input: AddAttributeValuesInput;
}>;


export type AddAttributeValuesMutation = { addAttributeValues: { attribute: { id: string, attributeValues: { nodes: Array<{ id: string, value: string }> } } | null } | null };

export const categories = `query Categories($storeId: UUID!, $after: Cursor) {
  list: categories(
    first: 100
    after: $after
    filter: { storeId: { equalTo: $storeId } }
    orderBy: [POSITION_ASC, NAME_ASC]
  ) {
    nodes {
      id
      parentId
      name
      slug
      status
      position
      imageUrl
      updatedAt
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}` as Document<CategoriesQuery, CategoriesQueryVariables>;

export const brands = `query Brands($storeId: UUID!, $after: Cursor) {
  list: brands(first: 100, after: $after, filter: { storeId: { equalTo: $storeId } }, orderBy: [NAME_ASC]) {
    nodes {
      id
      name
      slug
      status
      description
      logoUrl
      updatedAt
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}` as Document<BrandsQuery, BrandsQueryVariables>;

export const attributes = `query Attributes($storeId: UUID!, $after: Cursor, $attributeValuesAfter: Cursor) {
  list: attributes(first: 50, after: $after, filter: { storeId: { equalTo: $storeId } }, orderBy: [NAME_ASC]) {
    nodes {
      id
      name
      type
      inputType
      isFilterable
      isRequired
      updatedAt
      attributeValues(first: 100, orderBy: [POSITION_ASC], after: $attributeValuesAfter) {
        nodes {
          id
          value
          position
          swatchHex
          swatchImageUrl
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}` as Document<AttributesQuery, AttributesQueryVariables>;

export const createAttribute = `mutation CreateAttribute($input: CreateAttributeInput!) {
  createAttribute(input: $input) {
    attribute {
      id
    }
  }
}` as Document<CreateAttributeMutation, CreateAttributeMutationVariables>;

export const addAttributeValues = `mutation AddAttributeValues($input: AddAttributeValuesInput!) {
  addAttributeValues(input: $input) {
    attribute {
      id
      attributeValues(last: 100) {
        nodes {
          id
          value
        }
      }
    }
  }
}` as Document<AddAttributeValuesMutation, AddAttributeValuesMutationVariables>;
