// Made of company.graphql: npm run codegen -- desk
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

/** A filter to be used against String fields. All fields are combined with a logical ‘and.’ */
export type StringFilter = {
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
  /** Contains the specified string (case-insensitive). */
  includesInsensitive?: string | null | undefined;
  /** Starts with the specified string (case-insensitive). */
  startsWithInsensitive?: string | null | undefined;
};

/** The words of activity log: actor type. */
export type ActivityLogActorType =
  | 'api_key'
  | 'staff'
  | 'system';

/** A filter to be used against `ActivityEntry` object types. All fields are combined with a logical ‘and.’ */
export type ActivityEntryFilter = {
  /** Filter by the object’s `id` field. */
  id?: UuidFilter | null | undefined;
  /** Filter by the object’s `storeId` field. */
  storeId?: UuidFilter | null | undefined;
  /** Filter by the object’s `actorType` field. */
  actorType?: ActivityLogActorTypeFilter | null | undefined;
  /** Filter by the object’s `actorId` field. */
  actorId?: UuidFilter | null | undefined;
  /** Filter by the object’s `actorName` field. */
  actorName?: StringFilter | null | undefined;
  /** Filter by the object’s `action` field. */
  action?: StringFilter | null | undefined;
  /** Filter by the object’s `objectType` field. */
  objectType?: StringFilter | null | undefined;
  /** Filter by the object’s `objectId` field. */
  objectId?: UuidFilter | null | undefined;
  /** Filter by the object’s `requestId` field. */
  requestId?: StringFilter | null | undefined;
  /** Filter by the object’s `createdAt` field. */
  createdAt?: DatetimeFilter | null | undefined;
  /** Checks for all expressions in this list. */
  and?: Array<ActivityEntryFilter> | null | undefined;
  /** Checks for any expressions in this list. */
  or?: Array<ActivityEntryFilter> | null | undefined;
  /** Negates the expression. */
  not?: ActivityEntryFilter | null | undefined;
};

/** A filter to be used against ActivityLogActorType fields. All fields are combined with a logical ‘and.’ */
export type ActivityLogActorTypeFilter = {
  /** Is null (if `true` is specified) or is not null (if `false` is specified). */
  isNull?: boolean | null | undefined;
  /** Equal to the specified value. */
  equalTo?: ActivityLogActorType | null | undefined;
  /** Not equal to the specified value. */
  notEqualTo?: ActivityLogActorType | null | undefined;
  /** Included in the specified list. */
  in?: Array<ActivityLogActorType> | null | undefined;
  /** Not included in the specified list. */
  notIn?: Array<ActivityLogActorType> | null | undefined;
  /** Less than the specified value. */
  lessThan?: ActivityLogActorType | null | undefined;
  /** Less than or equal to the specified value. */
  lessThanOrEqualTo?: ActivityLogActorType | null | undefined;
  /** Greater than the specified value. */
  greaterThan?: ActivityLogActorType | null | undefined;
  /** Greater than or equal to the specified value. */
  greaterThanOrEqualTo?: ActivityLogActorType | null | undefined;
};

export type SettingsPlanQueryVariables = Exact<{ [key: string]: never; }>;


export type SettingsPlanQuery = { planUse: { planName: string | null, apiAccess: boolean | null, advancedReports: boolean | null, productVideos: boolean | null, readsPerMinute: number | null, writesPerMinute: number | null, ordersThisMonth: number | null, ordersPerMonth: number | null, products: number | null, maxProducts: number | null, videoBytes: string | null, videoStorageBytes: string | null, videosPerProduct: number | null } | null };

export type SettingsActivityQueryVariables = Exact<{
  filter: ActivityEntryFilter;
  after?: string | null | undefined;
}>;


export type SettingsActivityQuery = { activityEntries: { nodes: Array<{ id: string, createdAt: string, actorType: ActivityLogActorType, actorName: string, action: string, objectType: string, objectId: string | null, before: unknown, after: unknown, store: { name: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type ActivityPeopleQueryVariables = Exact<{
  staffMembersAfter?: string | null | undefined;
}>;


export type ActivityPeopleQuery = { staffMembers: { nodes: Array<{ id: string, fullName: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export const settingsPlan = `query SettingsPlan {
  planUse {
    planName
    apiAccess
    advancedReports
    productVideos
    readsPerMinute
    writesPerMinute
    ordersThisMonth
    ordersPerMonth
    products
    maxProducts
    videoBytes
    videoStorageBytes
    videosPerProduct
  }
}` as Document<SettingsPlanQuery, SettingsPlanQueryVariables>;

export const settingsActivity = `query SettingsActivity($filter: ActivityEntryFilter!, $after: Cursor) {
  activityEntries(first: 50, after: $after, filter: $filter, orderBy: [CREATED_AT_DESC]) {
    nodes {
      id
      createdAt
      actorType
      actorName
      action
      objectType
      objectId
      before
      after
      store {
        name
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}` as Document<SettingsActivityQuery, SettingsActivityQueryVariables>;

export const activityPeople = `query ActivityPeople($staffMembersAfter: Cursor) {
  staffMembers(first: 100, orderBy: [FULL_NAME_ASC], after: $staffMembersAfter) {
    nodes {
      id
      fullName
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}` as Document<ActivityPeopleQuery, ActivityPeopleQueryVariables>;
