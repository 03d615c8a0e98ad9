// The part of the library about staff: access, sign-in and what they did.
const id = '00000000-0000-0000-0000-000000000000';

export const people = [
  {
    id: 'invite',
    group: 'People',
    title: 'Invite a colleague',
    about: 'Returns a one-time password, which is shown only once.',
    needs: 'staff.manage',
    query: `mutation Invite($email: String!, $fullName: String!, $permissions: [StaffPermission!]!) {
  inviteStaff(input: { email: $email, fullName: $fullName, permissions: $permissions }) {
    invitation { oneTimePassword validUntil staffMember { id email permissions } }
  }
}`,
    variables: { email: '', fullName: '', permissions: ['orders_manage'] },
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
    about: 'The activity log, newest first.',
    query: `query Activity {
  activityEntries(first: 50) {
    nodes { createdAt actorName action objectType objectId before after store { name } }
  }
}`,
  },
];
