import { typedValue } from './field-values.js';

const typed = (value: string, type: 'url' | 'number' | 'text') =>
  typedValue(value, { type, settings: {} }, (html) => html);

describe('values typed into a form', () => {
  it.each([
    ['harbourhands.ca', 'https://harbourhands.ca'],
    [' www.example.org/jobs?id=1 ', 'https://www.example.org/jobs?id=1'],
    ['http://example.org', 'http://example.org'],
    ['mailto:ann@people.test', 'mailto:ann@people.test'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['no address', 'no address'],
    ['somebody', 'somebody'],
  ])('[VALID-03] %j in a field for an address is %j', (value, expected) => {
    expect(typed(value, 'url')).toBe(expected);
  });

  it.each([
    ['$ 55 000', '55000'],
    ['€55’000', '55000'],
    ['55,000', '55000'],
    ['55\u202f000,50 €', '55000,50'],
    ['37.5', '37.5'],
    ['37,5', '37,5'],
    ['CA$1,234,567', '1234567'],
    ['five', 'five'],
    ['-1', '-1'],
  ])('[VALID-03] %j in a field for a number is %j', (value, expected) => {
    expect(typed(value, 'number')).toBe(expected);
  });

  it('[VALID-03] other texts are unchanged', () => {
    expect(typed('$ 55 000 at harbourhands.ca', 'text')).toBe('$ 55 000 at harbourhands.ca');
  });
});
