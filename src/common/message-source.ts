import type { Translate } from '#shared/text/translator.js';

/** Provides the texts of a site to code that must not depend on their source. */
export interface MessageSource {
  /**
   * @param site its own texts by locale and key, which take precedence over the catalogues
   * @param locale BCP 47
   */
  messages(
    site: { name: string; texts: Readonly<Record<string, Readonly<Record<string, string>>>> },
    locale: string,
  ): Readonly<Record<string, string>>;

  /** For a few messages of the server itself; pages, which need hundreds, get all of them from `messages`. */
  translate(
    site: { name: string; texts: Readonly<Record<string, Readonly<Record<string, string>>>> },
    locale: string,
  ): Translate;
}

/** The injection token of the `MessageSource` of all sites. */
export const MESSAGE_SOURCE = Symbol('MESSAGE_SOURCE');
