// Made of webhooks.graphql: npm run codegen -- desk
import type { Document } from '../../client.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** A filter to be used against UUID fields. All fields are combined with a logical ‘and.’ */
export type UuidFilter = {
  /** Is null (if `true` is specified) or is not null (if `false` is specified). */
  isNull?: boolean | null | undefined;
  /** Equal to the specified value. */
  equalTo?: string | null | undefined;
  /** Not equal to the specified value. */
  notEqualTo?: string | null | undefined;
  /** Included in the specified list. */
  in?: Array<string> | null | undefined;
  /** Not included in the specified list. */
  notIn?: Array<string> | null | undefined;
  /** Less than the specified value. */
  lessThan?: string | null | undefined;
  /** Less than or equal to the specified value. */
  lessThanOrEqualTo?: string | null | undefined;
  /** Greater than the specified value. */
  greaterThan?: string | null | undefined;
  /** Greater than or equal to the specified value. */
  greaterThanOrEqualTo?: string | null | undefined;
};

/** A filter to be used against Datetime fields. All fields are combined with a logical ‘and.’ */
export type DatetimeFilter = {
  /** Is null (if `true` is specified) or is not null (if `false` is specified). */
  isNull?: boolean | null | undefined;
  /** Equal to the specified value. */
  equalTo?: string | null | undefined;
  /** Not equal to the specified value. */
  notEqualTo?: string | null | undefined;
  /** Included in the specified list. */
  in?: Array<string> | null | undefined;
  /** Not included in the specified list. */
  notIn?: Array<string> | null | undefined;
  /** Less than the specified value. */
  lessThan?: string | null | undefined;
  /** Less than or equal to the specified value. */
  lessThanOrEqualTo?: string | null | undefined;
  /** Greater than the specified value. */
  greaterThan?: string | null | undefined;
  /** Greater than or equal to the specified value. */
  greaterThanOrEqualTo?: string | null | undefined;
};

/** A filter to be used against Int fields. All fields are combined with a logical ‘and.’ */
export type IntFilter = {
  /** Is null (if `true` is specified) or is not null (if `false` is specified). */
  isNull?: boolean | null | undefined;
  /** Equal to the specified value. */
  equalTo?: number | null | undefined;
  /** Not equal to the specified value. */
  notEqualTo?: number | null | undefined;
  /** Included in the specified list. */
  in?: Array<number> | null | undefined;
  /** Not included in the specified list. */
  notIn?: Array<number> | null | undefined;
  /** Less than the specified value. */
  lessThan?: number | null | undefined;
  /** Less than or equal to the specified value. */
  lessThanOrEqualTo?: number | null | undefined;
  /** Greater than the specified value. */
  greaterThan?: number | null | undefined;
  /** Greater than or equal to the specified value. */
  greaterThanOrEqualTo?: number | null | undefined;
};

/** The words of webhook deliveries: status. */
export type WebhookDeliveryStatus =
  | 'pending'
  | 'sending'
  | 'delivered'
  | 'failed'
  | 'held';

/** The words of webhook endpoints: status. */
export type WebhookEndpointStatus =
  | 'active'
  | 'disabled';

/** The words of webhook endpoints: disabled reason. */
export type WebhookEndpointDisabledReason =
  | 'staff'
  | 'gone'
  | 'failing';

/** A filter to be used against `WebhookDelivery` object types. All fields are combined with a logical ‘and.’ */
export type WebhookDeliveryFilter = {
  /** Filter by the object’s `id` field. */
  id?: UuidFilter | null | undefined;
  /** Filter by the object’s `storeId` field. */
  storeId?: UuidFilter | null | undefined;
  /** Filter by the object’s `endpointId` field. */
  endpointId?: UuidFilter | null | undefined;
  /** Filter by the object’s `eventId` field. */
  eventId?: UuidFilter | null | undefined;
  /** Filter by the object’s `status` field. */
  status?: WebhookDeliveryStatusFilter | null | undefined;
  /** Filter by the object’s `attempts` field. */
  attempts?: IntFilter | null | undefined;
  /** Filter by the object’s `nextAttemptAt` field. */
  nextAttemptAt?: DatetimeFilter | null | undefined;
  /** Filter by the object’s `finishedAt` field. */
  finishedAt?: DatetimeFilter | null | undefined;
  /** Filter by the object’s `createdAt` field. */
  createdAt?: DatetimeFilter | null | undefined;
  /** Checks for all expressions in this list. */
  and?: Array<WebhookDeliveryFilter> | null | undefined;
  /** Checks for any expressions in this list. */
  or?: Array<WebhookDeliveryFilter> | null | undefined;
  /** Negates the expression. */
  not?: WebhookDeliveryFilter | null | undefined;
};

