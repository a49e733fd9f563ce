import { Inject, Injectable, Logger } from '@nestjs/common';
import { I18nService } from 'nestjs-i18n';
import type { Catalogues } from '#shared/translations/catalogues.js';
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
