import type { MessageSource } from '../../common/message-source.js';
import { Inject, Injectable } from '@nestjs/common';
import { I18nService } from 'nestjs-i18n';

export type Messages = Readonly<Record<string, string>>;

interface MessageTree {
  [key: string]: string | MessageTree;
}

/** The catalogues, flat and complete: a locale's own words, then its language's, then English, with the site's own on top. */
@Injectable()
export class Translations implements MessageSource {
  private readonly known = new Map<string, Messages>();

  constructor(@Inject(I18nService) private readonly i18n: Pick<I18nService, 'getTranslations'>) {}

  /** @param locale BCP 47; one without a catalogue gets its language's, then English */
  messages(site: Parameters<MessageSource['messages']>[0], locale: string): Messages {
    const key = `${site.name} ${locale}`;
    const known = this.known.get(key);
    if (known) return known;
    const catalogues = this.i18n.getTranslations() as Record<string, MessageTree | undefined>;
    const language = locale.slice(0, 2);
    const layers = [catalogues.en, catalogues[language], catalogues[locale]].map((tree) => (tree ? flatten(tree) : {}));
    const messages = Object.assign({}, ...layers, site.texts[language], site.texts[locale]) as Messages;
    this.known.set(key, messages);
    return messages;
  }
}

function flatten(tree: MessageTree, prefix = ''): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(tree)) {
    if (typeof value === 'string') flat[prefix + name] = value;
    else Object.assign(flat, flatten(value, `${prefix}${name}.`));
  }
  return flat;
}
