import type { Catalogues, MessageTree } from './catalogues.js';

export type Messages = Readonly<Record<string, string>>;

/** A site's own texts, by locale and key; they take precedence over the catalogues. */
export interface OwnTexts {
  texts?: Readonly<Record<string, Messages>>;
}

const NOTHING: Messages = {};

/** Complete, flat messages of sites and locales: from English, overridden by the language, the locale, and the site's own texts. */
export class MessageSets {
  private readonly known = new WeakMap<OwnTexts, Map<string, Messages>>();

  /**
   * @param load returns the catalogues; may throw
   * @param failed receives the error if they cannot be loaded
   */
  constructor(
    private readonly load: () => Catalogues,
    private readonly failed: (error: unknown) => void,
  ) {}

  /**
   * @param locale BCP 47; without a catalogue its language is used, then English
   * @returns no messages if the catalogues cannot be loaded
   */
  messages(site: OwnTexts, locale: string): Messages {
    let sets = this.known.get(site);
    if (!sets) this.known.set(site, (sets = new Map<string, Messages>()));
    const known = sets.get(locale);
    if (known) return known;
    const catalogues = this.catalogues();
    if (!catalogues) return NOTHING;
    const language = locale.slice(0, 2);
    const layers = [catalogues.en, catalogues[language], catalogues[locale]].map((tree) => (tree ? flatten(tree) : {}));
    const messages = Object.assign({}, ...layers, site.texts?.[language], site.texts?.[locale]) as Messages;
    sets.set(locale, messages);
    return messages;
  }

  /**
   * @param asked a locale tag in any case
   * @returns the locale of a matching catalogue, or that of its language; undefined if there is none
   */
  knownLocale(asked: string): string | undefined {
    const [language = '', region] = asked.split(/[-_]/, 2);
    const names = Object.keys(this.catalogues() ?? {});
    const named = (name: string) => names.find((each) => each.toLowerCase() === name.toLowerCase());
    return (region === undefined ? undefined : named(`${language}-${region}`)) ?? named(language);
  }

  private catalogues(): Catalogues | undefined {
    try {
      return this.load();
    } catch (error) {
      this.failed(error);
      return undefined;
    }
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
