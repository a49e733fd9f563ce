import { type DynamicModule, Logger, Module } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Backend } from '#contract/backend/backend.js';
import type { GraphqlFailure } from '#contract/backend/graphql-outcome.js';
import { MESSAGE_SOURCE, type MessageSource } from '../../common/message-source.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { OPTIONAL_RATE_LIMITS, type RateLimits, RateLimitsModule } from '../rate-limits/index.js';
import { SiteRegistry, SitesModule } from '../sites/index.js';
import { CallGate } from './call-gate.js';
import { GuardedTransport, DataVersion } from './circuit/guarded.transport.js';
import { GraphqlClient } from './graphql-client.js';
import { GraphqlController } from './endpoint/graphql.controller.js';
import type { RequestContext } from './operation.js';
import { type GraphqlTransport, InProcessTransport } from './transport/transport.js';

const MAX_ENTRIES = 500;

/**
 * Caches data of the backend that rarely changes, such as menus: it is requested once for each version of the data, or at intervals if
 * there are no versions.
 */
export class LastGoodCache<T> {
  private readonly cache = new LRUCache<string, Entry<T>>({ max: MAX_ENTRIES });

  /** @param freshMs lifetime of a response without versions */
  constructor(
    private readonly freshMs: number,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Callers that wait for the same response share its outcome, including `old` if it is a failure.
   *
   * @param version version of the data, known before this call; undefined if there is none, or it is unknown
   * @param context context of the request: what the backend sends for the visual editor, such as drafts, is not for everybody
   */
  async get(
    key: string,
    version: string | undefined,
    context: Pick<RequestContext, 'visualEditor'>,
    ask: () => Promise<Answer<T>>,
  ): Promise<CachedAnswer<T>> {
    if (context.visualEditor) return ask();
    const known = this.cache.get(key);
    if (known && this.isValid(known, version)) return known.answer;
    const pending: Entry<T> = { version, at: this.now(), answer: orOld(ask(), known?.answer) };
    this.cache.set(key, pending);
    let answer: CachedAnswer<T> | undefined;
    try {
      answer = await pending.answer;
      return answer;
    } finally {
      // Neither a failure nor an exception while parsing the response may remain in the cache.
      if (!answer?.ok && this.cache.peek(key) === pending) this.restore(key, known);
    }
  }

  private restore(key: string, known: Entry<T> | undefined): void {
    if (known) this.cache.set(key, known);
    else this.cache.delete(key);
  }

  private isValid(known: Entry<T>, version: string | undefined): boolean {
    return version === undefined ? this.now() - known.at < this.freshMs : known.version === version;
  }
}

/** Injection token of the embedded backend; null if an external one is configured. */
export const EMBEDDED_BACKEND = Symbol('EMBEDDED_BACKEND');

@Module({})
export class GraphqlClientModule {
  static register(backend: Backend | null): DynamicModule {
    return {
      module: GraphqlClientModule,
      imports: [RateLimitsModule, SitesModule],
      controllers: [GraphqlController],
      providers: [
        { provide: EMBEDDED_BACKEND, useValue: backend },
        {
          provide: GuardedTransport,
          inject: [SETTINGS],
          useFactory: async (settings: Settings) =>
            new GuardedTransport(await openTransport(backend, settings), {
              timeoutMs: settings.BACKEND_TIMEOUT_MS,
              onChange: logCircuit,
            }),
        },
        {
          provide: GraphqlClient,
          inject: [GuardedTransport, SETTINGS, CallGate],
          useFactory: (transport: GuardedTransport, settings: Settings, gate: CallGate) =>
            new GraphqlClient(transport, settings.BACKEND_TIMEOUT_MS, gate),
        },
        {
          provide: CallGate,
          inject: [SiteRegistry, MESSAGE_SOURCE, OPTIONAL_RATE_LIMITS],
          useFactory: (sites: SiteRegistry, texts: MessageSource, limits: RateLimits | null) =>
            new CallGate(sites, texts, limits ?? undefined),
        },
        {
          provide: DataVersion,
          inject: [GuardedTransport],
          useFactory: (transport: GuardedTransport) => new DataVersion(transport),
        },
      ],
      exports: [DataVersion, GraphqlClient, GuardedTransport, EMBEDDED_BACKEND],
      global: true,
    };
  }
}

async function openTransport(backend: Backend | null, settings: Settings): Promise<GraphqlTransport> {
  if (backend) return new InProcessTransport(backend);
  const { HttpTransport } = await import('./transport/http.transport.js');
  return new HttpTransport(settings.BACKEND_GRAPHQL_URL!);
}

function logCircuit(state: 'open' | 'closed'): void {
  const logger = new Logger('Backend');
  if (state === 'open') logger.warn('The backend is unavailable: calls fail immediately until it answers');
  else logger.warn('The backend is available again');
}

interface Entry<T> {
  version: string | undefined;
  at: number;
  answer: Promise<CachedAnswer<T>>;
}

/** Adds the previous value to a failure, if there is one. */
async function orOld<T>(asked: Promise<Answer<T>>, known: Promise<Answer<T>> | undefined): Promise<CachedAnswer<T>> {
  const answer = await asked;
  if (answer.ok) return answer;
  const before = await known;
  return before?.ok ? { ...answer, old: before.data } : answer;
}

type Answer<T> = { ok: true; data: T } | { ok: false; failure: GraphqlFailure };

/** `old`: the previous value, because the backend failed to respond to the latest request. */
type CachedAnswer<T> = Answer<T> & { old?: T };
