import { Module, Controller, Get, Header, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Backend } from '#contract/backend/backend.js';
import { isUnsupported } from '#contract/backend/graphql-outcome.js';
import { FacetTermsDocument, GetAppConfigDocument } from '#contract/generated/operations.js';
import { EMBEDDED_BACKEND, GraphqlClient } from '../graphql-client/index.js';
import { SITE_CONFIG, type SiteConfig, SitesModule } from '../sites/index.js';

const PATIENCE_MS = 2000;

/** Checks the services that this process needs. */
export class HealthCheck {
  private stopping = false;

  /** @param askBackend rejects if the backend does not respond correctly; missing if the process never calls it */
  constructor(
    private readonly backend: Pick<Backend, 'ping' | 'lateWork' | 'mail'> | null,
    private readonly askBackend?: () => Promise<unknown>,
  ) {}

  /** @returns whether the process is ready, and the body of `/health/ready` */
  async report(): Promise<{ isReady: boolean; body: Record<string, string> }> {
    const [checks, warnings] = await Promise.all([this.run(), this.warnings()]);
    const isReady = Object.values(checks).every((state) => state === 'ok');
    return { isReady, body: { status: isReady ? 'ok' : 'unavailable', ...checks, ...warnings } };
  }

  /** Returns `ok` or `down` by name. */
  private async run(): Promise<Record<string, string>> {
    const ask = async (check: (() => Promise<unknown>) | undefined) => (check ? state(check()) : undefined);
    const [database, backend] = await Promise.all([
      ask(this.backend ? () => this.backend!.ping() : undefined),
      ask(this.askBackend),
    ]);
    return {
      ...(database === undefined ? {} : { database }),
      ...(backend === undefined ? {} : { backend }),
      process: this.stopping ? 'stopping' : 'ok',
    };
  }

  /** Returns impairments that users will notice although the process is ready; it keeps receiving traffic. */
  private async warnings(): Promise<Record<string, string>> {
    if (!this.backend) return {};
    const isOff = this.backend.mail === 'off';
    // If the database is down, the other checks report it already.
    const late = (
      await inTime(
        this.backend.lateWork().catch(() => []),
        [],
      )
    ).filter((kind) => kind !== 'mail' || !isOff);
    return { ...(isOff ? { mail: 'off' } : {}), ...(late.length > 0 ? { late: late.join(', ') } : {}) };
  }

  /** Marks the process as not ready, so that load balancers stop sending requests before the server stops listening. */
  stop(): void {
    this.stopping = true;
  }
}

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

/**
 * Sends a small query that pages use and that reads the database of the embedded backend.
 *
 * @throws if the backend does not respond correctly
 */
async function askBackend(client: GraphqlClient, site: SiteConfig): Promise<void> {
  const context = { frontend: { site: site.name, locale: site.locales[0]! } };
  const terms = await client.request(FacetTermsDocument, {}, context);
  // Other backends need not support it, and that it is missing is remembered for a while.
  const answer =
    !terms.ok && isUnsupported(terms.failure) ? await client.request(GetAppConfigDocument, {}, context) : terms;
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

/** @returns `ok` if the check resolves in time, otherwise `down` */
async function state(check: Promise<unknown>): Promise<string> {
  return inTime(
    check.then(() => 'ok').catch(() => 'down'),
    'down',
  );
}

async function inTime<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  const late = new Promise<T>((resolve) => {
    setTimeout(() => resolve(otherwise), PATIENCE_MS).unref();
  });
  return Promise.race([answer, late]);
}
