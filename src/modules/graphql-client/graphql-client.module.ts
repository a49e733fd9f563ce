import { type DynamicModule, Logger, Module } from '@nestjs/common';
import { MESSAGE_SOURCE, type MessageSource } from '../../common/message-source.js';
import type { Backend } from '#contract/backend/backend.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { OPTIONAL_RATE_LIMITS, type RateLimits, RateLimitsModule } from '../rate-limits/index.js';
import { SiteRegistry, SitesModule } from '../sites/index.js';
import { CallGate } from './call-gate.js';
import { GuardedTransport, DataVersion } from './circuit/guarded.transport.js';
import { GraphqlClient } from './graphql-client.js';
import { GraphqlController } from './endpoint/graphql.controller.js';
import { type GraphqlTransport, InProcessTransport } from './transport/transport.js';

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
