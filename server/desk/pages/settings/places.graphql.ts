// Made of places.graphql: npm run codegen -- desk
import type { Document } from '../../client.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** The words of stores: status. */
export type StoreStatus =
  | 'active'
  | 'suspended'
  | 'closed';

/** The words of stores: symbol position. */
export type StoreSymbolPosition =
  | 'before'
  | 'after';

/** The words of channels: status. */
export type ChannelStatus =
  | 'active'
  | 'inactive';

/** The words of payment methods: type. */
export type PaymentMethodType =
  | 'cod'
  | 'wallet'
  | 'bank'
  | 'card'
  | 'cash';

/** The words of payment methods: status. */
export type PaymentMethodStatus =
  | 'active'
  | 'inactive';

/** The words of couriers: status. */
export type CourierStatus =
  | 'active'
  | 'inactive';

/** The words of locations: status. */
export type LocationStatus =
  | 'active'
  | 'inactive';

/** All input for the `createCourier` mutation. */
export type CreateCourierInput = {
  /**
   * An arbitrary string value with no semantic meaning. Will be included in the
   * payload verbatim. May be used to track mutations by the client.
   */
  clientMutationId?: string | null | undefined;
  /** Name shown. */
  name: string;
  /** Its orders stay ready_to_ship until it reports the pickup; without, they are in_transit once booked. */
  reportsPickups?: boolean | null | undefined;
  /** The store's own rider: its parcels are never "live" and never block a payment. */
  isOwnRider?: boolean | null | undefined;
};

/** All input for the `updateCourier` mutation. */
export type UpdateCourierInput = {
  /**
   * An arbitrary string value with no semantic meaning. Will be included in the
   * payload verbatim. May be used to track mutations by the client.
   */
  clientMutationId?: string | null | undefined;
  /** Names the row for good; later rows have higher ones. */
  id: string;
  /** Name shown. */
  name?: string | null | undefined;
  /** Its orders stay ready_to_ship until it reports the pickup; without, they are in_transit once booked. */
  reportsPickups?: boolean | null | undefined;
  /** Only active couriers are booked. */
  status?: CourierStatus | null | undefined;
  /** The `updatedAt` that you read: refused with CONFLICT if the record was changed since. */
  expectedUpdatedAt?: string | null | undefined;
};

/** All input for the `createChannel` mutation. */
export type CreateChannelInput = {
  /**
   * An arbitrary string value with no semantic meaning. Will be included in the
   * payload verbatim. May be used to track mutations by the client.
   */
  clientMutationId?: string | null | undefined;
  /** The store. */
  storeId: string;
  /** manual, storefront, social, marketplace or pos. */
  type: string;
  /** Name shown. */
  name: string;
  /** Name in URLs: lowercase letters, digits, single hyphens. */
  slug?: string | null | undefined;
};

/** All input for the `updateChannel` mutation. */
export type UpdateChannelInput = {
  /**
   * An arbitrary string value with no semantic meaning. Will be included in the
   * payload verbatim. May be used to track mutations by the client.
   */
  clientMutationId?: string | null | undefined;
  /** Names the row for good; later rows have higher ones. */
  id: string;
  /** Name shown. */
  name?: string | null | undefined;
  /** Only active channels take orders. */
  status?: ChannelStatus | null | undefined;
  /** The `updatedAt` that you read: refused with CONFLICT if the record was changed since. */
  expectedUpdatedAt?: string | null | undefined;
};

/** All input for the `createPaymentMethod` mutation. */
export type CreatePaymentMethodInput = {
  /**
   * An arbitrary string value with no semantic meaning. Will be included in the
   * payload verbatim. May be used to track mutations by the client.
   */
  clientMutationId?: string | null | undefined;
  /** The store. */
  storeId: string;
  /** Name shown. */
  name: string;
  /** cod, wallet, bank, card or cash. */
  type: PaymentMethodType;
  /** A payment must name the gateway's transaction. */
  requiresTransactionId?: boolean | null | undefined;
  /** Paid before the order is kept: such an order is cancelled when it is still unpaid after the store's window. */
  isOnline?: boolean | null | undefined;
};