/** A filter to be used against WebhookDeliveryStatus fields. All fields are combined with a logical ‘and.’ */
export type WebhookDeliveryStatusFilter = {
  /** Is null (if `true` is specified) or is not null (if `false` is specified). */
  isNull?: boolean | null | undefined;
  /** Equal to the specified value. */
  equalTo?: WebhookDeliveryStatus | null | undefined;
  /** Not equal to the specified value. */
  notEqualTo?: WebhookDeliveryStatus | null | undefined;
  /** Included in the specified list. */
  in?: Array<WebhookDeliveryStatus> | null | undefined;
  /** Not included in the specified list. */
  notIn?: Array<WebhookDeliveryStatus> | null | undefined;
  /** Less than the specified value. */
  lessThan?: WebhookDeliveryStatus | null | undefined;
  /** Less than or equal to the specified value. */
  lessThanOrEqualTo?: WebhookDeliveryStatus | null | undefined;
  /** Greater than the specified value. */
  greaterThan?: WebhookDeliveryStatus | null | undefined;
  /** Greater than or equal to the specified value. */
  greaterThanOrEqualTo?: WebhookDeliveryStatus | null | undefined;
};

/** The words of webhook attempts: outcome. */
export type WebhookAttemptOutcome =
  | 'delivered'
  | 'rejected'
  | 'timeout'
  | 'unreachable'
  | 'refused'
  | 'lost';

/** All input for the `updateWebhookEndpoint` mutation. */
export type UpdateWebhookEndpointInput = {
  /**
   * An arbitrary string value with no semantic meaning. Will be included in the
   * payload verbatim. May be used to track mutations by the client.
   */
  clientMutationId?: string | null | undefined;
  /** Which webhook endpoint. */
  endpointId: string;
  /** Where events are posted to. */
  url?: string | null | undefined;
  /** What it wants to hear of; {*} is everything, types invented later included. */
  eventTypes?: Array<string | null | undefined> | null | undefined;
  /** What it is for, in the words of whoever added it. */
  description?: string | null | undefined;
  /** active, or disabled: then it misses events, which can be recovered for 30 days. */
  status?: WebhookEndpointStatus | null | undefined;
  /** The `updatedAt` that you read: refused with CONFLICT if the record was changed since. */
  expectedUpdatedAt?: string | null | undefined;
};

export type SettingsWebhooksQueryVariables = Exact<{
  webhookEndpointsAfter?: string | null | undefined;
}>;


