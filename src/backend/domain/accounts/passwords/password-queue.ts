import PQueue from 'p-queue';
import { GraphQLError } from 'graphql';
import { GRAPHQL_ERROR_CODES } from '#contract/backend/errors.js';
import type { RequestContext } from '../../../platform/graphql/request-context.js';
import { textsOf } from '../../../platform/texts/site-texts.js';
import { accountMessage } from '../account-messages.js';
import { HASHING_THREADS } from './password-hash.js';

// Sized for 200 concurrent logins. The wait is shorter than the web tier's timeout for the backend, so that callers who wait too long get
// a message.
const LIMITS = { atOnce: HASHING_THREADS + 1, maxWaiting: 256, longestWaitMs: 6500 };

type Visitor = Pick<RequestContext, 'site' | 'locale'>;

/**
 * Queue for everything that checks or hashes a password. Callers wait here before they do anything else, so that many at once occupy
 * neither database connections nor the processors that serve other requests.
 */
export class PasswordQueue {
  private readonly queue: PQueue;

  constructor(private readonly limits = LIMITS) {
    this.queue = new PQueue({ concurrency: limits.atOnce });
  }

  /**
   * @throws GraphQLError with code `busy` and a message for the visitor, if the queue is full or the wait is too long; nothing was done
   *   then
   */
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
