// Made of list.graphql: npm run codegen -- desk
import type { Document } from '../../client.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** The words of products: status. */
export type ProductStatus =
  | 'draft'
  | 'active'
  | 'archived';

export type ProductListQueryVariables = Exact<{
  storeId?: string | null | undefined;
  status?: ProductStatus | null | undefined;
  categoryId?: string | null | undefined;
  brandId?: string | null | undefined;
  search?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type ProductListQuery = { list: { nodes: Array<{ id: string, storeId: string, name: string, status: ProductStatus, thumbnailUrl: string | null, brand: { name: string } | null, variants: { totalCount: number, nodes: Array<{ id: string, sku: string, price: string, discountPrice: string | null, available: string | null }> } }> } | null };

export type ProductsWithoutPictureQueryVariables = Exact<{
  storeId?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type ProductsWithoutPictureQuery = { list: { nodes: Array<{ id: string, storeId: string, name: string, status: ProductStatus, thumbnailUrl: string | null, brand: { name: string } | null, variants: { totalCount: number, nodes: Array<{ id: string, sku: string, price: string, discountPrice: string | null, available: string | null }> } }> } | null };

export type ProductsWithoutPriceQueryVariables = Exact<{
  storeId?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type ProductsWithoutPriceQuery = { list: { nodes: Array<{ id: string, storeId: string, name: string, status: ProductStatus, thumbnailUrl: string | null, brand: { name: string } | null, variants: { totalCount: number, nodes: Array<{ id: string, sku: string, price: string, discountPrice: string | null, available: string | null }> } }> } | null };

export type ProductsLowInStockQueryVariables = Exact<{
  storeId?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type ProductsLowInStockQuery = { lowStock: { nodes: Array<{ id: string, variant: { product: { id: string, storeId: string, name: string, status: ProductStatus, thumbnailUrl: string | null, brand: { name: string } | null, variants: { totalCount: number, nodes: Array<{ id: string, sku: string, price: string, discountPrice: string | null, available: string | null }> } } | null } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

export type ProductRowFragment = { id: string, storeId: string, name: string, status: ProductStatus, thumbnailUrl: string | null, brand: { name: string } | null, variants: { totalCount: number, nodes: Array<{ id: string, sku: string, price: string, discountPrice: string | null, available: string | null }> } };

export const productList = `query ProductList(
  $storeId: UUID
  $status: ProductStatus
  $categoryId: UUID
  $brandId: UUID
  $search: String
  $after: UUID
) {
  list: listProducts(
    first: 50
    storeId: $storeId
    status: $status
    categoryId: $categoryId
    brandId: $brandId
    search: $search
    startingAfter: $after
  ) {
    nodes {
      ...ProductRow
    }
  }
}
fragment ProductRow on Product {
  id
  storeId
  name
  status
  thumbnailUrl
  brand {
    name
  }
  variants(first: 1, orderBy: [POSITION_ASC]) {
    totalCount
    nodes {
      id
      sku
      price
      discountPrice
      available
    }
  }
}` as Document<ProductListQuery, ProductListQueryVariables>;

export const productsWithoutPicture = `query ProductsWithoutPicture($storeId: UUID, $after: UUID) {
  list: productsWithoutPicture(first: 50, storeId: $storeId, startingAfter: $after) {
    nodes {
      ...ProductRow
    }
  }
}
fragment ProductRow on Product {
  id
  storeId
  name
  status
  thumbnailUrl
  brand {
    name
  }
  variants(first: 1, orderBy: [POSITION_ASC]) {
    totalCount
    nodes {
      id
      sku
      price
      discountPrice
      available
    }
  }
}` as Document<ProductsWithoutPictureQuery, ProductsWithoutPictureQueryVariables>;

export const productsWithoutPrice = `query ProductsWithoutPrice($storeId: UUID, $after: UUID) {
  list: productsWithoutPrice(first: 50, storeId: $storeId, startingAfter: $after) {
    nodes {
      ...ProductRow
    }
  }
}
fragment ProductRow on Product {
  id
  storeId
  name
  status
  thumbnailUrl
  brand {
    name
  }
  variants(first: 1, orderBy: [POSITION_ASC]) {
    totalCount
    nodes {
      id
      sku
      price
      discountPrice
      available
    }
  }
}` as Document<ProductsWithoutPriceQuery, ProductsWithoutPriceQueryVariables>;

export const productsLowInStock = `query ProductsLowInStock($storeId: UUID, $after: Cursor) {
  lowStock(first: 50, storeId: $storeId, after: $after) {
    nodes {
      id
      variant {
        product {
          ...ProductRow
        }
      }
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
fragment ProductRow on Product {
  id
  storeId
  name
  status
  thumbnailUrl
  brand {
    name
  }
  variants(first: 1, orderBy: [POSITION_ASC]) {
    totalCount
    nodes {
      id
      sku
      price
      discountPrice
      available
    }
  }
}` as Document<ProductsLowInStockQuery, ProductsLowInStockQueryVariables>;
