// Made of account.graphql: npm run codegen -- desk
import type { Document } from '../client.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type OwnAccountQueryVariables = Exact<{
  openSessionsAfter?: string | null | undefined;
}>;


export type OwnAccountQuery = { twoFactor: { isOn: boolean | null, isRequired: boolean | null, recoveryCodesLeft: number | null } | null, openSessions: { nodes: Array<{ id: string | null, address: string | null, userAgent: string | null, createdAt: string | null, lastSeenAt: string | null, isCurrent: boolean | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type RemoveTwoFactorMutationVariables = Exact<{
  code: string;
}>;


export type RemoveTwoFactorMutation = { removeTwoFactor: { result: boolean | null } | null };

export type RenewRecoveryCodesMutationVariables = Exact<{
  code: string;
}>;


export type RenewRecoveryCodesMutation = { renewRecoveryCodes: { recoverySheet: { codes: Array<string> | null } | null } | null };

export type EndSessionMutationVariables = Exact<{
  id: string;
}>;


export type EndSessionMutation = { endSession: { result: boolean | null } | null };

export type SignOutEverywhereMutationVariables = Exact<{ [key: string]: never; }>;


export type SignOutEverywhereMutation = { signOutEverywhere: { result: number | null } | null };

export const ownAccount = `query OwnAccount($openSessionsAfter: Cursor) {
  twoFactor {
    isOn
    isRequired
    recoveryCodesLeft
  }
  openSessions(first: 100, after: $openSessionsAfter) {
    nodes {
      id
      address
      userAgent
      createdAt
      lastSeenAt
      isCurrent
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}` as Document<OwnAccountQuery, OwnAccountQueryVariables>;

export const removeTwoFactor = `mutation RemoveTwoFactor($code: String!) {
  removeTwoFactor(input: { code: $code }) {
    result
  }
}` as Document<RemoveTwoFactorMutation, RemoveTwoFactorMutationVariables>;

export const renewRecoveryCodes = `mutation RenewRecoveryCodes($code: String!) {
  renewRecoveryCodes(input: { code: $code }) {
    recoverySheet {
      codes
    }
  }
}` as Document<RenewRecoveryCodesMutation, RenewRecoveryCodesMutationVariables>;

export const endSession = `mutation EndSession($id: UUID!) {
  endSession(input: { sessionId: $id }) {
    result
  }
}` as Document<EndSessionMutation, EndSessionMutationVariables>;

export const signOutEverywhere = `mutation SignOutEverywhere {
  signOutEverywhere(input: {}) {
    result
  }
}` as Document<SignOutEverywhereMutation, SignOutEverywhereMutationVariables>;
