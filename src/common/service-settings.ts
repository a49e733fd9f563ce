import type { CaptchaServiceOptions, EmbeddingsOptions, StripeOptions } from '#contract/backend/backend.js';
import type { CaptchaWidget } from '#contract/accounts/captcha-widget.js';
import { SOCIAL_PROVIDERS, type SocialProvider } from '#contract/accounts/social-providers.js';
import type { Settings } from '../settings.js';

/** A captcha service that distinguishes people from robots, with the data that pages and browsers need. */
export interface CaptchaService {
  widget: CaptchaWidget;
  /** Sources of its scripts, frames, styles and requests, for the content security policy of pages with its widget. */
  sources: readonly string[];
}

export type CaptchaEnvironment = Pick<Settings, Extract<keyof Settings, `CAPTCHA_${string}`>>;

const SERVICES = {
  recaptcha: {
    script: 'https://www.google.com/recaptcha/api.js?render=explicit',
    verify: 'https://www.google.com/recaptcha/api/siteverify',
    sources: [
      'https://www.google.com/recaptcha/',
      'https://www.gstatic.com/recaptcha/',
      'https://recaptcha.google.com/recaptcha/',
    ],
  },
  hcaptcha: {
    script: 'https://js.hcaptcha.com/1/api.js?render=explicit',
    verify: 'https://api.hcaptcha.com/siteverify',
    sources: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  },
  turnstile: {
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    verify: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    sources: ['https://challenges.cloudflare.com'],
  },
} as const;

/** @returns undefined if the product's own captchas are used */
export function readCaptchaService(settings: CaptchaEnvironment): CaptchaService | undefined {
  const { CAPTCHA_SERVICE: service, CAPTCHA_SITE_KEY: siteKey = '', CAPTCHA_SCRIPT_URL: scriptUrl } = settings;
  if (service === 'proof-of-work') return undefined;
  const { script, sources } = SERVICES[service];
  const own = scriptUrl === undefined ? [] : [new URL(scriptUrl).origin];
  return { widget: { service, siteKey, scriptUrl: scriptUrl ?? script }, sources: [...sources, ...own] };
}

/** @returns how the backend verifies captcha responses; undefined if it verifies them itself */
export function readCaptchaVerification(settings: CaptchaEnvironment): CaptchaServiceOptions | undefined {
  const { CAPTCHA_SERVICE: service, CAPTCHA_SECRET_KEY: secret, CAPTCHA_VERIFY_URL: url } = settings;
  if (service === 'proof-of-work' || !secret) return undefined;
  return { verifyUrl: url ?? SERVICES[service].verify, secret };
}

/** @returns undefined if no embeddings service is configured */
export function readEmbeddingsSettings(
  settings: Pick<Settings, 'EMBEDDINGS_URL' | 'EMBEDDINGS_MODEL' | 'EMBEDDINGS_KEY'>,
): EmbeddingsOptions | undefined {
  const { EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: model, EMBEDDINGS_KEY: apiKey } = settings;
  if (url === undefined || model === undefined) return undefined;
  return { url, model, ...(apiKey === undefined ? {} : { apiKey }) };
}

/** Endpoints and credentials of a login provider. */
export interface SocialSettings {
  provider: SocialProvider;
  clientId: string;
  /** Must never appear in logs or pages. */
  clientSecret: string;
  authorizationUrl: string;
  tokenUrl: string;
  userinfoUrl: string;
  /** Whether its email addresses count as verified although the provider does not state it. */
  trustsEmail: boolean;
}

export type SocialEnvironment = Pick<
  Settings,
  Extract<keyof Settings, `${'GOOGLE' | 'LINKEDIN' | 'FACEBOOK'}_${string}`>
>;

/** @returns the providers that have both client id and secret */
export function readSocialSettings(settings: SocialEnvironment): SocialSettings[] {
  return (Object.keys(SOCIAL_PROVIDERS) as SocialProvider[]).flatMap((provider) => {
    const name = provider.toUpperCase() as Uppercase<SocialProvider>;
    const clientId = settings[`${name}_CLIENT_ID`];
    const clientSecret = settings[`${name}_CLIENT_SECRET`];
    if (!clientId || !clientSecret) return [];
    return {
      provider,
      clientId,
      clientSecret,
      authorizationUrl: settings[`${name}_AUTHORIZATION_URL`],
      tokenUrl: settings[`${name}_TOKEN_URL`],
      userinfoUrl: settings[`${name}_USERINFO_URL`],
      trustsEmail: provider === 'facebook' && settings.FACEBOOK_EMAIL_VERIFIED,
    };
  });
}

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
