import { Global, Module } from '@nestjs/common';
import { AcceptLanguageResolver, I18nModule } from 'nestjs-i18n';
import { MESSAGE_SOURCE } from '../../common/message-source.js';
import { SitesModule } from '../sites/index.js';
import { CatalogueLoader } from './catalogue-loader.js';
import { MessagesController } from './messages.controller.js';
import { Translations } from './translations.js';

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
