import { fileURLToPath } from 'node:url';
import { Module } from '@nestjs/common';
import { I18nJsonLoader, I18nModule } from 'nestjs-i18n';
import { SitesModule } from '../sites/index.js';
import { MessagesController } from './messages.controller.js';
import { Translations } from './translations.js';

@Module({
  imports: [
    SitesModule,
    I18nModule.forRoot({
      fallbackLanguage: 'en',
      loader: I18nJsonLoader,
      loaderOptions: { path: fileURLToPath(new URL('catalogues', import.meta.url)), watch: false },
      disableMiddleware: true,
      logging: false,
    }),
  ],
  controllers: [MessagesController],
  providers: [Translations],
  exports: [Translations],
})
export class TranslationsModule {}
