import { Global, Module, Controller, Get, Header, Inject, Param, Req, Injectable, Logger } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AcceptLanguageResolver, I18nModule, I18nService, I18nLoader, type I18nTranslation } from 'nestjs-i18n';
import { type Translate, translatorOf } from '#shared/text/translator.js';
import {
  type Catalogues,
  readCatalogues,
  type Messages,
  type OwnTexts,
  MessageSets,
} from '#shared/translations/catalogues.js';
import { MESSAGE_SOURCE, type MessageSource } from '../../common/message-source.js';
import { SitesModule, SiteRegistry } from '../sites/index.js';

/** The catalogues of nestjs-i18n. If they cannot be loaded, the error is logged and all messages are empty (I18N-01). */
@Injectable()
export class Translations extends MessageSets implements MessageSource {
  private readonly log = new Logger(Translations.name);
  /** Message formatters of sites, by locale: creating one is slower than formatting a message. */
  private readonly translators = new WeakMap<OwnTexts, Map<string, Translate>>();

  constructor(@Inject(I18nService) private readonly i18n: Pick<I18nService, 'getTranslations' | 'translate'>) {
    super(
      () => i18n.getTranslations() as Catalogues,
      (error) => this.log.error(error, 'the translations could not be loaded'),
    );
  }

  /**
   * Looks texts up in nestjs-i18n, except for the texts of the site itself. A lookup there takes some microseconds, 500 times as long as in
   * `messages`.
   */
  translate(site: OwnTexts, locale: string): Translate {
    let translators = this.translators.get(site);
    if (!translators) this.translators.set(site, (translators = new Map<string, Translate>()));
    let translate = translators.get(locale);
    if (!translate) {
      const own = [site.texts?.[locale], site.texts?.[locale.slice(0, 2)]];
      const ownText = (key: string) => own.find((texts) => texts?.[key] !== undefined)?.[key];
      translate = translatorOf(locale, (key) => ownText(key) ?? this.find(key, locale));
      translators.set(locale, translate);
    }
    return translate;
  }

  private find(key: string, lang: string): string | undefined {
    try {
      const message: unknown = this.i18n.translate(key, { lang });
      return typeof message === 'string' && message !== key ? message : undefined;
    } catch (error) {
      this.log.error(error, 'a translation could not be looked up');
      return undefined;
    }
  }
}

/** Provides nestjs-i18n with the part of the catalogues that pages need. It logs exceptions itself. */
export class CatalogueLoader extends I18nLoader {
  private catalogues: Catalogues | undefined;

  override async languages(): Promise<string[]> {
    return Object.keys(await this.load());
  }

  override async load(): Promise<I18nTranslation> {
    return (this.catalogues ??= await Promise.resolve(readCatalogues('pages'))) as I18nTranslation;
  }
}

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
