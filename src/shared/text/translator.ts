export type MessageValues = Readonly<Record<string, string | number>>;

/** @returns the message of that key with `{name}` filled in; the key itself when there is no such message. */
export type Translate = (key: string, values?: MessageValues) => string;

/**
 * Plurals are separate messages: `jobs.total_one`, `jobs.total_other`, chosen by `values.count` and the locale's rules (CLDR).
 * @param messages flat, as `/api/messages/{locale}` gives them
 */
export function translator(locale: string, messages: Readonly<Record<string, string>>): Translate {
  const known = translators.get(messages);
  if (known) return known;
  const made = translatorOf(locale, (key) => messages[key]);
  translators.set(messages, made);
  return made;
}

/** Catalogues live long, and making the formatters costs more than a page's messages. */
const translators = new WeakMap<object, Translate>();

/** @param messageOf finds the message of a key, wherever it is; the rest as `translator` */
export function translatorOf(locale: string, messageOf: (key: string) => string | undefined): Translate {
  const plural = new Intl.PluralRules(locale);
  const number = new Intl.NumberFormat(locale);
  // Taking a message apart costs more than filling it in, and a page fills in the same few again and again.
  const taken = new Map<string, readonly string[]>();
  const partsOf = (message: string): readonly string[] => {
    let parts = taken.get(message);
    if (!parts) taken.set(message, (parts = message.split(PLACE)));
    return parts;
  };
  return (key, values) => {
    const count = values?.count;
    const message =
      (typeof count === 'number'
        ? (messageOf(`${key}_${plural.select(count)}`) ?? messageOf(`${key}_other`))
        : undefined) ?? messageOf(key);
    if (message === undefined || !values) return message ?? key;
    const parts = partsOf(message);
    let text = parts[0]!;
    for (let at = 1; at < parts.length; at += 2) {
      const name = parts[at]!;
      const value = values[name];
      text += value === undefined ? `{${name}}` : typeof value === 'number' ? number.format(value) : value;
      const next = parts[at + 1]!;
      // A name that ends with a full stop (`Hilfe e. V.`) ends its sentence as well.
      text += next.startsWith('.') && !next.startsWith('..') && text.endsWith('.') ? next.slice(1) : next;
    }
    return text;
  };
}

/** `{name}` in a message; splitting by it gives text, name, text, … */
const PLACE = /\{(\w+)\}/;
