/**
 * The mutations of staff that check a password, a code or a passkey, with the key of the sentence for a wrong one. The pages tell
 * by it that a session has not ended, which has the same code.
 */
export const wrongSecrets: Readonly<Record<string, string>> = {
  signIn: 'wrongSecret',
  changeOwnPassword: 'wrongSecret.password',
  setUpTwoFactor: 'wrongSecret.password',
  confirmTwoFactor: 'wrongSecret.code',
  removeTwoFactor: 'wrongSecret.code',
  renewRecoveryCodes: 'wrongSecret.code',
  signInWithPasskey: 'wrongSecret.passkey',
  beginPasskey: 'wrongSecret.password',
  removePasskey: 'wrongSecret.password',
};