/** All input for the `updatePaymentMethod` mutation. */
export type UpdatePaymentMethodInput = {
  /**
   * An arbitrary string value with no semantic meaning. Will be included in the
   * payload verbatim. May be used to track mutations by the client.
   */
  clientMutationId?: string | null | undefined;
  /** Names the row for good; later rows have higher ones. */
  id: string;
  /** Name shown. */
  name?: string | null | undefined;
  /** A payment must name the gateway's transaction. */
  requiresTransactionId?: boolean | null | undefined;
  /** Paid before the order is kept: such an order is cancelled when it is still unpaid after the store's window. */
  isOnline?: boolean | null | undefined;
  /** Only active methods take payments. */
  status?: PaymentMethodStatus | null | undefined;
  /** The `updatedAt` that you read: refused with CONFLICT if the record was changed since. */
  expectedUpdatedAt?: string | null | undefined;
};

/** All input for the `createLocation` mutation. */
export type CreateLocationInput = {
  /**
   * An arbitrary string value with no semantic meaning. Will be included in the
   * payload verbatim. May be used to track mutations by the client.
   */
  clientMutationId?: string | null | undefined;
  /** Name shown. */
  name: string;
  /** Short name, unique in the company. */
  code: string;
  /** Postal address of the location. */
  address?: string | null | undefined;
  /** Orders that name no location are taken from here. */
  isDefault?: boolean | null | undefined;
  /** Degrees, north positive. */
  latitude?: string | null | undefined;
  /** Degrees, east positive. */
  longitude?: string | null | undefined;
};

/** All input for the `updateLocation` mutation. */
export type UpdateLocationInput = {
  /**
   * An arbitrary string value with no semantic meaning. Will be included in the
   * payload verbatim. May be used to track mutations by the client.
   */
  clientMutationId?: string | null | undefined;
  /** Names the row for good; later rows have higher ones. */
  id: string;
  /** Name shown. */
  name?: string | null | undefined;
  /** Short name, unique in the company. */
  code?: string | null | undefined;
  /** Postal address of the location. */
  address?: string | null | undefined;
  /** Orders that name no location are taken from here. */
  isDefault?: boolean | null | undefined;
  /** Only active locations take orders. */
  status?: LocationStatus | null | undefined;
  /** Degrees, north positive. */
  latitude?: string | null | undefined;
  /** Degrees, east positive. */
  longitude?: string | null | undefined;
  /** The `updatedAt` that you read: refused with CONFLICT if the record was changed since. */
  expectedUpdatedAt?: string | null | undefined;
};

/** All input for the `createTestStore` mutation. */
export type CreateTestStoreInput = {
  /**
   * An arbitrary string value with no semantic meaning. Will be included in the
   * payload verbatim. May be used to track mutations by the client.
   */
  clientMutationId?: string | null | undefined;
  /** Name shown. */
  name?: string | null | undefined;
};

/** All input for the `createStore` mutation. */
export type CreateStoreInput = {
  /**
   * An arbitrary string value with no semantic meaning. Will be included in the
   * payload verbatim. May be used to track mutations by the client.
   */
  clientMutationId?: string | null | undefined;
  /** Name shown. */
  name: string;
  /** Name in URLs: lowercase letters, digits, single hyphens. */
  slug?: string | null | undefined;
  /** The store's own calendar: order numbers, reports and quotas go by it. */
  timezone?: string | null | undefined;
  /** ISO 4217. All money of the store is in it. */
  currencyCode?: string | null | undefined;
  /** Symbol shown. */
  currencySymbol?: string | null | undefined;
};

