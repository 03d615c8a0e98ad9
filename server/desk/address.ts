// A shipping address as the order keeps it: whatever the client sent. What is a text in it is shown.
import { latinDigits } from '../gate/typed-number.ts';

const order = ['recipientName', 'addressLine', 'landmark', 'area', 'city', 'district', 'postalCode'];
const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A text of an address by its name; our clients write recipient_name, GraphQL takes recipientName. */
export function addressPart(address: unknown, name: string): string {
  const parts = (address ?? {}) as Record<string, unknown>;
  const value = parts[snakeCase(name)] ?? parts[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Where a parcel goes, in lines. Without the recipient, whom one names apart. */
export const addressLines = (address: unknown): string[] =>
  order.slice(1).flatMap((name) => addressPart(address, name) || []);

/** A number of Bangladesh as it is dialled there; any other as it was given. */
export const plainPhone = (spelling: string): string =>
  /^(?:\+?88|0088)?(01\d{9})$/.exec(latinDigits(spelling).replace(/[\s().-]/g, ''))?.[1] ?? spelling;
