import { Global, Module, Controller, Get, Header, Inject, Param, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AcceptLanguageResolver, I18nModule } from 'nestjs-i18n';
import type { Messages } from '#shared/translations/message-sets.js';
import { MESSAGE_SOURCE } from '../../common/message-source.js';
import { SitesModule, SiteRegistry } from '../sites/index.js';
import { CatalogueLoader, Translations } from './translations.js';

/**
 * Catalogues for scripts (I18N-01); open to everyone. The answer is JSON whose root is the object of messages, not a string
 * that holds JSON: whoever reads it parses once.
 */
@Controller('api/messages')
class MessagesController {
  constructor(
    @Inject(Translations) private readonly translations: Translations,
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
  ) {}

  /** An unknown locale gets the site's first. */
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
      // Nothing asks for the language of the request at hand, and following it through all promises costs every one of them.
      skipAsyncHook: true,
      // Pages know their locale from the address; API messages follow the caller's header.
      resolvers: [AcceptLanguageResolver],
    }),
  ],
  controllers: [MessagesController],
  providers: [Translations, { provide: MESSAGE_SOURCE, useExisting: Translations }],
  exports: [Translations, MESSAGE_SOURCE],
})
export class TranslationsModule {}
