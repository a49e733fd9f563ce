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

/** Errors caused by the operator or the service: the person filling in the form can do nothing about them. */
const OWN_FAULTS: ReadonlySet<string> = new Set([
  'missing-input-secret',
  'invalid-input-secret',
  'bad-request',
  'internal-error',
  'sitekey-secret-mismatch',
]);

/**
 * Checks captchas with a service that has the interface introduced by reCAPTCHA, as hCaptcha and Turnstile do: a form with `secret`,
 * `response` and `remoteip` is posted, and the JSON response contains `success`. The service rejects a response that has expired or was
 * checked before.
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
      // Following a redirect would disclose the secret.
      redirect: 'error',
      signal: AbortSignal.timeout(this.timeoutMs),
    });
    const text = await answer.text();
    if (text.length > MAX_ANSWER_LENGTH) throw new Error('The answer is too long');
    // A rejection may have an error status, and its body is JSON as well.
    return answerSchema.parse(JSON.parse(text));
  }
}
