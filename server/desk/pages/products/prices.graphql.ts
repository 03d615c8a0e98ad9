// Made of prices.graphql: npm run codegen -- desk
import type { Document } from '../../client.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** The words of variants: status. */
export type VariantStatus =
  | 'active'
  | 'inactive';

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

export type VariantsOfProductsQueryVariables = Exact<{
  productIds: Array<string> | string;
  after?: string | null | undefined;
}>;


export type VariantsOfProductsQuery = { list: { nodes: Array<{ id: string, storeId: string, productId: string, sku: string, name: string, price: string, discountPrice: string | null, product: { name: string } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

export type SetPricesMutationVariables = Exact<{
  id: string;
  variants: Array<SavedVariantInput> | SavedVariantInput;
}>;


export type SetPricesMutation = { updateProduct: { product: { id: string } | null } | null };

export const variantsOfProducts = `query VariantsOfProducts($productIds: [UUID!]!, $after: Cursor) {
  list: variants(
    first: 100
    after: $after
    filter: { productId: { in: $productIds } }
    orderBy: [PRODUCT_ID_ASC, POSITION_ASC]
  ) {
    nodes {
      id
      storeId
      productId
      sku
      name
      price
      discountPrice
      product {
        name
      }
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}` as Document<VariantsOfProductsQuery, VariantsOfProductsQueryVariables>;

export const setPrices = `mutation SetPrices($id: UUID!, $variants: [SavedVariantInput!]!) {
  updateProduct(input: { id: $id, variants: $variants }) {
    product {
      id
    }
  }
}` as Document<SetPricesMutation, SetPricesMutationVariables>;
