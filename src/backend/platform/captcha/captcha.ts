import { createHash, createHmac } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib/v1';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Query } from '#contract/generated/resolvers.js';
import type { BackendLogger, CaptchaServiceOptions } from '#contract/backend/backend.js';
import type { Database } from '../database/schema.js';
import { allow, type RootResolvers } from '../graphql/allow.js';

/** A cheap phone tries 150,000 numbers in about a second, and needs half of them on average. */
const MAX_ATTEMPTS = 150_000;
/** Long enough to fill in a form without haste. */
const CHALLENGE_LIFETIME_MS = 30 * 60_000;
const MAX_SOLUTION_LENGTH = 1000;
const SERVICE_TIMEOUT_MS = 5000;
/** Responses of the known services have at most about 4,000 characters. */
const MAX_RESPONSE_LENGTH = 10_000;
const MAX_SERVICE_ANSWER_LENGTH = 100_000;
/** Errors caused by the operator or the service: the person filling in the form can do nothing about them. */
const OWN_FAULTS: ReadonlySet<string> = new Set([
  'missing-input-secret',
  'invalid-input-secret',
  'bad-request',
  'internal-error',
  'sitekey-secret-mismatch',
]);

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

const solutionSchema = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: z.string().regex(/^[0-9a-f]{64}$/),
  number: z.number().int().min(0).max(MAX_ATTEMPTS),
  salt: z.string().max(200),
  signature: z.string().regex(/^[0-9a-f]{64}$/),
});

/**
 * Proof of work instead of puzzles: it needs no third party, excludes nobody who cannot see or hear, and makes mass registration expensive
 * (AUTH-17). Challenges are signed and not stored; used solutions are stored until they expire.
 */
export class Captcha implements CaptchaCheck {
  private readonly keys: readonly string[];

  /** @param secrets the first one signs, the others are still accepted */
  constructor(
    private readonly database: Kysely<Database>,
    secrets: readonly string[],
  ) {
    this.keys = secrets.map((secret) => createHmac('sha256', secret).update('captcha').digest('hex'));
  }

  challenge(now: Date): ReturnType<typeof createChallenge> {
    const expires = new Date(now.getTime() + CHALLENGE_LIFETIME_MS);
    return createChallenge({ algorithm: 'SHA-256', hmacKey: this.keys[0]!, maxnumber: MAX_ATTEMPTS, expires });
  }

  async judge(text: string | null | undefined, { now }: CaptchaCall): Promise<CaptchaVerdict> {
    return (await this.take(text, now)) ? 'passed' : 'refused';
  }

  /**
   * Consumes a solution.
   *
   * @returns whether it was issued by this site, has not expired, is correct, and had not been used before
   */
  async take(text: string | null | undefined, now: Date): Promise<boolean> {
    const solution = readSolution(text ?? '');
    if (!solution) return false;
    const expires = expiryOf(solution.salt);
    if (expires === undefined || expires <= now) return false;
    const checks = await Promise.all(this.keys.map((key) => verifySolution(solution, key, false)));
    if (!checks.includes(true)) return false;
    await this.database.deleteFrom('captcha_solution').where('expires_at', '<=', now).execute();
    const taken = await this.database
      .insertInto('captcha_solution')
      .values({ digest: createHash('sha256').update(solution.challenge).digest(), expires_at: expires })
      .onConflict((conflict) => conflict.column('digest').doNothing())
      .returning('digest')
      .executeTakeFirst();
    return taken !== undefined;
  }
}

function readSolution(text: string): z.infer<typeof solutionSchema> | undefined {
  if (text.length > MAX_SOLUTION_LENGTH) return undefined;
  try {
    return solutionSchema.safeParse(JSON.parse(Buffer.from(text, 'base64').toString())).data;
  } catch {
    return undefined;
  }
}

/** The expiry time is part of the salt, which the signed challenge is derived from. */
function expiryOf(salt: string): Date | undefined {
  const seconds = Number(new URLSearchParams(salt.split('?', 2)[1] ?? '').get('expires') ?? NaN);
  return Number.isSafeInteger(seconds) ? new Date(seconds * 1000) : undefined;
}

export function captchaResolvers(captcha: Captcha) {
  return {
    Query: {
      captchaChallenge: allow<object, Query['captchaChallenge']>('anyone', async (_args, { now }) => {
        const { algorithm, challenge, maxnumber = 0, salt, signature } = await captcha.challenge(now);
        return { __typename: 'CaptchaChallenge', algorithm, challenge, maxnumber, salt, signature };
      }),
    },
  } satisfies RootResolvers;
}

const answerSchema = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).optional(),
});

/**
 * Checks captchas with a service that has the interface introduced by reCAPTCHA, as hCaptcha and Turnstile do: a form with `secret`,
 * `response` and `remoteip` is posted, and the JSON response contains `success`. The service rejects a response that has expired or was
 * checked before.
 */
export class SiteverifyCaptcha implements CaptchaCheck {
  constructor(
    private readonly options: CaptchaServiceOptions,
    private readonly logger: BackendLogger,
    private readonly timeoutMs = SERVICE_TIMEOUT_MS,
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
    if (text.length > MAX_SERVICE_ANSWER_LENGTH) throw new Error('The answer is too long');
    // A rejection may have an error status, and its body is JSON as well.
    return answerSchema.parse(JSON.parse(text));
  }
}
