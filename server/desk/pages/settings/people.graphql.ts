// Made of people.graphql: npm run codegen -- desk
import type { Document } from '../../client.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** The words of staff: role. */
export type StaffRoleName =
  | 'owner'
  | 'agent';

/** The words of staff: permissions. */
export type StaffPermission =
  | 'developer_manage'
  | 'orders_manage'
  | 'catalog_manage'
  | 'inventory_manage'
  | 'payments_manage'
  | 'staff_manage'
  | 'settings_manage'
  | 'costs_read'
  | 'customers_read'
  | 'activity_read';

/** The words of staff: status. */
export type StaffStatus =
  | 'active'
  | 'disabled';

/** All input for the `updateStaffRole` mutation. */
export type UpdateStaffRoleInput = {
  /**
   * An arbitrary string value with no semantic meaning. Will be included in the
   * payload verbatim. May be used to track mutations by the client.
   */
  clientMutationId?: string | null | undefined;
  /** Which staff role. */
  staffRoleId: string;
  /** What people call it; unique in the company. */
  name?: string | null | undefined;
  /** What everybody who has the role may do and see. */
  permissions?: Array<StaffPermission | null | undefined> | null | undefined;
  /** What it is for. */
  description?: string | null | undefined;
  /** The `updatedAt` that you read: refused with CONFLICT if the record was changed since. */
  expectedUpdatedAt?: string | null | undefined;
};

/** All input for the `setStaffPermissions` mutation. */
export type SetStaffPermissionsInput = {
  /**
   * An arbitrary string value with no semantic meaning. Will be included in the
   * payload verbatim. May be used to track mutations by the client.
   */
  clientMutationId?: string | null | undefined;
  /** Which staff member. */
  staffId: string;
  /** What an agent may do and see besides what their role allows. */
  permissions: Array<StaffPermission | null | undefined>;
  /** owner: every permission; agent: those listed, and those of the role. */
  role?: StaffRoleName | null | undefined;
  /** The `updatedAt` that you read: refused with CONFLICT if the record was changed since. */
  expectedUpdatedAt?: string | null | undefined;
};

export type SettingsPeopleQueryVariables = Exact<{
  staffMembersAfter?: string | null | undefined;
  staffRolesAfter?: string | null | undefined;
}>;


