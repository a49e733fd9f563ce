import { Module } from '@nestjs/common';
import { SitesModule } from '../sites/index.js';
import { JobViewsController } from './job-views.controller.js';
import { ViewCounter } from './view-counter.js';

/** How often jobs are seen. */
@Module({ imports: [SitesModule], controllers: [JobViewsController], providers: [ViewCounter] })
export class JobViewsModule {}
