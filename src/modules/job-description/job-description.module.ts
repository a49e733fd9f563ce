import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/index.js';
import { SitesModule } from '../sites/index.js';
import { JobDescriptionController } from './job-description.controller.js';

/** Descriptions of jobs that an AI service drafts. */
@Module({ imports: [AuthModule, SitesModule], controllers: [JobDescriptionController] })
export class JobDescriptionModule {}
