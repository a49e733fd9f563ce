/**
 * What comes of a captcha. `unavailable`: whoever judges it cannot be asked now, which says nothing about the person; they are asked to
 * try again later, and nothing is done.
 */
export type CaptchaVerdict = 'passed' | 'refused' | 'unavailable';

/** What a captcha is judged by besides itself. */
export interface CaptchaCall {
  now: Date;
  /** Of the visitor, where the frontend says so. */
  address?: string;
}

/** Tells people from robots (AUTH-17). Which implementation does is chosen by configuration. */
export interface CaptchaCheck {
  /** Judges what a form holds in its field `captcha`, and uses it up: the same text passes once. Never rejects for what goes wrong outside. */
  judge(text: string | null | undefined, call: CaptchaCall): Promise<CaptchaVerdict>;
}

/** The rule that a form breaks by a verdict, for its message. @returns undefined when it breaks none */
export function captchaRule(verdict: CaptchaVerdict): 'captcha' | 'captchaUnavailable' | undefined {
  if (verdict === 'passed') return undefined;
  return verdict === 'refused' ? 'captcha' : 'captchaUnavailable';
}
