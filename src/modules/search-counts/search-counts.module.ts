import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/index.js';
import { SitesModule } from '../sites/index.js';
import { TranslationsModule } from '../translations/index.js';
import { SearchCounter } from './search-counter.js';
import { SearchCountsController } from './search-counts.controller.js';

/** Anonymous counts of the search terms of each site. */
@Module({
  imports: [AuthModule, SitesModule, TranslationsModule],
  controllers: [SearchCountsController],
  providers: [SearchCounter],
  exports: [SearchCounter],
})
export class SearchCountsModule {}
