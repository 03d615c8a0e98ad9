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

/** All input for the `updateAttribute` mutation. */
export type UpdateAttributeInput = {
  /**
   * An arbitrary string value with no semantic meaning. Will be included in the
   * payload verbatim. May be used to track mutations by the client.
   */
  clientMutationId?: string | null | undefined;
  /** Id of the attribute. */
  id: string;
  /** Derived from the name when absent, with a suffix when taken; a given one that is taken is 409. */
  slug?: string | null | undefined;
  /** How values are shown: text, color, image. */
  inputType?: AttributeInputType | null | undefined;
  /** Shops offer it as a filter. */
  isFilterable?: boolean | null | undefined;
  /** Shops ask for it. */
  isRequired?: boolean | null | undefined;
  /** Name shown. */
  name?: string | null | undefined;
  /** variant: variants differ by it; specification: products are described by it. */
  type?: AttributeType | null | undefined;
  /** The `updatedAt` that you read: refused with CONFLICT if the record was changed since. */
  expectedUpdatedAt?: string | null | undefined;
};

/** All input for the `updateAttributeValue` mutation. */
export type UpdateAttributeValueInput = {
  /**
   * An arbitrary string value with no semantic meaning. Will be included in the
   * payload verbatim. May be used to track mutations by the client.
   */
  clientMutationId?: string | null | undefined;
  /** Id of the attribute. */
  id: string;
  /** Id of the value. */
  valueId: string;
  /** Text of the value. */
  value?: string | null | undefined;
  /** Order among its siblings, lowest first. */
  position?: number | null | undefined;
  /** Only on attributes whose inputType is color or image; stored upper-case. */
  swatchHex?: string | null | undefined;
  /** The id of an upload (POST /admin/uploads) that nothing has taken yet. */
  swatchImageUploadId?: string | null | undefined;
  /** The `updatedAt` that you read: refused with CONFLICT if the record was changed since. */
  expectedUpdatedAt?: string | null | undefined;
};

/** All input for the `createBrand` mutation. */
export type CreateBrandInput = {
  /**
   * An arbitrary string value with no semantic meaning. Will be included in the
   * payload verbatim. May be used to track mutations by the client.
   */
  clientMutationId?: string | null | undefined;
  /** Which store. */
  storeId: string;
  /** Derived from the name when absent, with a suffix when taken; a given one that is taken is 409. */
  slug?: string | null | undefined;
  /** Description for search engines. */
  description?: string | null | undefined;
  /** The title is stored cut to 200 characters, the description to 500; null clears both. */
  seo?: SeoInput | null | undefined;
  /** active or inactive. */
  status?: BrandStatus | null | undefined;
  /** The id of an upload (POST /admin/uploads) that nothing has taken yet. */
  bannerUploadId?: string | null | undefined;
  /** The id of an upload (POST /admin/uploads) that nothing has taken yet. */
  logoUploadId?: string | null | undefined;
  /** Name shown. */
  name: string;
};

/** Part of the input of mutations of the catalog. */
export type SeoInput = {
  /** Title for search engines. */
  title?: string | null | undefined;
  /** Description for search engines. */
  description?: string | null | undefined;
};

/** All input for the `updateBrand` mutation. */
export type UpdateBrandInput = {
  /**
   * An arbitrary string value with no semantic meaning. Will be included in the
   * payload verbatim. May be used to track mutations by the client.
   */
  clientMutationId?: string | null | undefined;
  /** Id of the brand. */
  id: string;
  /** Derived from the name when absent, with a suffix when taken; a given one that is taken is 409. */
  slug?: string | null | undefined;
  /** Description for search engines. */
  description?: string | null | undefined;
  /** The title is stored cut to 200 characters, the description to 500; null clears both. */
  seo?: SeoInput | null | undefined;
  /** active or inactive. */
  status?: BrandStatus | null | undefined;
  /** The id of an upload (POST /admin/uploads) that nothing has taken yet. */
  bannerUploadId?: string | null | undefined;
  /** The id of an upload (POST /admin/uploads) that nothing has taken yet. */
  logoUploadId?: string | null | undefined;
  /** Name shown. */
  name?: string | null | undefined;
  /** The `updatedAt` that you read: refused with CONFLICT if the record was changed since. */
  expectedUpdatedAt?: string | null | undefined;
};

