import { z } from 'zod';
import type { BackendLogger, CaptchaServiceOptions } from '#contract/backend/backend.js';
import type { CaptchaCall, CaptchaCheck, CaptchaVerdict } from './captcha.port.js';

const DEFAULT_TIMEOUT_MS = 5000;
/** Responses of the known services have at most about 4,000 characters. */
const MAX_RESPONSE_LENGTH = 10_000;
const MAX_ANSWER_LENGTH = 100_000;

const answerSchema = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).optional(),
});

/** Faults of the operator's, or of the service itself: whoever fills in the form can do nothing about them. */
const OWN_FAULTS: ReadonlySet<string> = new Set([
  'missing-input-secret',
  'invalid-input-secret',
  'bad-request',
  'internal-error',
  'sitekey-secret-mismatch',
]);

/**
 * Has a service judge captchas by the interface that reCAPTCHA introduced, and that hCaptcha and Turnstile have as well: a form with
 * `secret`, `response` and `remoteip` is posted, and the answer is JSON with `success`. The service refuses a response that is too old or was
 * judged before.
 */
export class SiteverifyCaptcha implements CaptchaCheck {
  constructor(
    private readonly options: CaptchaServiceOptions,
    private readonly logger: BackendLogger,
    private readonly timeoutMs = DEFAULT_TIMEOUT_MS,
  ) {}

  async judge(text: string | null | undefined, { address }: CaptchaCall): Promise<CaptchaVerdict> {
    const response = text?.trim();
    if (!response || response.length > MAX_RESPONSE_LENGTH) return 'refused';
    try {
      const { success, 'error-codes': codes = [] } = await this.ask(response, address);
      if (success) return 'passed';
      if (!codes.some((code) => OWN_FAULTS.has(code))) return 'refused';
      this.logger.error({ codes }, 'The captcha service refuses this site');
    } catch (error) {
      this.logger.warn({ error: (error as Error).message }, 'The captcha service does not answer');
    }
    return 'unavailable';
  }

  private async ask(response: string, address: string | undefined): Promise<z.infer<typeof answerSchema>> {
    const { secret, verifyUrl } = this.options;
    const body = new URLSearchParams({ secret, response });
    if (address !== undefined) body.set('remoteip', address);
    const answer = await fetch(verifyUrl, {
      method: 'POST',
      body,
      // Whoever is redirected would be told the secret.
      redirect: 'error',
      signal: AbortSignal.timeout(this.timeoutMs),
    });
    const text = await answer.text();
    if (text.length > MAX_ANSWER_LENGTH) throw new Error('The answer is too long');
    // A refusal may come with a status of its own, and is JSON then as well.
    return answerSchema.parse(JSON.parse(text));
  }
}
