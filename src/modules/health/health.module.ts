import { Module, Controller, Get, Header, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Backend } from '#contract/backend/backend.js';
import { FacetTermsDocument } from '#contract/generated/operations.js';
import { EMBEDDED_BACKEND, GraphqlClient } from '../graphql-client/index.js';
import { SITE_CONFIG, type SiteConfig, SitesModule } from '../sites/index.js';
import { HealthCheck } from './health-check.js';

/** Health checks for load balancers and orchestrators; public, without internal details. */
@Controller('health')
class HealthController {
  constructor(@Inject(HealthCheck) private readonly check: HealthCheck) {}

  @Get('live')
  @Header('Cache-Control', 'no-store')
  live(): { status: string } {
    return { status: 'ok' };
  }

  @Get('ready')
  @Header('Cache-Control', 'no-store')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<Record<string, string>> {
    const { isReady, body } = await this.check.report();
    if (!isReady) reply.status(503);
    return body;
  }
}

/** @throws if the backend does not respond to a small query that pages use */
async function askBackend(client: GraphqlClient, site: SiteConfig): Promise<void> {
  const answer = await client.request(
    FacetTermsDocument,
    {},
    { frontend: { site: site.name, locale: site.locales[0]! } },
  );
  if (!answer.ok) throw new Error(answer.failure.message);
}

@Module({
  imports: [SitesModule],
  controllers: [HealthController],
  providers: [
    {
      provide: HealthCheck,
      inject: [EMBEDDED_BACKEND, GraphqlClient, SITE_CONFIG],
      useFactory: (backend: Backend | null, client: GraphqlClient, site: SiteConfig) =>
        new HealthCheck(backend, () => askBackend(client, site)),
    },
  ],
})
export class HealthModule {}
