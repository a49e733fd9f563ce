// Checks the catalogues: every key that the code uses exists, none is unused, en, de and fr are complete, placeholders agree, and marks
// are set as German and French set them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';

const ROOT = 'catalogues';
const COMPLETE = ['en', 'de', 'fr'];
/** Overlays of a language: they hold only what differs. */
const OVERLAYS = { 'en-GB': 'en', 'en-CA': 'en' };
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

/** What a native reader would stumble over, and a writer on another keyboard does not see. */
const TYPOGRAPHY = {
  de: [
    [/\.\.\./, 'has three dots instead of “…”'],
    [/"|“[^”]*”/, 'has quotation marks that are not „German“'],
    [/\p{L}[:*_]in(nen)?\b/u, 'has a gender form that the other texts do not use'],
  ],
  fr: [
    [/ [:;!?»]|« /, 'has a space before a mark that can break'],
    [/[^\s\u00a0\u202f\d][;!?»](\s|$)|«[^\u202f]|\p{L}:\s/u, 'lacks a space at a mark'],
    [/"|“|\p{L}'\p{L}/u, 'has quotation marks or apostrophes that are not French'],
    [/\.\.\./, 'has three dots instead of “…”'],
    [/\p{L}·/u, 'has a gender form that the other texts do not use'],
  ],
};

const problems = [];
const english = catalogue('en');
const bases = new Set(Object.keys(english).map((key) => key.replace(PLURAL, '')));
const placeholders = (text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join(' ');

for (const locale of COMPLETE.slice(1)) {
  const messages = catalogue(locale);
  const own = new Set(Object.keys(messages).map((key) => key.replace(PLURAL, '')));
  for (const key of bases) if (!own.has(key)) problems.push(`${locale}: "${key}" is missing`);
  for (const [key, text] of Object.entries(messages)) {
    const source = english[key] ?? english[key.replace(PLURAL, '_other')];
    if (source === undefined) problems.push(`${locale}: "${key}" is not in the English catalogue`);
    // A plural may leave out the number ("one job").
    else if (!PLURAL.test(key) && placeholders(text) !== placeholders(source))
      problems.push(`${locale}: "${key}" has other placeholders than the English text`);
  }
}
for (const [locale, rules] of Object.entries(TYPOGRAPHY))
  for (const [key, text] of Object.entries(catalogue(locale)))
    for (const [fault, saying] of rules) if (fault.test(text)) problems.push(`${locale}: "${key}" ${saying}`);
for (const [locale, base] of Object.entries(OVERLAYS)) {
  const messages = catalogue(base);
  for (const [key, text] of Object.entries(catalogue(locale))) {
    if (messages[key] === undefined) problems.push(`${locale}: "${key}" is not in ${base}`);
    else if (messages[key] === text) problems.push(`${locale}: "${key}" is the same as in ${base}: leave it out`);
  }
}

// `t('a.b')` and, for keys put together at run time, `t(`a.${b}`)`: everything below the constant beginning counts as used.
const sources = globSync(['client/**/*.{ts,tsx}', 'src/**/*.ts', 'config/**/*.ts'], {
  ignore: ['**/*.spec.*', 'src/contract/generated/**'],
})
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');
const used = new Set([...sources.matchAll(/['"`]([a-z][\w-]*(?:\.[\w-]+)+)['"`]/g)].map(([, key]) => key));
const prefixes = [
  ...new Set([...sources.matchAll(/`([a-z][\w-]*\.(?:[\w-]+\.)*[\w-]*)\$\{/g)].map(([, prefix]) => prefix)),
];
for (const key of bases) {
  if (!used.has(key) && !prefixes.some((prefix) => key.startsWith(prefix))) problems.push(`en: "${key}" is not used`);
}
for (const [, key] of sources.matchAll(/\bt\(\s*['"]([^'"]+)['"]/g))
  if (!bases.has(key)) problems.push(`en: "${key}" is used and missing`);

for (const problem of [...new Set(problems)]) console.error(problem);
process.exitCode = problems.length ? 1 : 0;
if (!problems.length) console.log(`${bases.size} messages, complete in ${COMPLETE.join(', ')}`);
