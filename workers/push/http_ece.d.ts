// The package comes without types; this is what we use of it.
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  type Params = { version: 'aes128gcm'; privateKey: ECDH; dh?: string; authSecret: string };
  const ece: { encrypt(text: Buffer, params: Params): Buffer; decrypt(body: Buffer, params: Params): Buffer };
  export default ece;
}