export type SettingsWebhooksQuery = { webhookEventTypes: Array<string> | null, webhookEndpoints: { nodes: Array<{ id: string, url: string, description: string | null, eventTypes: Array<string>, status: WebhookEndpointStatus, disabledReason: WebhookEndpointDisabledReason | null, disabledAt: string | null, failingSince: string | null, lastSuccessAt: string | null, failures: number, store: { name: string, isTest: boolean } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type SettingsWebhookQueryVariables = Exact<{
  id: string;
}>;


export type SettingsWebhookQuery = { countMissedEvents: number | null, webhookEndpoint: { id: string, updatedAt: string, url: string, description: string | null, eventTypes: Array<string>, status: WebhookEndpointStatus, disabledReason: WebhookEndpointDisabledReason | null, disabledAt: string | null, failingSince: string | null, failures: number, lastSuccessAt: string | null, apiVersion: string, previousSecretExpiresAt: string | null, store: { id: string, name: string } | null } | null };

export type WebhookDeliveriesQueryVariables = Exact<{
  filter: WebhookDeliveryFilter;
  after?: string | null | undefined;
}>;


export type WebhookDeliveriesQuery = { webhookDeliveries: { nodes: Array<{ id: string, status: WebhookDeliveryStatus, attempts: number, nextAttemptAt: string | null, finishedAt: string | null, createdAt: string, event: { type: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type WebhookDeliveryQueryVariables = Exact<{
  id: string;
  webhookAttemptsAfter?: string | null | undefined;
}>;


export type WebhookDeliveryQuery = { webhookDelivery: { id: string, status: WebhookDeliveryStatus, attempts: number, nextAttemptAt: string | null, finishedAt: string | null, createdAt: string, endpoint: { id: string, url: string } | null, event: { id: string, type: string, object: unknown, previous: unknown, createdAt: string } | null, webhookAttempts: { nodes: Array<{ id: string, attempt: number, outcome: WebhookAttemptOutcome, responseStatus: number | null, responseBody: string | null, error: string | null, durationMs: number | null, createdAt: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type CreateWebhookEndpointMutationVariables = Exact<{
  storeId: string;
  url: string;
  eventTypes: Array<string> | string;
  description?: string | null | undefined;
}>;


export type CreateWebhookEndpointMutation = { createWebhookEndpoint: { webhookSecret: { secret: string | null, webhookEndpoint: { id: string, url: string } | null } | null } | null };

export type UpdateWebhookEndpointMutationVariables = Exact<{
  input: UpdateWebhookEndpointInput;
}>;


export type UpdateWebhookEndpointMutation = { updateWebhookEndpoint: { webhookEndpoint: { id: string, status: WebhookEndpointStatus } | null } | null };

export type RotateWebhookSecretMutationVariables = Exact<{
  id: string;
}>;


export type RotateWebhookSecretMutation = { rotateWebhookSecret: { webhookSecret: { secret: string | null, webhookEndpoint: { id: string, url: string } | null } | null } | null };

export type SendWebhookPingMutationVariables = Exact<{
  id: string;
}>;


export type SendWebhookPingMutation = { sendWebhookPing: { webhookDelivery: { id: string } | null } | null };

export type RedeliverWebhookMutationVariables = Exact<{
  id: string;
}>;


export type RedeliverWebhookMutation = { redeliverWebhook: { webhookDelivery: { id: string } | null } | null };

export type RecoverWebhooksMutationVariables = Exact<{
  id: string;
  since: string;
}>;


export type RecoverWebhooksMutation = { recoverWebhooks: { result: number | null } | null };

export const settingsWebhooks = `query SettingsWebhooks($webhookEndpointsAfter: Cursor) {
  webhookEventTypes
  webhookEndpoints(first: 100, orderBy: [CREATED_AT_DESC], after: $webhookEndpointsAfter) {
    nodes {
      id
      url
      description
      eventTypes
      status
      disabledReason
      disabledAt
      failingSince
      lastSuccessAt
      failures
      store {
        name
        isTest
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}` as Document<SettingsWebhooksQuery, SettingsWebhooksQueryVariables>;

export const settingsWebhook = `query SettingsWebhook($id: UUID!) {
  webhookEndpoint(id: $id) {
    id
    updatedAt
    url
    description
    eventTypes
    status
    disabledReason
    disabledAt
    failingSince
    failures
    lastSuccessAt
    apiVersion
    previousSecretExpiresAt
    store {
      id
      name
    }
  }
  countMissedEvents(endpointId: $id)
}` as Document<SettingsWebhookQuery, SettingsWebhookQueryVariables>;

export const webhookDeliveries = `query WebhookDeliveries($filter: WebhookDeliveryFilter!, $after: Cursor) {
  webhookDeliveries(first: 25, after: $after, filter: $filter, orderBy: [CREATED_AT_DESC]) {
    nodes {
      id
      status
      attempts
      nextAttemptAt
      finishedAt
      createdAt
      event {
        type
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}` as Document<WebhookDeliveriesQuery, WebhookDeliveriesQueryVariables>;

export const webhookDelivery = `query WebhookDelivery($id: UUID!, $webhookAttemptsAfter: Cursor) {
  webhookDelivery(id: $id) {
    id
    status
    attempts
    nextAttemptAt
    finishedAt
    createdAt
    endpoint {
      id
      url
    }
    event {
      id
      type
      object
      previous
      createdAt
    }
    webhookAttempts(first: 50, orderBy: [CREATED_AT_DESC], after: $webhookAttemptsAfter) {
      nodes {
        id
        attempt
        outcome
        responseStatus
        responseBody
        error
        durationMs
        createdAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}` as Document<WebhookDeliveryQuery, WebhookDeliveryQueryVariables>;

export const createWebhookEndpoint = `mutation CreateWebhookEndpoint($storeId: UUID!, $url: String!, $eventTypes: [String!]!, $description: String) {
  createWebhookEndpoint(input: { storeId: $storeId, url: $url, eventTypes: $eventTypes, description: $description }) {
    webhookSecret {
      secret
      webhookEndpoint {
        id
        url
      }
    }
  }
}` as Document<CreateWebhookEndpointMutation, CreateWebhookEndpointMutationVariables>;

export const updateWebhookEndpoint = `mutation UpdateWebhookEndpoint($input: UpdateWebhookEndpointInput!) {
  updateWebhookEndpoint(input: $input) {
    webhookEndpoint {
      id
      status
    }
  }
}` as Document<UpdateWebhookEndpointMutation, UpdateWebhookEndpointMutationVariables>;

export const rotateWebhookSecret = `mutation RotateWebhookSecret($id: UUID!) {
  rotateWebhookSecret(input: { endpointId: $id }) {
    webhookSecret {
      secret
      webhookEndpoint {
        id
        url
      }
    }
  }
}` as Document<RotateWebhookSecretMutation, RotateWebhookSecretMutationVariables>;

export const sendWebhookPing = `mutation SendWebhookPing($id: UUID!) {
  sendWebhookPing(input: { endpointId: $id }) {
    webhookDelivery {
      id
    }
  }
}` as Document<SendWebhookPingMutation, SendWebhookPingMutationVariables>;

export const redeliverWebhook = `mutation RedeliverWebhook($id: UUID!) {
  redeliverWebhook(input: { deliveryId: $id }) {
    webhookDelivery {
      id
    }
  }
}` as Document<RedeliverWebhookMutation, RedeliverWebhookMutationVariables>;

export const recoverWebhooks = `mutation RecoverWebhooks($id: UUID!, $since: Datetime!) {
  recoverWebhooks(input: { endpointId: $id, since: $since }) {
    result
  }
}` as Document<RecoverWebhooksMutation, RecoverWebhooksMutationVariables>;
