import type { Translate } from '#shared/text/translator.js';

/** Gives the texts of a site, for those who may not know where they come from. */
export interface MessageSource {
  /**
   * @param site its own texts by locale and key stand above those of the catalogues
   * @param locale BCP 47
   */
  messages(
    site: { name: string; texts: Readonly<Record<string, Readonly<Record<string, string>>>> },
    locale: string,
  ): Readonly<Record<string, string>>;

  /** For a few messages of the server itself; pages, which say hundreds, take them all with `messages`. */
  translate(
    site: { name: string; texts: Readonly<Record<string, Readonly<Record<string, string>>>> },
    locale: string,
  ): Translate;
}

/** The injection token of the `MessageSource` of all sites. */
export const MESSAGE_SOURCE = Symbol('MESSAGE_SOURCE');
