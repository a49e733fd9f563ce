import type { StripeOptions } from '#contract/backend/backend.js';
import type { Settings } from '../settings.js';

export type StripeEnvironment = Pick<Settings, 'STRIPE_SECRET_KEY' | 'STRIPE_API_BASE' | 'BACKEND_GRAPHQL_URL'>;

/** @returns undefined if payments by Stripe are not configured */
export function readStripeSettings(
  settings: Pick<Settings, 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_API_BASE'>,
): StripeOptions | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: apiBase } = settings;
  if (secretKey === undefined || webhookSecret === undefined) return undefined;
  return { secretKey, webhookSecret, ...(apiBase === undefined ? {} : { apiBase }) };
}

/** Origins to which buyers are redirected for payment. The configuration of an external backend is not known here. */
export function paymentOrigins(settings: StripeEnvironment): string[] {
  if (settings.STRIPE_SECRET_KEY === undefined && settings.BACKEND_GRAPHQL_URL === undefined) return [];
  const { STRIPE_API_BASE: apiBase } = settings;
  return ['https://checkout.stripe.com', ...(apiBase === undefined ? [] : [new URL(apiBase).origin])];
}