export type SettingsPeopleQuery = { twoFactor: { isRequired: boolean | null } | null, staffMembers: { nodes: Array<{ id: string, fullName: string, email: string, role: StaffRoleName, status: StaffStatus, permissions: Array<StaffPermission> | null, staffRole: { id: string, name: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null, staffRoles: { nodes: Array<{ id: string, updatedAt: string, name: string, description: string | null, permissions: Array<StaffPermission> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type SettingsPersonQueryVariables = Exact<{
  id: string;
  openSessionsAfter?: string | null | undefined;
  staffRolesAfter?: string | null | undefined;
}>;


export type SettingsPersonQuery = { staffMember: { id: string, updatedAt: string, fullName: string, email: string, role: StaffRoleName, status: StaffStatus, permissions: Array<StaffPermission> | null, staffRole: { id: string, name: string, permissions: Array<StaffPermission> } | null } | null, openSessions: { nodes: Array<{ id: string | null, address: string | null, userAgent: string | null, createdAt: string | null, lastSeenAt: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null, staffRoles: { nodes: Array<{ id: string, updatedAt: string, name: string, description: string | null, permissions: Array<StaffPermission> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type InviteStaffMutationVariables = Exact<{
  email: string;
  fullName: string;
  role?: StaffRoleName | null | undefined;
  permissions?: Array<StaffPermission> | StaffPermission | null | undefined;
  staffRoleId?: string | null | undefined;
}>;


export type InviteStaffMutation = { inviteStaff: { invitation: { oneTimePassword: string | null, validUntil: string | null, staffMember: { id: string, email: string } | null } | null } | null };

export type ResetStaffPasswordMutationVariables = Exact<{
  id: string;
}>;


export type ResetStaffPasswordMutation = { resetStaffPassword: { invitation: { oneTimePassword: string | null, validUntil: string | null, staffMember: { id: string, email: string } | null } | null } | null };

export type SetStaffPermissionsMutationVariables = Exact<{
  input: SetStaffPermissionsInput;
}>;


export type SetStaffPermissionsMutation = { setStaffPermissions: { staffMember: { id: string } | null } | null };

export type SetStaffRoleMutationVariables = Exact<{
  id: string;
  staffRoleId?: string | null | undefined;
}>;


export type SetStaffRoleMutation = { setStaffRole: { staffMember: { id: string } | null } | null };

export type SetStaffStatusMutationVariables = Exact<{
  id: string;
  status: StaffStatus;
}>;


export type SetStaffStatusMutation = { setStaffStatus: { staffMember: { id: string } | null } | null };

export type ResetTwoFactorMutationVariables = Exact<{
  id: string;
}>;


export type ResetTwoFactorMutation = { resetTwoFactor: { staffMember: { id: string } | null } | null };

export type RevokeStaffSessionsMutationVariables = Exact<{
  id: string;
}>;


export type RevokeStaffSessionsMutation = { revokeStaffSessions: { staffMember: { id: string } | null } | null };

export type RequireTwoFactorMutationVariables = Exact<{
  required: boolean;
}>;


export type RequireTwoFactorMutation = { requireTwoFactor: { company: { requiresTwoFactor: boolean } | null } | null };

export type CreateStaffRoleMutationVariables = Exact<{
  name: string;
  permissions: Array<StaffPermission> | StaffPermission;
  description?: string | null | undefined;
}>;


export type CreateStaffRoleMutation = { createStaffRole: { staffRole: { id: string } | null } | null };

export type UpdateStaffRoleMutationVariables = Exact<{
  input: UpdateStaffRoleInput;
}>;


export type UpdateStaffRoleMutation = { updateStaffRole: { staffRole: { id: string } | null } | null };

export type RemoveStaffRoleMutationVariables = Exact<{
  id: string;
}>;


export type RemoveStaffRoleMutation = { removeStaffRole: { staffRole: { id: string } | null } | null };

export const settingsPeople = `query SettingsPeople($staffMembersAfter: Cursor, $staffRolesAfter: Cursor) {
  twoFactor {
    isRequired
  }
  staffMembers(first: 100, orderBy: [FULL_NAME_ASC], after: $staffMembersAfter) {
    nodes {
      id
      fullName
      email
      role
      status
      permissions
      staffRole {
        id
        name
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
  staffRoles(first: 100, orderBy: [NAME_ASC], after: $staffRolesAfter) {
    nodes {
      id
      updatedAt
      name
      description
      permissions
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}` as Document<SettingsPeopleQuery, SettingsPeopleQueryVariables>;

export const settingsPerson = `query SettingsPerson($id: UUID!, $openSessionsAfter: Cursor, $staffRolesAfter: Cursor) {
  staffMember(id: $id) {
    id
    updatedAt
    fullName
    email
    role
    status
    permissions
    staffRole {
      id
      name
      permissions
    }
  }
  openSessions(staffId: $id, first: 100, after: $openSessionsAfter) {
    nodes {
      id
      address
      userAgent
      createdAt
      lastSeenAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
  staffRoles(first: 100, orderBy: [NAME_ASC], after: $staffRolesAfter) {
    nodes {
      id
      updatedAt
      name
      description
      permissions
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}` as Document<SettingsPersonQuery, SettingsPersonQueryVariables>;

export const inviteStaff = `mutation InviteStaff(
  $email: String!
  $fullName: String!
  $role: StaffRoleName
  $permissions: [StaffPermission!]
  $staffRoleId: UUID
) {
  inviteStaff(
    input: { email: $email, fullName: $fullName, role: $role, permissions: $permissions, staffRoleId: $staffRoleId }
  ) {
    invitation {
      oneTimePassword
      validUntil
      staffMember {
        id
        email
      }
    }
  }
}` as Document<InviteStaffMutation, InviteStaffMutationVariables>;

export const resetStaffPassword = `mutation ResetStaffPassword($id: UUID!) {
  resetStaffPassword(input: { staffId: $id }) {
    invitation {
      oneTimePassword
      validUntil
      staffMember {
        id
        email
      }
    }
  }
}` as Document<ResetStaffPasswordMutation, ResetStaffPasswordMutationVariables>;

export const setStaffPermissions = `mutation SetStaffPermissions($input: SetStaffPermissionsInput!) {
  setStaffPermissions(input: $input) {
    staffMember {
      id
    }
  }
}` as Document<SetStaffPermissionsMutation, SetStaffPermissionsMutationVariables>;

export const setStaffRole = `mutation SetStaffRole($id: UUID!, $staffRoleId: UUID) {
  setStaffRole(input: { staffId: $id, staffRoleId: $staffRoleId }) {
    staffMember {
      id
    }
  }
}` as Document<SetStaffRoleMutation, SetStaffRoleMutationVariables>;

export const setStaffStatus = `mutation SetStaffStatus($id: UUID!, $status: StaffStatus!) {
  setStaffStatus(input: { staffId: $id, status: $status }) {
    staffMember {
      id
    }
  }
}` as Document<SetStaffStatusMutation, SetStaffStatusMutationVariables>;

export const resetTwoFactor = `mutation ResetTwoFactor($id: UUID!) {
  resetTwoFactor(input: { staffId: $id }) {
    staffMember {
      id
    }
  }
}` as Document<ResetTwoFactorMutation, ResetTwoFactorMutationVariables>;

export const revokeStaffSessions = `mutation RevokeStaffSessions($id: UUID!) {
  revokeStaffSessions(input: { staffId: $id }) {
    staffMember {
      id
    }
  }
}` as Document<RevokeStaffSessionsMutation, RevokeStaffSessionsMutationVariables>;

export const requireTwoFactor = `mutation RequireTwoFactor($required: Boolean!) {
  requireTwoFactor(input: { required: $required }) {
    company {
      requiresTwoFactor
    }
  }
}` as Document<RequireTwoFactorMutation, RequireTwoFactorMutationVariables>;

export const createStaffRole = `mutation CreateStaffRole($name: String!, $permissions: [StaffPermission!]!, $description: String) {
  createStaffRole(input: { name: $name, permissions: $permissions, description: $description }) {
    staffRole {
      id
    }
  }
}` as Document<CreateStaffRoleMutation, CreateStaffRoleMutationVariables>;

export const updateStaffRole = `mutation UpdateStaffRole($input: UpdateStaffRoleInput!) {
  updateStaffRole(input: $input) {
    staffRole {
      id
    }
  }
}` as Document<UpdateStaffRoleMutation, UpdateStaffRoleMutationVariables>;

export const removeStaffRole = `mutation RemoveStaffRole($id: UUID!) {
  removeStaffRole(input: { staffRoleId: $id }) {
    staffRole {
      id
    }
  }
}` as Document<RemoveStaffRoleMutation, RemoveStaffRoleMutationVariables>;
