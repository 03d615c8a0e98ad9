/** Attributes of a field that say what its input takes. */
export type Limits = { maxlength?: number; min?: number; max?: number | undefined; step?: number | 'any' };

/**
 * The limits of an input of staff, such as 'create_coupon.code', as the registry has them. When the pages are bundled they are
 * written in the place of the call (server/staff/pages/desk-limits.ts), so that a browser gets no registry.
 */
export const limitsOf = (_input: string): Limits => ({});
