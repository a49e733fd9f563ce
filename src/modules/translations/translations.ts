import { Inject, Injectable, Logger } from '@nestjs/common';
import { I18nService, I18nLoader, type I18nTranslation } from 'nestjs-i18n';
import { type Catalogues, readCatalogues } from '#shared/translations/catalogues.js';
import { MessageSets } from '#shared/translations/message-sets.js';
import type { MessageSource } from '../../common/message-source.js';

/** The catalogues of nestjs-i18n. Where they cannot be loaded, that is logged and nothing is said at all (I18N-01). */
@Injectable()
export class Translations extends MessageSets implements MessageSource {
  constructor(@Inject(I18nService) i18n: Pick<I18nService, 'getTranslations'>) {
    const log = new Logger(Translations.name);
    super(
      () => i18n.getTranslations() as Catalogues,
      (error) => log.error(error, 'the translations could not be loaded'),
    );
  }
}

/** Gives nestjs-i18n what pages need of the catalogues. What it throws is logged there. */
export class CatalogueLoader extends I18nLoader {
  private catalogues: Catalogues | undefined;

  override async languages(): Promise<string[]> {
    return Object.keys(await this.load());
  }

  override async load(): Promise<I18nTranslation> {
    return (this.catalogues ??= await Promise.resolve(readCatalogues('pages'))) as I18nTranslation;
  }
}