/** All input for the `createCategory` mutation. */
export type CreateCategoryInput = {
  /**
   * An arbitrary string value with no semantic meaning. Will be included in the
   * payload verbatim. May be used to track mutations by the client.
   */
  clientMutationId?: string | null | undefined;
  /** Which store. */
  storeId: string;
  /** Derived from the name when absent, with a suffix when taken; a given one that is taken is 409. */
  slug?: string | null | undefined;
  /** Description for search engines. */
  description?: string | null | undefined;
  /** The title is stored cut to 200 characters, the description to 500; null clears both. */
  seo?: SeoInput | null | undefined;
  /** active or inactive. */
  status?: CategoryStatus | null | undefined;
  /** The id of an upload (POST /admin/uploads) that nothing has taken yet. */
  bannerUploadId?: string | null | undefined;
  /** A category of the same store; null: the root. */
  parentId?: string | null | undefined;
  /** Lowest first among siblings; 0 when absent. */
  position?: number | null | undefined;
  /** The id of an upload (POST /admin/uploads) that nothing has taken yet. */
  imageUploadId?: string | null | undefined;
  /** Name shown. */
  name: string;
};

/** All input for the `updateCategory` mutation. */
export type UpdateCategoryInput = {
  /**
   * An arbitrary string value with no semantic meaning. Will be included in the
   * payload verbatim. May be used to track mutations by the client.
   */
  clientMutationId?: string | null | undefined;
  /** Id of the category. */
  id: string;
  /** Derived from the name when absent, with a suffix when taken; a given one that is taken is 409. */
  slug?: string | null | undefined;
  /** Description for search engines. */
  description?: string | null | undefined;
  /** The title is stored cut to 200 characters, the description to 500; null clears both. */
  seo?: SeoInput | null | undefined;
  /** active or inactive. */
  status?: CategoryStatus | null | undefined;
  /** The id of an upload (POST /admin/uploads) that nothing has taken yet. */
  bannerUploadId?: string | null | undefined;
  /** A category of the same store; null: the root. */
  parentId?: string | null | undefined;
  /** Lowest first among siblings; 0 when absent. */
  position?: number | null | undefined;
  /** The id of an upload (POST /admin/uploads) that nothing has taken yet. */
  imageUploadId?: string | null | undefined;
  /** Name shown. */
  name?: string | null | undefined;
  /** The `updatedAt` that you read: refused with CONFLICT if the record was changed since. */
  expectedUpdatedAt?: string | null | undefined;
};

export type CreateCategoryMutationVariables = Exact<{
  input: CreateCategoryInput;
}>;


export type CreateCategoryMutation = { createCategory: { category: { id: string } | null } | null };

export type UpdateCategoryMutationVariables = Exact<{
  input: UpdateCategoryInput;
}>;


export type UpdateCategoryMutation = { updateCategory: { category: { id: string } | null } | null };

export type CreateBrandMutationVariables = Exact<{
  input: CreateBrandInput;
}>;


export type CreateBrandMutation = { createBrand: { brand: { id: string } | null } | null };

export type UpdateBrandMutationVariables = Exact<{
  input: UpdateBrandInput;
}>;


export type UpdateBrandMutation = { updateBrand: { brand: { id: string } | null } | null };

export type UpdateAttributeMutationVariables = Exact<{
  input: UpdateAttributeInput;
}>;


export type UpdateAttributeMutation = { updateAttribute: { attribute: { id: string } | null } | null };

export type UpdateAttributeValueMutationVariables = Exact<{
  input: UpdateAttributeValueInput;
}>;


export type UpdateAttributeValueMutation = { updateAttributeValue: { attribute: { id: string } | null } | null };

export const createCategory = `mutation CreateCategory($input: CreateCategoryInput!) {
  createCategory(input: $input) {
    category {
      id
    }
  }
}` as Document<CreateCategoryMutation, CreateCategoryMutationVariables>;

export const updateCategory = `mutation UpdateCategory($input: UpdateCategoryInput!) {
  updateCategory(input: $input) {
    category {
      id
    }
  }
}` as Document<UpdateCategoryMutation, UpdateCategoryMutationVariables>;

export const createBrand = `mutation CreateBrand($input: CreateBrandInput!) {
  createBrand(input: $input) {
    brand {
      id
    }
  }
}` as Document<CreateBrandMutation, CreateBrandMutationVariables>;

export const updateBrand = `mutation UpdateBrand($input: UpdateBrandInput!) {
  updateBrand(input: $input) {
    brand {
      id
    }
  }
}` as Document<UpdateBrandMutation, UpdateBrandMutationVariables>;

export const updateAttribute = `mutation UpdateAttribute($input: UpdateAttributeInput!) {
  updateAttribute(input: $input) {
    attribute {
      id
    }
  }
}` as Document<UpdateAttributeMutation, UpdateAttributeMutationVariables>;

export const updateAttributeValue = `mutation UpdateAttributeValue($input: UpdateAttributeValueInput!) {
  updateAttributeValue(input: $input) {
    attribute {
      id
    }
  }
}` as Document<UpdateAttributeValueMutation, UpdateAttributeValueMutationVariables>;
