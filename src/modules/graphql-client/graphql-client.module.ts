import { type DynamicModule, Module } from '@nestjs/common';
import { MESSAGE_SOURCE, type MessageSource } from '../../common/message-source.js';
import type { Backend } from '../../contract/backend.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { OPTIONAL_RATE_LIMITS, type RateLimits, RateLimitsModule } from '../rate-limits/index.js';
import { SiteRegistry, SitesModule } from '../sites/index.js';
import { CallGate } from './call-gate.js';
import { DataVersion } from './data-version.js';
import { GraphqlClient } from './graphql-client.js';
import { GraphqlController } from './endpoint/graphql.controller.js';
import { InProcessTransport } from './transport/in-process.transport.js';
import { GRAPHQL_TRANSPORT, type GraphqlTransport } from './transport/transport.port.js';

/** The embedded backend; null where an external one is configured. */
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
          provide: GRAPHQL_TRANSPORT,
          inject: [SETTINGS],
          useFactory: async (settings: Settings): Promise<GraphqlTransport> => {
            if (backend) return new InProcessTransport(backend);
            const { HttpTransport } = await import('./transport/http.transport.js');
            return new HttpTransport(settings.BACKEND_GRAPHQL_URL!);
          },
        },
        {
          provide: GraphqlClient,
          inject: [GRAPHQL_TRANSPORT, SETTINGS, CallGate],
          useFactory: (transport: GraphqlTransport, settings: Settings, gate: CallGate) =>
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
          inject: [GRAPHQL_TRANSPORT],
          useFactory: (transport: GraphqlTransport) => new DataVersion(transport),
        },
      ],
      exports: [DataVersion, GraphqlClient, EMBEDDED_BACKEND],
      global: true,
    };
  }
}
