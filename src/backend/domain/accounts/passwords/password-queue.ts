import PQueue from 'p-queue';
import { GraphQLError } from 'graphql';
import { GRAPHQL_ERROR_CODES } from '#contract/backend/errors.js';
import type { RequestContext } from '../../../platform/graphql/request-context.js';
import { textsOf } from '../../../platform/texts/site-texts.js';
import { accountMessage } from '../account-messages.js';
import { HASHING_THREADS } from './password-hash.js';

// 200 at once are to get in. Less than the product waits for its backend, so that who waits too long is told so.
const LIMITS = { atOnce: HASHING_THREADS + 1, maxWaiting: 256, longestWaitMs: 6500 };

type Visitor = Pick<RequestContext, 'site' | 'locale'>;

/**
 * Everything that checks or makes a password waits here before it does anything else, so that many at once hold neither connections of
 * the database nor processors that answer others.
 */
export class PasswordQueue {
  private readonly queue: PQueue;

  constructor(private readonly limits = LIMITS) {
    this.queue = new PQueue({ concurrency: limits.atOnce });
  }

  /** @throws GraphQLError of code `busy`, with a message for the visitor, when too many wait or it takes too long; nothing was done then */
  async take<Result>(context: Visitor, work: () => Promise<Result>): Promise<Result> {
    const { maxWaiting, longestWaitMs } = this.limits;
    if (this.queue.size >= maxWaiting) throw busy(context);
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(), longestWaitMs);
    const begun = () => {
      clearTimeout(timer);
      return work();
    };
    try {
      return await this.queue.add(begun, { signal: waiting.signal });
    } catch (error) {
      throw waiting.signal.aborted ? busy(context) : error;
    } finally {
      clearTimeout(timer);
    }
  }
}

function busy({ site, locale }: Visitor): GraphQLError {
  const { message } = accountMessage({ rule: 'busy' }, textsOf(site, locale));
  return new GraphQLError(message, { extensions: { code: GRAPHQL_ERROR_CODES.busy } });
}
