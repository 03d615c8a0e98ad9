// Passkeys of this browser (WebAuthn): one is made, or signs in.
//
// The JSON forms of the options and answers are read and written here, in two lines each way: browsers of 2024 lack
// PublicKeyCredential.parseRequestOptionsFromJSON and toJSON.
import { bytesOf, textOf } from './base64url.ts';
import { ask, Refusal } from './client.ts';
import { t } from './i18n.ts';
import { deviceName } from './parts/device.ts';
import { addPasskey, beginPasskey, beginPasskeySignIn, signInWithPasskey } from './passkey.graphql';

/** Says why the browser has none to give, which its own error does only to programs. */
async function given<Answer>(domain: string, work: () => Promise<Credential | null>): Promise<Answer> {
  const { hostname, port } = location;
  if (hostname !== domain && !hostname.endsWith(`.${domain}`)) {
    const address = domain === 'localhost' ? `http://localhost:${port}/admin` : `https://${domain}/admin`;
    throw new Refusal(t('passkey.address', { address }), 'OWN_WORDS');
  }
  try {
    const credential = await work();
    if (credential) return credential as Answer;
  } catch (error) {
    if ((error as Error).name === 'InvalidStateError') throw new Refusal(t('passkey.there'), 'OWN_WORDS');
  }
  throw new Refusal(t('passkey.none'), 'OWN_WORDS');
}

/** What the server asks of the browser: bytes are texts in base64url. */
type Asked = {
  challenge: string;
  rpId: string;
  rp: { id: string; name: string };
  user: { id: string; name: string; displayName: string };
};
type Creation = Asked &
  Pick<PublicKeyCredentialCreationOptions, 'pubKeyCredParams'> & {
    excludeCredentials: { type: 'public-key'; id: string }[];
  };
type Answered<Response> = PublicKeyCredential & { response: Response };

/** Lets the person choose a passkey, and gives the session that it opens. */
export async function signInByPasskey(deviceToken: string | null) {
  const options = (await ask(beginPasskeySignIn, {})).beginPasskeySignIn!.result as Asked;
  const { id, response } = await given<Answered<AuthenticatorAssertionResponse>>(options.rpId, () =>
    navigator.credentials.get({ publicKey: { ...options, challenge: bytesOf(options.challenge) } }),
  );
  const answer = await ask(signInWithPasskey, {
    credentialId: id,
    clientData: textOf(response.clientDataJSON),
    authenticatorData: textOf(response.authenticatorData),
    signature: textOf(response.signature),
    deviceToken,
  });
  return answer.signInWithPasskey!.session!;
}

/** Makes a passkey and adds it to the account, under the name of this browser. Gives the name. */
export async function addPasskeyHere(password: string | null): Promise<string> {
  const options = (await ask(beginPasskey, { password })).beginPasskey!.result as Creation;
  const publicKey = {
    ...options,
    challenge: bytesOf(options.challenge),
    user: { ...options.user, id: bytesOf(options.user.id) },
    excludeCredentials: options.excludeCredentials.map((one) => ({ ...one, id: bytesOf(one.id) })),
  };
  const { response } = await given<Answered<AuthenticatorAttestationResponse>>(options.rp.id, () =>
    navigator.credentials.create({ publicKey }),
  );
  const answer = await ask(addPasskey, {
    name: await deviceName(navigator.userAgent),
    clientData: textOf(response.clientDataJSON),
    attestation: textOf(response.attestationObject),
  });
  return answer.addPasskey!.passkey!.name!;
}
