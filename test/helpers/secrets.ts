// The key of servers and workers in the process of a test.
import { SecretBox } from '../../server/secrets/secret-box.ts';

export const testKey = Buffer.alloc(32, 'test');
export const testSecrets = new SecretBox([testKey]);
