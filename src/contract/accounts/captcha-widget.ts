/** Services whose widgets pages can show, by the names that people know. */
export const CAPTCHA_SERVICES = {
  recaptcha: 'reCAPTCHA',
  hcaptcha: 'hCaptcha',
  turnstile: 'Cloudflare Turnstile',
} as const;

/** What a page shows where another service than the product tells people from robots. */
export interface CaptchaWidget {
  service: keyof typeof CAPTCHA_SERVICES;
  /** Issued by the service; public. */
  siteKey: string;
  scriptUrl: string;
}

/** Of the element that the widget comes into: pages that hold it may load what the service needs. */
export const CAPTCHA_WIDGET_ATTRIBUTE = 'data-captcha-service';
