import { Module } from '@nestjs/common';
import { SitesModule } from '../sites/index.js';
import { HealthCheck } from './health-check.js';
import { HealthController } from './health.controller.js';

@Module({ imports: [SitesModule], controllers: [HealthController], providers: [HealthCheck] })
export class HealthModule {}
