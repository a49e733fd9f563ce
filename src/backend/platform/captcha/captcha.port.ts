/**
 * Result of checking a captcha. `unavailable` means that the captcha service cannot be reached, which says nothing about the person: they
 * are asked to try again later, and the form is not processed.
 */
export type CaptchaVerdict = 'passed' | 'refused' | 'unavailable';

/** Further input for the check of a captcha. */
export interface CaptchaCall {
  now: Date;
  /** IP address of the visitor, if the frontend provides it. */
  address?: string;
}

/** Distinguishes people from robots (AUTH-17). The implementation is chosen by configuration. */
export interface CaptchaCheck {
  /**
   * Checks the content of the form field `captcha` and consumes it: the same text passes only once. Never rejects because of an external
   * failure.
   */
  judge(text: string | null | undefined, call: CaptchaCall): Promise<CaptchaVerdict>;
}

/** @returns the name of the violated form rule, used to look up its message; undefined if the captcha was passed */
export function captchaRule(verdict: CaptchaVerdict): 'captcha' | 'captchaUnavailable' | undefined {
  if (verdict === 'passed') return undefined;
  return verdict === 'refused' ? 'captcha' : 'captchaUnavailable';
}
