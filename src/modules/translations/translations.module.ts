import { Global, Module, Controller, Get, Header, Inject, Param, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AcceptLanguageResolver, I18nModule } from 'nestjs-i18n';
import type { Messages } from '#shared/translations/message-sets.js';
import { MESSAGE_SOURCE } from '../../common/message-source.js';
import { SitesModule, SiteRegistry } from '../sites/index.js';
import { CatalogueLoader, Translations } from './translations.js';

/**
 * Message catalogues for scripts (I18N-01); public. The response is a JSON object of messages, not a string that contains JSON, so clients
 * parse it only once.
 */
@Controller('api/messages')
class MessagesController {
  constructor(
    @Inject(Translations) private readonly translations: Translations,
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
  ) {}

  /** An unknown locale gets the site's first locale. */
  @Get(':locale')
  @Header('Cache-Control', 'public, max-age=300')
  messages(@Param('locale') locale: string, @Req() request: FastifyRequest): Messages {
    const { config } = this.sites.forHost(request.headers.host);
    return this.translations.messages(config, this.translations.knownLocale(locale) ?? config.locales[0]!);
  }
}

@Global()
@Module({
  imports: [
    SitesModule,
    I18nModule.forRoot({
      fallbackLanguage: 'en',
      loaders: [new CatalogueLoader()],
      disableMiddleware: true,
      // Nothing uses the language of the current request, and tracking it through all promises slows down every one of them.
      skipAsyncHook: true,
      // Pages determine their locale by the URL; API messages use the caller's header.
      resolvers: [AcceptLanguageResolver],
    }),
  ],
  controllers: [MessagesController],
  providers: [Translations, { provide: MESSAGE_SOURCE, useExisting: Translations }],
  exports: [Translations, MESSAGE_SOURCE],
})
export class TranslationsModule {}
