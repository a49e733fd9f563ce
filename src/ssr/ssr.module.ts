import { Module } from '@nestjs/common';
import { AnalyticsRelayModule } from '../modules/analytics-relay/index.js';
import { AuthModule } from '../modules/auth/index.js';
import { ConsentModule } from '../modules/consent/index.js';
import { FormsModule } from '../modules/forms/index.js';
import { RoutingModule } from '../modules/routing/index.js';
import { JobViewsModule } from '../modules/job-views/index.js';
import { SearchCountsModule } from '../modules/search-counts/index.js';
import { SitesModule } from '../modules/sites/index.js';
import { TranslationsModule } from '../modules/translations/index.js';
import { FormController } from './form.controller.js';
import { LogoutController } from './logout.controller.js';
import { MailedAddressCookie, NoticeCookie } from './page-cookies.js';
import { PageCache, PageCacheReport } from './page-cache/page-cache.js';
import { PageService } from './page.service.js';
import { PageRequestFactory } from './page-request.factory.js';
import { SpeculationRulesController } from './speculation-rules.controller.js';
import { SsrController } from './ssr.controller.js';

@Module({
  imports: [
    AnalyticsRelayModule,
    FormsModule,
    AuthModule,
    ConsentModule,
    SitesModule,
    RoutingModule,
    SearchCountsModule,
    JobViewsModule,
    TranslationsModule,
  ],
  controllers: [LogoutController, SpeculationRulesController, FormController, SsrController],
  providers: [PageRequestFactory, PageService, NoticeCookie, MailedAddressCookie, PageCache, PageCacheReport],
  exports: [PageService],
})
export class SsrModule {}
