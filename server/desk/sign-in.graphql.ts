// Made of sign-in.graphql: npm run codegen -- desk
import type { Document } from './client.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type SignInMutationVariables = Exact<{
  email: string;
  password: string;
  code?: string | null | undefined;
  deviceToken?: string | null | undefined;
}>;


export type SignInMutation = { signIn: { session: { token: string | null, deviceToken: string | null } | null } | null };

export type SignOutMutationVariables = Exact<{ [key: string]: never; }>;


export type SignOutMutation = { signOut: { result: boolean | null } | null };

export type ChangeOwnPasswordMutationVariables = Exact<{
  current: string;
  chosen: string;
}>;


export type ChangeOwnPasswordMutation = { changeOwnPassword: { staffMember: { id: string } | null } | null };

export type SetUpTwoFactorMutationVariables = Exact<{
  password: string;
}>;


export type SetUpTwoFactorMutation = { setUpTwoFactor: { twoFactorSetup: { secret: string | null, uri: string | null } | null } | null };

export type ConfirmTwoFactorMutationVariables = Exact<{
  code: string;
}>;


export type ConfirmTwoFactorMutation = { confirmTwoFactor: { recoverySheet: { codes: Array<string> | null } | null } | null };

export const signIn = `mutation SignIn($email: String!, $password: String!, $code: String, $deviceToken: String) {
  signIn(input: { email: $email, password: $password, code: $code, deviceToken: $deviceToken }) {
    session {
      token
      deviceToken
    }
  }
}` as Document<SignInMutation, SignInMutationVariables>;

export const signOut = `mutation SignOut {
  signOut(input: {}) {
    result
  }
}` as Document<SignOutMutation, SignOutMutationVariables>;

export const changeOwnPassword = `mutation ChangeOwnPassword($current: String!, $chosen: String!) {
  changeOwnPassword(input: { currentPassword: $current, newPassword: $chosen }) {
    staffMember {
      id
    }
  }
}` as Document<ChangeOwnPasswordMutation, ChangeOwnPasswordMutationVariables>;

export const setUpTwoFactor = `mutation SetUpTwoFactor($password: String!) {
  setUpTwoFactor(input: { currentPassword: $password }) {
    twoFactorSetup {
      secret
      uri
    }
  }
}` as Document<SetUpTwoFactorMutation, SetUpTwoFactorMutationVariables>;

export const confirmTwoFactor = `mutation ConfirmTwoFactor($code: String!) {
  confirmTwoFactor(input: { code: $code }) {
    recoverySheet {
      codes
    }
  }
}` as Document<ConfirmTwoFactorMutation, ConfirmTwoFactorMutationVariables>;
