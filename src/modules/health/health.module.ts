import { Module, Controller, Get, Header, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { SitesModule } from '../sites/index.js';
import { HealthCheck } from './health-check.js';

/** For balancers and orchestrators; open to everyone and says nothing of the inside. */
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
    const [checks, warnings] = await Promise.all([this.check.run(), this.check.warnings()]);
    const ok = Object.values(checks).every((state) => state === 'ok');
    if (!ok) reply.status(503);
    return { status: ok ? 'ok' : 'unavailable', ...checks, ...warnings };
  }
}

@Module({ imports: [SitesModule], controllers: [HealthController], providers: [HealthCheck] })
export class HealthModule {}
