import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ConfigModule, ConfigService } from '@nestjs/config';
import { RouterModule } from '@nestjs/core';
import { readCaptchaVerification, readEmbeddingsSettings, readStripeSettings } from './common/service-settings.js';
import { ErrorFilter } from './common/error.filter.js';
import type { Logger } from './common/logger.js';
import type { Backend } from '#contract/backend/backend.js';
import { fileStoreOf } from '#contract/backend/file-store.js';
import { AccountModule } from './modules/account/index.js';
import { ApiDocsModule } from './modules/api-docs/api-docs.module.js';
import { AnalyticsRelayModule } from './modules/analytics-relay/index.js';
import { AlertsModule } from './modules/alerts/alerts.module.js';
import { ApplicationsModule } from './modules/applications/index.js';
import { AuthModule } from './modules/auth/index.js';
import { CheckoutModule } from './modules/checkout/checkout.module.js';
import { ConsentModule } from './modules/consent/consent.module.js';
import { ContactModule } from './modules/contact/contact.module.js';
import { DocumentsModule } from './modules/documents/index.js';
import { FileProxyModule } from './modules/file-proxy/file-proxy.module.js';
import { EMBEDDED_BACKEND, GraphqlClientModule } from './modules/graphql-client/index.js';
import { InvoicesModule } from './modules/invoices/invoices.module.js';
import { JobDescriptionModule } from './modules/job-description/job-description.module.js';
import { JobEditingModule } from './modules/job-editing/job-editing.module.js';
import { JobViewsModule } from './modules/job-views/job-views.module.js';
import { ResumeContactsModule } from './modules/resume-contacts/resume-contacts.module.js';
import { QueueModule } from './modules/queue/queue.module.js';
import { ProductsModule } from './modules/products/products.module.js';
import { OrganizationEditingModule } from './modules/organization-editing/organization-editing.module.js';
import { HealthModule } from './modules/health/health.module.js';
import { MailboxModule } from './modules/mailbox/mailbox.module.js';
import { NewsFeedsModule } from './modules/news-feeds/news-feeds.module.js';
import { ResumeImportModule } from './modules/resume-import/resume-import.module.js';
import { ResumeEditingModule } from './modules/resume-editing/resume-editing.module.js';
import { RoutingModule } from './modules/routing/index.js';
import { backendSiteOf, loadRegistry, SitesModule } from './modules/sites/index.js';
import { TranslationsModule } from './modules/translations/translations.module.js';
import type { Origins } from './origins.js';
import { processEnvironment, parseSettings, SETTINGS, showsMailbox, type Settings } from './settings.js';
import { SsrModule, AuthErrorModule } from './ssr/ssr.module.js';

/** Provides the validated settings for injection everywhere. */
@Global()
@Module({
  imports: [
    ConfigModule.forRoot({ ignoreEnvFile: true, validate: () => ({ settings: parseSettings(processEnvironment()) }) }),
  ],
  providers: [
    {
      provide: SETTINGS,
      inject: [ConfigService],
      useFactory: (config: ConfigService) => config.getOrThrow<Settings>('settings'),
    },
  ],
  exports: [SETTINGS],
})
class SettingsModule {}

/** The composition root: the only place that names all modules, and the only one that knows the embedded backend. */
@Module({})
export class AppModule implements OnApplicationShutdown {
  constructor(@Inject(EMBEDDED_BACKEND) private readonly backend: Backend | null) {}

  /** @param authPath base path of the session protocol */
  static register(backend: Backend | null, authPath: string): DynamicModule {
    return {
      module: AppModule,
      imports: [
        SettingsModule,
        RouterModule.register([AuthModule, AuthErrorModule].map((module) => ({ path: authPath, module }))),
        SitesModule,
        GraphqlClientModule.register(backend),
        TranslationsModule,
        RoutingModule,
        AuthModule,
        HealthModule,
        AccountModule,
        ConsentModule,
        ContactModule,
        ApplicationsModule,
        InvoicesModule,
        AlertsModule,
        JobEditingModule,
        JobDescriptionModule,
        QueueModule,
        CheckoutModule,
        ResumeContactsModule,
        JobViewsModule,
        AnalyticsRelayModule,
        ApiDocsModule,
        OrganizationEditingModule,
        ProductsModule,
        ResumeEditingModule,
        ResumeImportModule,
        FileProxyModule,
        DocumentsModule,
        NewsFeedsModule,
        ...(backend?.mailbox ? [MailboxModule] : []),
        AuthErrorModule,
        // Must be last: its catch-all route handles everything that no other module does.
        SsrModule,
      ],
      providers: [{ provide: ErrorFilter, useClass: ErrorFilter }],
    };
  }

  /** All requests in progress have been answered by now. */
  async onApplicationShutdown(): Promise<void> {
    await this.backend?.close();
  }
}

/** Starts the embedded backend if no external one is configured. */
export async function openBackend(settings: Settings, logger: Logger, origins: Origins): Promise<Backend | null> {
  if (settings.BACKEND_GRAPHQL_URL) return null;
  const { startBackend } = await import('./backend/index.js');
  const sites = (await loadRegistry(settings)).all();
  const configs = new Map(sites.map(({ config }) => [config.name, config]));
  return startBackend({
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    replicaUrls: settings.DATABASE_REPLICA_URLS,
    demoData: settings.DEMO_DATA ?? false,
    demoPassword: settings.DEMO_PASSWORD,
    secrets: settings.AUTH_SECRET,
    // A process that serves no requests needs no search index in memory; alerts use the database.
    searchMemoryMb: settings.ROLES.has('web') ? settings.SEARCH_MEMORY_MB : 0,
    runsBackgroundJobs: settings.ROLES.has('worker'),
    searchFeatures: settings.SEARCH_FEATURES,
    exchangeRates: settings.EXCHANGE_RATES,
    geocoder: settings.GEOCODER_URL ? { kind: settings.GEOCODER_KIND, url: settings.GEOCODER_URL } : undefined,
    embeddings: readEmbeddingsSettings(settings),
    fileStore: fileStoreOf(settings),
    vies: settings.VIES_URL ? { url: settings.VIES_URL } : undefined,
    captchaService: readCaptchaVerification(settings),
    sites: sites.map(({ config }) => backendSiteOf(config)),
    stripe: readStripeSettings(settings),
    feedNetworks: settings.FEED_NETWORKS,
    homeOf: (site, language) => origins.home(site, language, configs.get(site)?.locales ?? []),
    mail: { smtpUrl: settings.SMTP_URL, from: settings.MAIL_FROM, mailbox: showsMailbox(settings) },
    logger,
  });
}
