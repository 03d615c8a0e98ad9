// Stores and what they work with: locations, channels, payment methods, couriers.
import { z } from 'zod';
import { saying } from '../../problems/problem.ts';
import { money, name, positiveMoney, slug, text, uuid } from '../schemas.ts';
import { between, flag, remark, type StaffInput, seen, which, word } from './types.ts';

const permission = 'settings.manage';

/** What a settings procedure takes: as arguments, by one permission. */
const settings = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  ({ permission, input: z.strictObject(shape), takes: 'arguments' }) satisfies StaffInput;

const symbol = z.string().trim().min(1).max(8);
const currencyCode = z.string().regex(/^[A-Z]{3}$/);
const locationCode = z.string().trim().min(1).max(50);
const latitude = z.number().min(-90).max(90);
const longitude = z.number().min(-180).max(180);

/** A share of an order, in percent, that a shopper may pay in advance. */
const advancePaymentPlan = z
  .strictObject({ percent: z.number().gt(0, saying('amount.greater')).max(100), note: text(500).nullish() })
  .meta({ input: 'AdvancePaymentPlan' });

const place = z.string().trim().min(1).max(200);
const deliveryZone = z
  .strictObject({
    name: z.string().trim().min(1).max(100),
    places: z.array(place).max(500),
    charge: money,
    free_from: positiveMoney.nullish(),
  })
  .meta({ input: 'DeliveryZone' });

/** What a courier has agreed to charge for parcels to some places, or to all others. */
const agreedRate = z
  .strictObject({
    name: z.string().trim().min(1).max(100),
    places: z.array(place).max(500),
    delivery_charge: money.nullish(),
    included_grams: between(0, 1_000_000).nullish(),
    per_kg_charge: money.nullish(),
    cod_percent: money.max(100).nullish(),
    return_charge: money.nullish(),
  })
  .meta({ input: 'AgreedRate' });

export const settingsInputs = {
  create_store: settings({
    name,
    slug: slug.optional(),
    timezone: z.string().optional(),
    currency_code: currencyCode.optional(),
    currency_symbol: symbol.optional(),
  }),
  update_store: settings({
    id: which('store'),
    name: name.optional(),
    domain: remark(253),
    status: word.optional(),
    currency_symbol: symbol.optional(),
    symbol_position: word.optional(),
    timezone: z.string().optional(),
    date_format: z.string().trim().min(1).max(30).optional(),
    contact_phone: remark(50),
    contact_email: remark(320),
    contact_whatsapp: remark(50),
    contact_address: remark(),
    contact_map_url: remark(2000),
    advance_payment_plans: z.array(advancePaymentPlan).max(20).optional(),
    unpaid_order_hours: between(1, 720).optional(),
    call_attempts_limit: between(0, 100).optional(),
    video_uploads_enabled: flag,
    delivery_charges: word.optional(),
    delivery_zones: z.array(deliveryZone).max(50).optional(),
    expected_updated_at: seen,
  }),
  create_test_store: settings({ name: name.optional() }),
  let_time_pass: settings({ store_id: which('store'), hours: between(1, 720) }),
  create_location: settings({
    name,
    code: locationCode,
    address: remark(),
    is_default: flag,
    latitude: latitude.optional(),
    longitude: longitude.optional(),
  }),
  update_location: settings({
    id: which('location'),
    name: name.optional(),
    code: locationCode.optional(),
    address: remark(),
    is_default: flag,
    status: word.optional(),
    latitude: latitude.optional(),
    longitude: longitude.optional(),
    expected_updated_at: seen,
  }),
  create_channel: settings({
    store_id: uuid,
    type: z.string().regex(/^[a-z_]{1,30}$/),
    name,
    slug: slug.max(100).optional(),
  }),
  update_channel: settings({
    id: which('channel'),
    name: name.optional(),
    status: word.optional(),
    expected_updated_at: seen,
  }),
  create_payment_method: settings({
    store_id: uuid,
    name,
    type: word,
    requires_transaction_id: flag,
    is_online: flag,
  }),
  update_payment_method: settings({
    id: which('payment method'),
    name: name.optional(),
    requires_transaction_id: flag,
    is_online: flag,
    status: word.optional(),
    expected_updated_at: seen,
  }),
  create_courier: settings({ name, reports_pickups: flag, is_own_rider: flag }),
  update_courier: settings({
    id: which('courier'),
    name: name.optional(),
    reports_pickups: flag,
    status: word.optional(),
    expected_updated_at: seen,
  }),
  set_courier_rates: settings({
    courier_id: which('courier'),
    rates: z.array(agreedRate).max(50),
    expected_updated_at: seen,
  }),
} satisfies Record<string, StaffInput>;
