import type { CaptchaServiceOptions } from '#contract/backend/backend.js';
import type { CaptchaWidget } from '#contract/accounts/captcha-widget.js';
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
