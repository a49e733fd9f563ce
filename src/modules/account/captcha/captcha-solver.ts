import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Piscina } from 'piscina';
import { CaptchaChallengeDocument } from '#contract/generated/operations.js';
import type { FormContext } from '../../forms/index.js';
import { OPTIONAL_RATE_LIMITS, type RateLimits } from '../../rate-limits/index.js';

const IDLE_MS = 5000;
const MAX_WAITING = 4;
/**
 * Time limit for waiting and solving. It is long because the solver has the lowest priority on a busy server, and on failure the visitor
 * would have to fill in the form again.
 */
const PATIENCE_MS = 15_000;
/** A backend that demands more attempts would occupy the only solver thread for too long. */
const MAX_ATTEMPTS = 1_000_000;

interface Task {
  challenge: string;
  salt: string;
  maxnumber: number;
}

/** Solves captchas for visitors without scripts: a few per hour, one at a time, in a thread of lowest priority (AUTH-17). */
@Injectable()
export class CaptchaSolver implements OnApplicationShutdown {
  private readonly pool = new Piscina<Task, number | undefined>({
    filename: new URL('./proof-of-work.worker.mjs', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    maxQueue: MAX_WAITING,
    idleTimeout: IDLE_MS,
  });

  constructor(@Inject(OPTIONAL_RATE_LIMITS) private readonly limits: Pick<RateLimits, 'use'> | null) {}

  /**
   * @returns the value for `RegistrationInput.captcha`; an empty string if another service provides the captchas; undefined if there is no
   *   solution now
   */
  async solve({
    site,
    address,
    graphql,
  }: Pick<FormContext, 'site' | 'address' | 'graphql'>): Promise<string | undefined> {
    // Only a person can solve the captcha of another service. The backend then refuses the form, which is shown again as it was sent.
    if (site.captcha) return '';
    if (this.pool.queueSize >= MAX_WAITING) return undefined;
    const allowed = await this.limits?.use({ field: 'solveCaptcha', args: { site: site.name }, address });
    if (allowed?.ok === false) return undefined;
    const answer = await graphql(CaptchaChallengeDocument, {});
    if (!answer.ok) return undefined;
    const { maxnumber, ...challenge } = answer.data.captchaChallenge;
    if (maxnumber > MAX_ATTEMPTS) return undefined;
    const number = await this.search({ challenge: challenge.challenge, salt: challenge.salt, maxnumber });
    return number === undefined ? undefined : btoa(JSON.stringify({ ...challenge, number }));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.destroy();
  }

  /** @returns undefined if the queue is full, the time limit has passed or the process ends */
  private async search(task: Task): Promise<number | undefined> {
    try {
      return await this.pool.run(task, { signal: AbortSignal.timeout(PATIENCE_MS) });
    } catch {
      return undefined;
    }
  }
}
