// Checks the catalogues: every key that the code uses exists and is in a file its user loads, no key is unused, languages are complete,
// placeholders and plural forms agree, and punctuation follows the rules of each language.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';

const ROOT = 'catalogues';
const LOCALES = readdirSync(ROOT).sort();
const SOURCE = 'en';
/** A language has all messages; a region (`en-GB`) has only the messages that differ from those of its language. */
const LANGUAGES = LOCALES.filter((locale) => !locale.includes('-'));
const REGIONS = LOCALES.filter((locale) => locale.includes('-'));
const PLURAL = /_(zero|one|two|few|many|other)$/;

function catalogue(locale) {
  const messages = {};
  const add = (tree, prefix) => {
    for (const [name, value] of Object.entries(tree)) {
      if (typeof value === 'string') messages[prefix + name] = value;
      else add(value, `${prefix}${name}.`);
    }
  };
  for (const file of readdirSync(join(ROOT, locale)).filter((name) => name.endsWith('.json'))) {
    add(JSON.parse(readFileSync(join(ROOT, locale, file), 'utf8')), `${file.slice(0, -5)}.`);
  }
  return messages;
}

/** Mistakes in any language. */
const ANYWHERE = [
  [/\.\.\./, 'has three dots instead of “…”'],
  [/ {2}/, 'has two spaces'],
  [/^\s|\s$/, 'begins or ends with a space'],
];
/** Mistakes by language, which native readers notice but which are easily made on a foreign keyboard. */
const TYPOGRAPHY = {
  en: [
    [/["']/, 'has straight quotation marks or apostrophes instead of “English ones’”'],
    [/\p{L} …$/u, 'has a space before “…”'],
    [/ - /, 'has a hyphen instead of a dash'],
    [/\be-mail/i, 'says “e-mail” instead of “email”'],
  ],
  de: [
    [/"|“[^”]*”/, 'has quotation marks that are not „German“'],
    [/\p{L}[:*_]in(nen)?\b/u, 'has a gender form that the other texts do not use'],
  ],
  fr: [
    [/ [:;!?»]|« /, 'has a space before a mark that can break'],
    [/\u202f:|\u00a0[;!?»]|«\u00a0/, 'has the wrong one of the two spaces that do not break at a mark'],
    [/[^\s\u00a0\u202f\d][;!?»](\s|$)|«[^\u202f]|\p{L}:\s/u, 'lacks a space at a mark'],
    [/"|“|\p{L}'\p{L}/u, 'has quotation marks or apostrophes that are not French'],
    [/\p{L}·/u, 'has a gender form that the other texts do not use'],
  ],
};
/** Words of a language that its region spells or calls differently. JSON Resume is the name of a format. */
const FOREIGN_WORDS = { 'en-GB': /organiz|(?<!JSON )\bresumes?\b/i };

const problems = [];
const english = catalogue(SOURCE);
const bases = new Set(Object.keys(english).map((key) => key.replace(PLURAL, '')));
const placeholders = (text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join(' ');

for (const locale of LANGUAGES.filter((language) => language !== SOURCE)) {
  const messages = catalogue(locale);
  const own = new Set(Object.keys(messages).map((key) => key.replace(PLURAL, '')));
  for (const key of bases) if (!own.has(key)) problems.push(`${locale}: "${key}" is missing`);
  for (const [key, text] of Object.entries(messages)) {
    const source = english[key] ?? english[key.replace(PLURAL, '_other')];
    if (source === undefined) problems.push(`${locale}: "${key}" is not in the English catalogue`);
    // A plural form may omit the number ("one job").
    else if (!PLURAL.test(key) && placeholders(text) !== placeholders(source))
      problems.push(`${locale}: "${key}" has other placeholders than the English text`);
  }
}
for (const locale of LANGUAGES) {
  const messages = catalogue(locale);
  const plural = new Intl.PluralRules(locale);
  const chosen = new Set(Array.from({ length: 101 }, (_none, number) => plural.select(number)));
  const forms = new Set(plural.resolvedOptions().pluralCategories);
  for (const [key, form] of Object.keys(messages).flatMap((name) =>
    [PLURAL.exec(name)].filter(Boolean).map((match) => [name, match[1]]),
  )) {
    const base = key.replace(PLURAL, '');
    // Fractions, and numbers in the millions, may need a plural form that has no message; `other` is used for them.
    for (const wanted of new Set([...chosen, 'other']))
      if (messages[`${base}_${wanted}`] === undefined) problems.push(`${locale}: "${base}" has no form "${wanted}"`);
    if (!forms.has(form)) problems.push(`${locale}: "${key}" is a form that the language does not have`);
    if (messages[base] !== undefined) problems.push(`${locale}: "${base}" exists both with and without plural forms`);
  }
}
for (const locale of LOCALES)
  for (const [key, text] of Object.entries(catalogue(locale)))
    for (const [fault, saying] of [...ANYWHERE, ...(TYPOGRAPHY[locale.slice(0, 2)] ?? [])])
      if (fault.test(text)) problems.push(`${locale}: "${key}" ${saying}`);
for (const locale of REGIONS) {
  const base = locale.slice(0, 2);
  const messages = catalogue(base);
  const own = catalogue(locale);
  for (const [key, text] of Object.entries(messages)) {
    const shown = (own[key] ?? text).replace(/\{\w+\}/g, '');
    if (FOREIGN_WORDS[locale]?.test(shown)) problems.push(`${locale}: "${key}" has a word that is not used there`);
  }
  for (const [key, text] of Object.entries(own)) {
    if (messages[key] === undefined) problems.push(`${locale}: "${key}" is not in ${base}`);
    else if (messages[key] === text) problems.push(`${locale}: "${key}" is the same as in ${base}: leave it out`);
  }
}

// For keys put together at run time, `t(`a.${b}`)`, every key with the constant prefix counts as used.
const textOf = (patterns, ignored = []) =>
  globSync(patterns, { ignore: ['**/*.spec.*', 'src/contract/generated/**', ...ignored] })
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
const ofPages = textOf(['client/**/*.{ts,tsx}', 'src/**/*.ts', 'config/**/*.ts'], ['src/backend/**']);
const ofBackend = textOf(['src/backend/**/*.ts']);
const sources = `${ofPages}\n${ofBackend}`;
const used = new Set([...sources.matchAll(/['"`]([a-z][\w-]*(?:\.[\w-]+)+)['"`]/g)].map(([, key]) => key));
const prefixes = [
  ...new Set([...sources.matchAll(/`([a-z][\w-]*\.(?:[\w-]+\.)*[\w-]*)\$\{/g)].map(([, prefix]) => prefix)),
];
for (const key of bases) {
  if (!used.has(key) && !prefixes.some((prefix) => key.startsWith(prefix))) problems.push(`en: "${key}" is not used`);
}
// Pages and backend each load the files listed for them in src/shared/translations/catalogues.ts.
const loader = readFileSync('src/shared/translations/catalogues.ts', 'utf8');
const [ONLY_BACKEND, BOTH] = ['ONLY_BACKEND', 'BOTH'].map((name) =>
  [...new RegExp(`const ${name}[^=]*= \\[([^\\]]*)\\]`).exec(loader)[1].matchAll(/'([\w-]+)'/g)].map(
    ([, file]) => file,
  ),
);
for (const [side, code] of [
  ['pages', ofPages],
  ['backend', ofBackend],
])
  for (const [, key] of code.matchAll(/\b(?:t|ruleMessage)\(\s*(?:[\w.]*\bt,\s*)?['"`]([a-z][\w-]*\.[\w.-]*)/g)) {
    const [file] = key.split('.', 1);
    if (!BOTH.includes(file) && ONLY_BACKEND.includes(file) !== (side === 'backend'))
      problems.push(`en: "${key}" is not given to the ${side}, who use it`);
  }
for (const [, key] of sources.matchAll(/\b(?:t|ruleMessage)\(\s*(?:[\w.]*\bt,\s*)?['"]([^'"]+)['"]/g))
  if (!bases.has(key)) problems.push(`en: "${key}" is used and missing`);

for (const problem of [...new Set(problems)]) console.error(problem);
process.exitCode = problems.length ? 1 : 0;
if (!problems.length) console.log(`${bases.size} messages, complete in ${LANGUAGES.join(', ')}`);
