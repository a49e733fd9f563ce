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
  const made = makeTranslator(locale, messages);
  translators.set(messages, made);
  return made;
}

/** Catalogues live long, and making the formatters costs more than a page's messages. */
const translators = new WeakMap<object, Translate>();

function makeTranslator(locale: string, messages: Readonly<Record<string, string>>): Translate {
  const plural = new Intl.PluralRules(locale);
  const number = new Intl.NumberFormat(locale);
  return (key, values) => {
    const count = values?.count;
    const message =
      (typeof count === 'number'
        ? (messages[`${key}_${plural.select(count)}`] ?? messages[`${key}_other`])
        : undefined) ??
      messages[key] ??
      key;
    if (!values) return message;
    return message.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name];
      if (value === undefined) return whole;
      return typeof value === 'number' ? number.format(value) : value;
    });
  };
}
