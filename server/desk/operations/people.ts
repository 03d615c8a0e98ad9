// The part of the library about staff: access, sign-in and what they did.
import { changes, type Operation } from './changes.ts';

const id = '00000000-0000-0000-0000-000000000000';
const change = changes('People', 'staff.manage');
const member = 'id fullName email status';

export const people: Operation[] = [
  {
    id: 'invite',
    group: 'People',
    title: 'Invite a colleague',
    about: 'Returns a one-time password, which is shown only once.',
    needs: 'staff.manage',
    query: `mutation Invite($email: String!, $fullName: String!, $permissions: [StaffPermission!], $staffRoleId: UUID) {
  inviteStaff(input: { email: $email, fullName: $fullName, permissions: $permissions, staffRoleId: $staffRoleId }) {
    invitation { oneTimePassword validUntil staffMember { id email permissions staffRole { name permissions } } }
  }
}`,
    variables: { email: '', fullName: '', permissions: ['orders_manage'], staffRoleId: null },
  },
  {
    id: 'staff',
    group: 'People',
    title: 'Who works here, and what they may do',
    about: 'With staff.manage the permissions of all; otherwise your own.',
    query: `query Staff {
  staffMembers(first: 100, orderBy: [FULL_NAME_ASC]) {
    nodes { id fullName email role status permissions staffRole { id name } }
  }
  staffRoles(first: 100, orderBy: [NAME_ASC]) {
    nodes { id name description permissions staffMembers { totalCount } }
  }
}`,
  },
  {
    id: 'set-permissions',
    group: 'People',
    title: 'Change what a colleague may do',
    about: 'Besides what their staff role allows, from their next request on. You can grant what you hold yourself.',
    needs: 'staff.manage',
    query: `mutation SetPermissions($staffId: UUID!, $permissions: [StaffPermission!]!) {
  setStaffPermissions(input: { staffId: $staffId, permissions: $permissions }) {
    staffMember { id fullName role permissions staffRole { name permissions } }
  }
}`,
    variables: { staffId: id, permissions: ['orders_manage'] },
  },
  {
    id: 'set-role',
    group: 'People',
    title: 'Give a colleague a staff role',
    about: 'In place of the one they have; null takes it away.',
    needs: 'staff.manage',
    query: `mutation SetRole($staffId: UUID!, $staffRoleId: UUID) {
  setStaffRole(input: { staffId: $staffId, staffRoleId: $staffRoleId }) {
    staffMember { id fullName permissions staffRole { name permissions } }
  }
}`,
    variables: { staffId: id, staffRoleId: null },
  },
  {
    id: 'create-role',
    group: 'People',
    title: 'Create a staff role',
    about: 'A named set of permissions for people with the same work.',
    needs: 'staff.manage',
    query: `mutation CreateRole($name: String!, $permissions: [StaffPermission!]!, $description: String) {
  createStaffRole(input: { name: $name, permissions: $permissions, description: $description }) {
    staffRole { id name description permissions }
  }
}`,
    variables: { name: 'Cashier', permissions: [], description: '' },
  },
  {
    id: 'update-role',
    group: 'People',
    title: 'Change a staff role',
    about: 'For everybody who has it, from their next request on. What is left out stays.',
    needs: 'staff.manage',
    query: `mutation UpdateRole($staffRoleId: UUID!, $name: String, $permissions: [StaffPermission!], $description: String) {
  updateStaffRole(
    input: { staffRoleId: $staffRoleId, name: $name, permissions: $permissions, description: $description }
  ) {
    staffRole { id name description permissions staffMembers { nodes { fullName } } }
  }
}`,
    variables: { staffRoleId: id, name: null, permissions: null, description: null },
  },
  {
    id: 'remove-role',
    group: 'People',
    title: 'Remove a staff role',
    about: 'One that nobody has.',
    needs: 'staff.manage',
    query: `mutation RemoveRole($staffRoleId: UUID!) {
  removeStaffRole(input: { staffRoleId: $staffRoleId }) {
    staffRole { id name }
  }
}`,
    variables: { staffRoleId: id },
  },
  {
    id: 'require-two-factor',
    group: 'People',
    title: 'Require two-factor sign-in',
    about: 'Of all staff, for owners. Who has not set it up can do nothing else from then on.',
    needs: 'an owner',
    query: `mutation RequireTwoFactor($required: Boolean!) {
  requireTwoFactor(input: { required: $required }) {
    company { id name requiresTwoFactor }
  }
}`,
    variables: { required: true },
  },
  {
    id: 'reset-two-factor',
    group: 'People',
    title: 'Reset the two-factor sign-in of a colleague',
    about: 'For someone who lost the phone and the recovery codes. They are signed out everywhere.',
    needs: 'staff.manage',
    query: `mutation ResetTwoFactor($staffId: UUID!) {
  resetTwoFactor(input: { staffId: $staffId }) {
    staffMember { id fullName email }
  }
}`,
    variables: { staffId: id },
  },
  {
    id: 'reset-password',
    group: 'People',
    title: 'Give a colleague a one-time password',
    about: 'For someone who forgot theirs. It is shown only once; they have to choose their own with it.',
    needs: 'staff.manage',
    query: `mutation ResetPassword($staffId: UUID!) {
  resetStaffPassword(input: { staffId: $staffId }) {
    invitation { oneTimePassword validUntil staffMember { id email } }
  }
}`,
    variables: { staffId: id },
  },
  {
    id: 'my-sessions',
    group: 'People',
    title: 'Where I am signed in',
    about:
      'Your open sessions with address, browser and times. endSession ends one. With staffId, those of a colleague.',
    query: `query MySessions {
  openSessions(first: 50) {
    nodes { id address userAgent createdAt lastSeenAt expiresAt isCurrent }
  }
}`,
  },
  {
    id: 'activity',
    group: 'People',
    title: 'Who did what',
    about: 'The activity log, newest first. Empty without activity.read.',
    query: `query Activity {
  activityEntries(first: 50) {
    nodes { createdAt actorName action objectType objectId before after store { name } }
  }
}`,
  },
  change('set-staff-status', 'Let a colleague in or out', 'disabled ends their sessions.', 'staffMember', member, {
    staffId: id,
    status: 'disabled',
  }),
  change('revoke-staff-sessions', 'Sign a colleague out everywhere', 'On every device.', 'staffMember', member, {
    staffId: id,
  }),
  change('end-session', 'End a session of a colleague', 'openSessions lists them.', 'result', null, { sessionId: id }),
];
