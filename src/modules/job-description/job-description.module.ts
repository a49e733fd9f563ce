import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/index.js';
import { SitesModule } from '../sites/index.js';
import { JobDescriptionController } from './job-description.controller.js';

/** Job descriptions drafted by an AI service. */
@Module({ imports: [AuthModule, SitesModule], controllers: [JobDescriptionController] })
export class JobDescriptionModule {}
