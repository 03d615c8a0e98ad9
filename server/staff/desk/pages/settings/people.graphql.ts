// Made of people.graphql: RECORD_DESK=1 npm test -- test/staff/desk_documents.test.ts
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

export type SettingsPeopleQueryVariables = Exact<{ [key: string]: never; }>;


export type SettingsPeopleQuery = { twoFactor: { isRequired: boolean | null } | null, staffMembers: { nodes: Array<{ id: string, fullName: string, email: string, role: StaffRoleName, status: StaffStatus, permissions: Array<StaffPermission> | null, staffRole: { id: string, name: string } | null }> } | null, staffRoles: { nodes: Array<{ id: string, name: string, description: string | null, permissions: Array<StaffPermission> }> } | null };

export type SettingsPersonQueryVariables = Exact<{
  id: string;
}>;


export type SettingsPersonQuery = { staffMember: { id: string, fullName: string, email: string, role: StaffRoleName, status: StaffStatus, permissions: Array<StaffPermission> | null, staffRole: { id: string, name: string, permissions: Array<StaffPermission> } | null } | null, openSessions: { nodes: Array<{ id: string | null, address: string | null, userAgent: string | null, createdAt: string | null, lastSeenAt: string | null }> } | null, staffRoles: { nodes: Array<{ id: string, name: string, description: string | null, permissions: Array<StaffPermission> }> } | null };

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
  id: string;
  permissions: Array<StaffPermission> | StaffPermission;
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
  id: string;
  name?: string | null | undefined;
  permissions?: Array<StaffPermission> | StaffPermission | null | undefined;
  description?: string | null | undefined;
}>;


export type UpdateStaffRoleMutation = { updateStaffRole: { staffRole: { id: string } | null } | null };

export type RemoveStaffRoleMutationVariables = Exact<{
  id: string;
}>;


export type RemoveStaffRoleMutation = { removeStaffRole: { staffRole: { id: string } | null } | null };

export const settingsPeople = `query SettingsPeople {
  twoFactor {
    isRequired
  }
  staffMembers(first: 100, orderBy: [FULL_NAME_ASC]) {
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
  }
  staffRoles(first: 100, orderBy: [NAME_ASC]) {
    nodes {
      id
      name
      description
      permissions
    }
  }
}` as Document<SettingsPeopleQuery, SettingsPeopleQueryVariables>;

export const settingsPerson = `query SettingsPerson($id: UUID!) {
  staffMember(id: $id) {
    id
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
  openSessions(staffId: $id, first: 100) {
    nodes {
      id
      address
      userAgent
      createdAt
      lastSeenAt
    }
  }
  staffRoles(first: 100, orderBy: [NAME_ASC]) {
    nodes {
      id
      name
      description
      permissions
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

export const setStaffPermissions = `mutation SetStaffPermissions($id: UUID!, $permissions: [StaffPermission!]!) {
  setStaffPermissions(input: { staffId: $id, permissions: $permissions }) {
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

export const updateStaffRole = `mutation UpdateStaffRole($id: UUID!, $name: String, $permissions: [StaffPermission!], $description: String) {
  updateStaffRole(input: { staffRoleId: $id, name: $name, permissions: $permissions, description: $description }) {
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
