/** Captcha services whose widgets pages can show, with their display names. */
export const CAPTCHA_SERVICES = {
  recaptcha: 'reCAPTCHA',
  hcaptcha: 'hCaptcha',
  turnstile: 'Cloudflare Turnstile',
} as const;

/** The widget that a page shows if a captcha service is used instead of the product's own captchas. */
export interface CaptchaWidget {
  service: keyof typeof CAPTCHA_SERVICES;
  /** Issued by the service; public. */
  siteKey: string;
  scriptUrl: string;
}

/** Attribute of the widget's container element: pages with this element may load the sources of the service. */
export const CAPTCHA_WIDGET_ATTRIBUTE = 'data-captcha-service';
