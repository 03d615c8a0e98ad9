// The registry of what staff do beside the operations of the API: what each procedure takes.
import { attachmentInputs } from './attachments.ts';
import { catalogInputs } from './catalog.ts';
import { couponInputs } from './coupons.ts';
import { customerInputs } from './customers.ts';
import { orderInputs } from './orders.ts';
import { parcelInputs } from './parcels.ts';
import { paymentInputs } from './payments.ts';
import { settingsInputs } from './settings.ts';
import { stockInputs } from './stock.ts';
import { teamInputs } from './team.ts';
import type { StaffInput } from './types.ts';
import { webhookInputs } from './webhooks.ts';

export const staffInputs: Record<string, StaffInput> = {
  ...attachmentInputs,
  ...catalogInputs,
  ...orderInputs,
  ...customerInputs,
  ...parcelInputs,
  ...paymentInputs,
  ...stockInputs,
  ...couponInputs,
  ...settingsInputs,
  ...teamInputs,
  ...webhookInputs,
};
