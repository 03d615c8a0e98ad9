/** To whom a secret belongs, for the secret box; internal.stored_secrets writes the same texts. */
export const webhookOwner = (endpointId: string) => `webhook_endpoint:${endpointId.toLowerCase()}`;
export const authenticatorOwner = (id: string) => `staff_authenticator:${id}`;
export const pushKeyOwner = (companyId: string) => `push_key:${companyId.toLowerCase()}`;
