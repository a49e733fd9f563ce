import { bracketsIn, openPlaceholders } from './placeholders.js';

describe('[REC-05] placeholders that were not filled in', () => {
  it.each([
    ['Would one of these times suit you?\n\n…\n\nKind regards', ['…']],
    ['Please let us know by … whether you accept.', ['…']],
    ['Until ..., please', ['...']],
    ['We meet on [date] at [place of work].', ['[date]', '[place of work]']],
    ['Hello {{first_name}} and {name}, {{ first_name }}', ['{{first_name}}', '{name}', '{{ first_name }}']],
    ['[Datum] und [Datum]', ['[Datum]']],
  ])('%j', (text, found) => {
    expect(openPlaceholders(text)).toEqual(found);
  });

  it.each([
    'Well… we would like to meet you.',
    'See [1] and [our page](https://example.org).',
    'We work from 9 to 5. A set {} of things that goes on\nover lines } is none.'.replace('{}', ''),
  ])('%j has none', (text) => {
    expect(openPlaceholders(text)).toEqual([]);
  });

  it('known placeholders, which are replaced on sending, are allowed', () => {
    expect(openPlaceholders('Hello {name}, [date]', ['{name}'])).toEqual(['[date]']);
  });

  it('brackets and braces of facts about the job are found, but not their dots', () => {
    const found = bracketsIn('Cook [m/w/d] … [Remote]', 'Food {Bank}', 'Night Shelter');
    expect(found).toEqual(['[m/w/d]', '[Remote]', '{Bank}']);
    expect(openPlaceholders('Cook [m/w/d] on [date] …', found)).toEqual(['[date]', '…']);
  });
});
