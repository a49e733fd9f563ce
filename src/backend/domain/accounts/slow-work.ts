import PQueue from 'p-queue';
import { GraphQLError } from 'graphql';
import type { BackendLogger } from '#contract/backend/backend.js';
import { GRAPHQL_ERROR_CODES } from '#contract/backend/graphql-outcome.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import { textsOf } from '../../platform/texts/site-texts.js';
import { accountMessage } from './account-results.js';
import { HASHING_THREADS } from './passwords/password-hash.js';

// Sized for 200 concurrent logins. The wait is shorter than the web tier's timeout for the backend, so that callers who wait too long get
// a message.
const LIMITS = { atOnce: HASHING_THREADS + 1, maxWaiting: 256, longestWaitMs: 6500 };

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

/** Work that continues after the response, so that response times do not reveal whether there was anything to do. */
export class BackgroundWork {
  private readonly running = new Set<Promise<void>>();

  constructor(private readonly logger: BackendLogger) {}

  /** Starts the work; a failure is logged. @param name for the log: `A password link` */
  start(name: string, work: () => Promise<void>): void {
    const done: Promise<void> = work()
      .catch((error: unknown) => this.logger.error({ error: (error as Error).message }, `${name} failed`))
      .finally(() => this.running.delete(done));
    this.running.add(done);
  }

  /** Resolves when all started work is done. */
  async settled(): Promise<void> {
    await Promise.all(this.running);
  }
}

type Visitor = Pick<RequestContext, 'site' | 'locale'>;

function busy({ site, locale }: Visitor): GraphQLError {
  const { message } = accountMessage({ rule: 'busy' }, textsOf(site, locale));
  return new GraphQLError(message, { extensions: { code: GRAPHQL_ERROR_CODES.busy } });
}
