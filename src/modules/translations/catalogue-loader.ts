import { I18nLoader, type I18nTranslation } from 'nestjs-i18n';
import { type Catalogues, readCatalogues } from '#shared/translations/catalogues.js';

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
