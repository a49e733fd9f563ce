export type MessageValues = Readonly<Record<string, string | number>>;

/** @returns the message with the given key, with `{name}` placeholders filled in; the key itself if there is no such message. */
export type Translate = (key: string, values?: MessageValues) => string;

/**
 * Plurals are separate messages: `jobs.total_one`, `jobs.total_other`, selected by `values.count` and the plural rules of the locale
 * (CLDR).
 * @param messages flat, as returned by `/api/messages/{locale}`
 */
export function translator(locale: string, messages: Readonly<Record<string, string>>): Translate {
  const known = translators.get(messages);
  if (known) return known;
  const made = translatorOf(locale, (key) => messages[key]);
  translators.set(messages, made);
  return made;
}

/** Cached per catalogue, because catalogues are long-lived and creating the formatters is slower than formatting the messages of a page. */
const translators = new WeakMap<object, Translate>();

/** @param messageOf returns the message of a key; otherwise like `translator` */
export function translatorOf(locale: string, messageOf: (key: string) => string | undefined): Translate {
  // Made when they are needed: in a browser, the first formatter of a page loads data, which takes a phone 100 to 200 ms.
  let plural: Intl.PluralRules | undefined;
  let number: Intl.NumberFormat | undefined;
  const pluralForm = (count: number): string => (plural ??= new Intl.PluralRules(locale)).select(count);
  const format = (value: number): string => (number ??= new Intl.NumberFormat(locale)).format(value);
  // Parsing a message is slower than filling it in, and pages use the same few messages again and again.
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
        ? (messageOf(`${key}_${pluralForm(count)}`) ?? messageOf(`${key}_other`))
        : undefined) ?? messageOf(key);
    if (message === undefined || !values) return message ?? key;
    const parts = partsOf(message);
    let text = parts[0]!;
    for (let at = 1; at < parts.length; at += 2) {
      const name = parts[at]!;
      const value = values[name];
      text += value === undefined ? `{${name}}` : typeof value === 'number' ? format(value) : value;
      const next = parts[at + 1]!;
      // A value that ends with a full stop (`Hilfe e. V.`) also ends its sentence.
      text += next.startsWith('.') && !next.startsWith('..') && text.endsWith('.') ? next.slice(1) : next;
    }
    return text;
  };
}

/** `{name}` in a message; splitting by it results in text, name, text, … */
const PLACE = /\{(\w+)\}/;

/** Formats a size in megabytes, such as `10 MB`, in the given locale. */
export function formatMegabytes(bytes: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte' }).format(bytes / 1_000_000);
}

/**
 * Selects the text of a locale such as `en-GB`, or else that of its language, or else the English one.
 *
 * @param texts by language or locale
 */
export function textIn(texts: Readonly<Record<string, string>>, locale: string): string | undefined {
  return texts[locale] ?? texts[locale.slice(0, 2)] ?? texts.en;
}