/** All input for the `updateStore` mutation. */
export type UpdateStoreInput = {
  /**
   * An arbitrary string value with no semantic meaning. Will be included in the
   * payload verbatim. May be used to track mutations by the client.
   */
  clientMutationId?: string | null | undefined;
  /** Names the row for good; later rows have higher ones. */
  id: string;
  /** Name shown. */
  name?: string | null | undefined;
  /** Domain of the shop's website. */
  domain?: string | null | undefined;
  /** Only active stores are live; a closed one is kept. */
  status?: StoreStatus | null | undefined;
  /** Symbol shown. */
  currencySymbol?: string | null | undefined;
  /** before or after the amount. */
  symbolPosition?: StoreSymbolPosition | null | undefined;
  /** The store's own calendar: order numbers, reports and quotas go by it. */
  timezone?: string | null | undefined;
  /** How dates are shown. */
  dateFormat?: string | null | undefined;
  /** Phone number shown to shoppers. */
  contactPhone?: string | null | undefined;
  /** Email address shown to shoppers. */
  contactEmail?: string | null | undefined;
  /** WhatsApp number shown to shoppers. */
  contactWhatsapp?: string | null | undefined;
  /** Address shown to shoppers. */
  contactAddress?: string | null | undefined;
  /** Link to a map, shown to shoppers. */
  contactMapUrl?: string | null | undefined;
  /** What shoppers may pay in advance, in order; an empty list for none. */
  advancePaymentPlans?: Array<AdvancePaymentPlanInput | null | undefined> | null | undefined;
  /** Window after which an unpaid online-payment storefront order is cancelled, in hours. */
  unpaidOrderHours?: number | null | undefined;
  /** Switch for video uploads. */
  videoUploadsEnabled?: boolean | null | undefined;
  /** The `updatedAt` that you read: refused with CONFLICT if the record was changed since. */
  expectedUpdatedAt?: string | null | undefined;
};

/** An input for mutations affecting `AdvancePaymentPlan` */
export type AdvancePaymentPlanInput = {
  /** How much of the order is paid in advance. */
  percent?: string | null | undefined;
  /** A remark. */
  note?: string | null | undefined;
};

export type SettingsStoresQueryVariables = Exact<{
  storesAfter?: string | null | undefined;
}>;


