import { createHash, createHmac } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib/v1';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Query } from '#contract/generated/resolvers.js';
import type { Database } from '../database/schema.js';
import { allow, type RootResolvers } from '../graphql/allow.js';
import type { CaptchaCall, CaptchaCheck, CaptchaVerdict } from './captcha.port.js';

/** A cheap phone tries 150,000 numbers in about a second, and needs half of them on average. */
const MAX_ATTEMPTS = 150_000;
/** Long enough to fill in a form without haste. */
const LIFETIME_MS = 30 * 60_000;
const MAX_SOLUTION_LENGTH = 1000;

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
    const expires = new Date(now.getTime() + LIFETIME_MS);
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
    const solution = read(text ?? '');
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

function read(text: string): z.infer<typeof solutionSchema> | undefined {
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
