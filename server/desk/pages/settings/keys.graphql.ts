// Made of keys.graphql: npm run codegen -- desk
import type { Document } from '../../client.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** The words of api keys: type. */
export type ApiKeyType =
  | 'store'
  | 'company';

/** The words of api keys: scopes. */
export type ApiKeyScope =
  | 'products_read'
  | 'orders_read'
  | 'customers_read'
  | 'inventory_read'
  | 'locations_read'
  | 'channels_read'
  | 'store_read'
  | 'reports_read'
  | 'payments_read'
  | 'products_write'
  | 'catalog_write'
  | 'orders_write'
  | 'customers_write'
  | 'inventory_write'
  | 'payments_write'
  | 'videos_write';

export type SettingsKeysQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type SettingsKeysQuery = { apiKeys: { nodes: Array<{ id: string, name: string, type: ApiKeyType, sample: string, scopes: Array<ApiKeyScope>, expiresAt: string | null, graceEndsAt: string | null, revokedAt: string | null, lastUsedAt: string | null, createdAt: string, store: { name: string } | null, replacedBy: { id: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type CreateApiKeyMutationVariables = Exact<{
  name: string;
  type: ApiKeyType;
  scopes: Array<ApiKeyScope> | ApiKeyScope;
  storeId?: string | null | undefined;
  expiresAt?: string | null | undefined;
}>;


export type CreateApiKeyMutation = { createApiKey: { issuedApiKey: { plaintext: string | null, apiKey: { id: string, name: string } | null } | null } | null };

export type RotateApiKeyMutationVariables = Exact<{
  id: string;
  graceHours: number;
}>;


export type RotateApiKeyMutation = { rotateApiKey: { issuedApiKey: { plaintext: string | null, apiKey: { id: string, name: string } | null } | null } | null };

export type RevokeApiKeyMutationVariables = Exact<{
  id: string;
}>;


export type RevokeApiKeyMutation = { revokeApiKey: { apiKey: { id: string, revokedAt: string | null } | null } | null };

export const settingsKeys = `query SettingsKeys($after: Cursor) {
  apiKeys(first: 50, after: $after, orderBy: [CREATED_AT_DESC]) {
    nodes {
      id
      name
      type
      sample
      scopes
      expiresAt
      graceEndsAt
      revokedAt
      lastUsedAt
      createdAt
      store {
        name
      }
      replacedBy {
        id
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}` as Document<SettingsKeysQuery, SettingsKeysQueryVariables>;

export const createApiKey = `mutation CreateApiKey(
  $name: String!
  $type: ApiKeyType!
  $scopes: [ApiKeyScope!]!
  $storeId: UUID
  $expiresAt: Datetime
) {
  createApiKey(input: { name: $name, type: $type, scopes: $scopes, storeId: $storeId, expiresAt: $expiresAt }) {
    issuedApiKey {
      plaintext
      apiKey {
        id
        name
      }
    }
  }
}` as Document<CreateApiKeyMutation, CreateApiKeyMutationVariables>;

export const rotateApiKey = `mutation RotateApiKey($id: UUID!, $graceHours: Int!) {
  rotateApiKey(input: { id: $id, graceHours: $graceHours }) {
    issuedApiKey {
      plaintext
      apiKey {
        id
        name
      }
    }
  }
}` as Document<RotateApiKeyMutation, RotateApiKeyMutationVariables>;

export const revokeApiKey = `mutation RevokeApiKey($id: UUID!) {
  revokeApiKey(input: { id: $id }) {
    apiKey {
      id
      revokedAt
    }
  }
}` as Document<RevokeApiKeyMutation, RevokeApiKeyMutationVariables>;
