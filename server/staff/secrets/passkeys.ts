// Reads what browsers give of passkeys (WebAuthn) with the library @simplewebauthn/server, and tells the procedures that run
// right after: which host name passkeys are bound to, what is in a new one, whether an answer is good for our addresses.
//
// That is not what a session hangs on. Who has signed what is proven in the database once more (internal.check_passkey), so
// that a stolen login of this server opens no session by saying that a passkey was right.
import type pg from 'pg';
import { context, lambda } from 'postgraphile/grafast';
import { wrapPlans } from 'postgraphile/utils';
import type { PasskeySite } from './passkey-site.ts';

/** What is read of the input of a mutation. */
const fieldsOf = {
  beginPasskey: [],
  beginPasskeySignIn: [],
  addPasskey: ['clientData', 'attestation'],
  signInWithPasskey: ['credentialId', 'clientData', 'authenticatorData', 'signature'],
} as const;
type Mutation = keyof typeof fieldsOf;
type Settings = Record<string, string>;

export const passkeysPlugin = (site: PasskeySite | null): GraphileConfig.Plugin =>
  wrapPlans(
    ({ Self, scope }) =>
      Self.name === 'Mutation' && Object.hasOwn(fieldsOf, scope.fieldName) ? (scope.fieldName as Mutation) : null,
    (mutation) => (plan, _$root, fieldArgs) => {
      const $given = fieldsOf[mutation].map((field) => fieldArgs.getRaw(['input', field]));
      const $told = lambda(
        [context().get('pgSettings'), context().get('pool'), context().get('otherChallenges'), ...$given] as const,
        async ([settings, pool, otherChallenges, ...given]) => {
          Object.assign(settings as Settings, { 'haat.passkey_domain': site?.domain ?? '' });
          if (mutation === 'beginPasskeySignIn' && otherChallenges)
            Object.assign(settings as Settings, { 'haat.passkey_challenges': await otherChallenges() });
          const read = mutation === 'addPasskey' ? readNew : mutation === 'signInWithPasskey' ? check : undefined;
          if (read && site) Object.assign(settings as Settings, await read(site, given.map(String), pool));
          return null;
        },
      );
      // A step with side effects runs before the procedure.
      $told.hasSideEffects = true;
      return plan();
    },
  );

/** Parts of an answer that the database compares: the library is to look at everything else. */
const ofTheDatabase = { expectedChallenge: () => true, requireUserVerification: true };

async function readNew(
  { domain, origins }: PasskeySite,
  [clientDataJSON, attestationObject]: string[],
): Promise<Settings> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const response = { clientDataJSON: clientDataJSON!, attestationObject: attestationObject! };
  // The id stands in the attestation object too, where the library reads it.
  const answer = { id: 'AA', rawId: 'AA', type: 'public-key' as const, clientExtensionResults: {}, response };
  const none = { 'haat.passkey_credential': '' };
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...ofTheDatabase,
      response: answer,
      expectedOrigin: origins,
      expectedRPID: domain,
      supportedAlgorithmIDs: [-7, -257],
    });
    if (!verified) return none;
    const { id, publicKey, counter } = registrationInfo.credential;
    return {
      'haat.passkey_credential': Buffer.from(id, 'base64url').toString('hex'),
      'haat.passkey_key': Buffer.from(publicKey).toString('hex'),
      'haat.passkey_count': String(counter),
    };
  } catch {
    return none;
  }
}

async function check(
  { domain, origins }: PasskeySite,
  [id, clientDataJSON, authenticatorData, signature]: string[],
  pool: pg.Pool,
): Promise<Settings> {
  const { rows } = await pool.query({
    name: 'find_passkey',
    text: 'select internal.find_passkey($1) as key',
    values: [id],
  });
  const key: string | null = rows[0].key;
  const isGood = async () => {
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    const { verified } = await verifyAuthenticationResponse({
      ...ofTheDatabase,
      response: {
        id: id!,
        rawId: id!,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: clientDataJSON!, authenticatorData: authenticatorData!, signature: signature! },
      },
      expectedOrigin: origins,
      expectedRPID: domain,
      // The counter is compared under the lock of the passkey.
      credential: { id: id!, publicKey: new Uint8Array(Buffer.from(key!, 'hex')), counter: 0 },
    });
    return verified;
  };
  // The library throws an error for each thing that is wrong: all of them mean no.
  return { 'haat.passkey_checked': String(key !== null && (await isGood().catch(() => false))) };
}
