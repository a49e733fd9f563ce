import { KnownForms } from './stemmer.js';

const words = (from: number, count: number) => Array.from({ length: count }, (_, index) => `word${from + index}`);

function prepare(known: KnownForms, forms: readonly string[]): void {
  known.reserve(forms.length);
  for (const form of forms) if (!known.has(form)) known.set(form, { stem: form, stop: false });
}

test.each([10, 40_000, 200_000])(
  'keeps all of %i forms that are requested together, whatever it contained before',
  (count) => {
    const known = new KnownForms();
    prepare(known, words(0, 55_000));
    const forms = words(50_000, count);
    prepare(known, forms);
    expect(forms.filter((form) => known.get(form)?.stem !== form)).toEqual([]);
  },
);

test('evicts forms that have not been used recently', () => {
  const known = new KnownForms();
  prepare(known, ['first', 'asked']);
  for (let from = 0; from < 200_000; from += 1000) prepare(known, ['asked', ...words(from, 1000)]);
  expect(known.get('first')).toBeUndefined();
  expect(known.get('asked')).toBeDefined();
});
