// Hands the seed of an authenticator app to the procedures that check or set up a second factor. The database has it
// encrypted only, and the key is here. What a code must be, and how often it may be wrong, is decided in the database.
//
// The codes themselves are computed in SQL (internal.totp_code, by pgcrypto) and not here, so that a stolen login of this
// server passes no second factor by saying that a code was right. The tests compare them with those of the library otpauth.
import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { constant, context, lambda } from 'postgraphile/grafast';
import { wrapPlans } from 'postgraphile/utils';
import { authenticatorOwner } from '../../secrets/owners.ts';
import { type SecretBox, SecretError } from '../../secrets/secret-box.ts';

/** Whose seed a mutation needs: of the email that signs in, of the session, or a new one. */
const seedOf: Readonly<Record<string, 'email' | 'session' | 'new'>> = {
  signIn: 'email',
  confirmTwoFactor: 'session',
  removeTwoFactor: 'session',
  renewRecoveryCodes: 'session',
  setUpTwoFactor: 'new',
};

export const twoFactorPlugin = (secrets: SecretBox): GraphileConfig.Plugin =>
  wrapPlans(
    ({ Self, scope }) => (Self.name === 'Mutation' ? (seedOf[scope.fieldName] ?? null) : null),
    (whose) => (plan, _$root, fieldArgs) => {
      const $email = whose === 'email' ? fieldArgs.getRaw(['input', 'email']) : constant(null);
      const $handed = lambda(
        [$email, context().get('pgSettings'), context().get('pool')] as const,
        async ([email, settings, pool]) => {
          const given =
            whose === 'new' ? newSeed(secrets) : await openSeed(pool, secrets, email, settings?.['haat.session']);
          // The settings of the transaction in which the procedure runs, right after this.
          Object.assign(settings!, given);
          return null;
        },
      );
      // A step with side effects runs before the procedure.
      $handed.hasSideEffects = true;
      return plan();
    },
  );

function newSeed(secrets: SecretBox): Record<string, string> {
  const seed = randomBytes(20).toString('hex');
  const id = randomUUID();
  return {
    'haat.totp_seed': seed,
    'haat.totp_id': id,
    'haat.totp_sealed': secrets.encrypt(seed, authenticatorOwner(id)),
  };
}

async function openSeed(
  pool: pg.Pool,
  secrets: SecretBox,
  email: unknown,
  session: string | undefined,
): Promise<Record<string, string>> {
  const { rows } = await pool.query({
    name: 'find_sealed_seed',
    text: 'select internal.find_sealed_seed($1, $2) as found',
    values: [typeof email === 'string' ? email : null, session ?? null],
  });
  const found: { id: string; sealed: string } | null = rows[0].found;
  if (!found) return { 'haat.totp_seed': '' };
  try {
    return { 'haat.totp_seed': secrets.decrypt(found.sealed, authenticatorOwner(found.id)) };
  } catch (error) {
    // The key is lost. The procedure says what helps: recovery codes, which need none, and a reset.
    if (!(error instanceof SecretError)) throw error;
    return { 'haat.totp_seed': '' };
  }
}