export type SettingsStoresQuery = { stores: { nodes: Array<{ id: string, name: string, slug: string, status: StoreStatus, currencySymbol: string, timezone: string, domain: string | null, isTest: boolean, resetAskedAt: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type SettingsStoreQueryVariables = Exact<{
  id: string;
  channelsAfter?: string | null | undefined;
  paymentMethodsAfter?: string | null | undefined;
}>;


export type SettingsStoreQuery = { store: { id: string, updatedAt: string, name: string, slug: string, domain: string | null, status: StoreStatus, currencyCode: string, currencySymbol: string, symbolPosition: StoreSymbolPosition, advancePaymentPlans: unknown, timezone: string, contactPhone: string | null, contactEmail: string | null, contactWhatsapp: string | null, contactAddress: string | null, unpaidOrderHours: number, videoUploadsEnabled: boolean, isTest: boolean, resetAskedAt: string | null, channels: { nodes: Array<{ id: string, updatedAt: string, type: string, name: string, slug: string, status: ChannelStatus }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, paymentMethods: { nodes: Array<{ id: string, updatedAt: string, name: string, type: PaymentMethodType, requiresTransactionId: boolean, isOnline: boolean, status: PaymentMethodStatus }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type SettingsLocationsQueryVariables = Exact<{
  locationsAfter?: string | null | undefined;
}>;


export type SettingsLocationsQuery = { locations: { nodes: Array<{ id: string, updatedAt: string, name: string, code: string, address: string | null, status: LocationStatus, isDefault: boolean }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type SettingsCouriersQueryVariables = Exact<{
  couriersAfter?: string | null | undefined;
}>;


export type SettingsCouriersQuery = { couriers: { nodes: Array<{ id: string, updatedAt: string, name: string, reportsPickups: boolean, isOwnRider: boolean, status: CourierStatus }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type CreateStoreMutationVariables = Exact<{
  input: CreateStoreInput;
}>;


export type CreateStoreMutation = { createStore: { store: { id: string } | null } | null };

export type CreateTestStoreMutationVariables = Exact<{
  input: CreateTestStoreInput;
}>;


export type CreateTestStoreMutation = { createTestStore: { store: { id: string } | null } | null };

export type ResetTestStoreMutationVariables = Exact<{
  storeId: string;
}>;


export type ResetTestStoreMutation = { resetTestStore: { store: { id: string } | null } | null };

export type LetTimePassMutationVariables = Exact<{
  storeId: string;
  hours: number;
}>;


export type LetTimePassMutation = { letTimePass: { store: { id: string } | null } | null };

export type UpdateStoreMutationVariables = Exact<{
  input: UpdateStoreInput;
}>;


export type UpdateStoreMutation = { updateStore: { store: { id: string } | null } | null };

export type CreateChannelMutationVariables = Exact<{
  input: CreateChannelInput;
}>;


export type CreateChannelMutation = { createChannel: { channel: { id: string } | null } | null };

export type UpdateChannelMutationVariables = Exact<{
  input: UpdateChannelInput;
}>;


export type UpdateChannelMutation = { updateChannel: { channel: { id: string } | null } | null };

export type CreatePaymentMethodMutationVariables = Exact<{
  input: CreatePaymentMethodInput;
}>;


export type CreatePaymentMethodMutation = { createPaymentMethod: { paymentMethod: { id: string } | null } | null };

export type UpdatePaymentMethodMutationVariables = Exact<{
  input: UpdatePaymentMethodInput;
}>;


export type UpdatePaymentMethodMutation = { updatePaymentMethod: { paymentMethod: { id: string } | null } | null };

export type CreateLocationMutationVariables = Exact<{
  input: CreateLocationInput;
}>;


export type CreateLocationMutation = { createLocation: { location: { id: string } | null } | null };

export type UpdateLocationMutationVariables = Exact<{
  input: UpdateLocationInput;
}>;


export type UpdateLocationMutation = { updateLocation: { location: { id: string } | null } | null };

export type CreateCourierMutationVariables = Exact<{
  input: CreateCourierInput;
}>;


export type CreateCourierMutation = { createCourier: { courier: { id: string } | null } | null };

export type UpdateCourierMutationVariables = Exact<{
  input: UpdateCourierInput;
}>;


export type UpdateCourierMutation = { updateCourier: { courier: { id: string } | null } | null };

export const settingsStores = `query SettingsStores($storesAfter: Cursor) {
  stores(first: 100, orderBy: [NAME_ASC], after: $storesAfter) {
    nodes {
      id
      name
      slug
      status
      currencySymbol
      timezone
      domain
      isTest
      resetAskedAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}` as Document<SettingsStoresQuery, SettingsStoresQueryVariables>;

export const settingsStore = `query SettingsStore($id: UUID!, $channelsAfter: Cursor, $paymentMethodsAfter: Cursor) {
  store(id: $id) {
    id
    updatedAt
    name
    slug
    domain
    status
    currencyCode
    currencySymbol
    symbolPosition
    advancePaymentPlans
    timezone
    contactPhone
    contactEmail
    contactWhatsapp
    contactAddress
    unpaidOrderHours
    videoUploadsEnabled
    isTest
    resetAskedAt
    channels(first: 100, orderBy: [NAME_ASC], after: $channelsAfter) {
      nodes {
        id
        updatedAt
        type
        name
        slug
        status
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    paymentMethods(first: 100, orderBy: [NAME_ASC], after: $paymentMethodsAfter) {
      nodes {
        id
        updatedAt
        name
        type
        requiresTransactionId
        isOnline
        status
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}` as Document<SettingsStoreQuery, SettingsStoreQueryVariables>;

export const settingsLocations = `query SettingsLocations($locationsAfter: Cursor) {
  locations(first: 100, orderBy: [NAME_ASC], after: $locationsAfter) {
    nodes {
      id
      updatedAt
      name
      code
      address
      status
      isDefault
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}` as Document<SettingsLocationsQuery, SettingsLocationsQueryVariables>;

export const settingsCouriers = `query SettingsCouriers($couriersAfter: Cursor) {
  couriers(first: 100, orderBy: [NAME_ASC], after: $couriersAfter) {
    nodes {
      id
      updatedAt
      name
      reportsPickups
      isOwnRider
      status
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}` as Document<SettingsCouriersQuery, SettingsCouriersQueryVariables>;

export const createStore = `mutation CreateStore($input: CreateStoreInput!) {
  createStore(input: $input) {
    store {
      id
    }
  }
}` as Document<CreateStoreMutation, CreateStoreMutationVariables>;

export const createTestStore = `mutation CreateTestStore($input: CreateTestStoreInput!) {
  createTestStore(input: $input) {
    store {
      id
    }
  }
}` as Document<CreateTestStoreMutation, CreateTestStoreMutationVariables>;

export const resetTestStore = `mutation ResetTestStore($storeId: UUID!) {
  resetTestStore(input: { storeId: $storeId }) {
    store {
      id
    }
  }
}` as Document<ResetTestStoreMutation, ResetTestStoreMutationVariables>;

export const letTimePass = `mutation LetTimePass($storeId: UUID!, $hours: Int!) {
  letTimePass(input: { storeId: $storeId, hours: $hours }) {
    store {
      id
    }
  }
}` as Document<LetTimePassMutation, LetTimePassMutationVariables>;

export const updateStore = `mutation UpdateStore($input: UpdateStoreInput!) {
  updateStore(input: $input) {
    store {
      id
    }
  }
}` as Document<UpdateStoreMutation, UpdateStoreMutationVariables>;

export const createChannel = `mutation CreateChannel($input: CreateChannelInput!) {
  createChannel(input: $input) {
    channel {
      id
    }
  }
}` as Document<CreateChannelMutation, CreateChannelMutationVariables>;

export const updateChannel = `mutation UpdateChannel($input: UpdateChannelInput!) {
  updateChannel(input: $input) {
    channel {
      id
    }
  }
}` as Document<UpdateChannelMutation, UpdateChannelMutationVariables>;

export const createPaymentMethod = `mutation CreatePaymentMethod($input: CreatePaymentMethodInput!) {
  createPaymentMethod(input: $input) {
    paymentMethod {
      id
    }
  }
}` as Document<CreatePaymentMethodMutation, CreatePaymentMethodMutationVariables>;

export const updatePaymentMethod = `mutation UpdatePaymentMethod($input: UpdatePaymentMethodInput!) {
  updatePaymentMethod(input: $input) {
    paymentMethod {
      id
    }
  }
}` as Document<UpdatePaymentMethodMutation, UpdatePaymentMethodMutationVariables>;

export const createLocation = `mutation CreateLocation($input: CreateLocationInput!) {
  createLocation(input: $input) {
    location {
      id
    }
  }
}` as Document<CreateLocationMutation, CreateLocationMutationVariables>;

export const updateLocation = `mutation UpdateLocation($input: UpdateLocationInput!) {
  updateLocation(input: $input) {
    location {
      id
    }
  }
}` as Document<UpdateLocationMutation, UpdateLocationMutationVariables>;

export const createCourier = `mutation CreateCourier($input: CreateCourierInput!) {
  createCourier(input: $input) {
    courier {
      id
    }
  }
}` as Document<CreateCourierMutation, CreateCourierMutationVariables>;

export const updateCourier = `mutation UpdateCourier($input: UpdateCourierInput!) {
  updateCourier(input: $input) {
    courier {
      id
    }
  }
}` as Document<UpdateCourierMutation, UpdateCourierMutationVariables>;
