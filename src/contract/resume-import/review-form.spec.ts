import { isThere, readProposal, type ReviewedItem, reviewNames, mergeReview } from './review-form.js';

const value = (name: string, text: string) => ({ name, value: text, label: null, lines: ['line'], assumed: false });
const ITEMS: readonly ReviewedItem[] = [
  { field: 'title', values: [value('title', 'Cook')] },
  { field: 'workExperience', values: [value('jobTitle', 'Baker'), value('from', '2019-03')] },
  { field: 'skills', values: [value('skills', '1101')] },
  { field: 'skillsFree', values: [value('skillsFree', 'Baking')] },
];
/** The complete review, as displayed. */
const ALL = Object.fromEntries(
  ITEMS.flatMap(({ values }, index) => [
    [`take.${index}`, 'yes'],
    ...values.map(({ name, value: text }) => [`item.${index}.${name}`, text] as const),
  ]),
);
const OLD = JSON.stringify({ jobTitle: 'Waiter' });
const BEFORE = { title: ['Waiter'], workExperience: [OLD], skills: ['1101'], skillsFree: ['Dancing'] };

describe('items accepted from an imported file', () => {
  it('[APP-03] are appended to existing entries, and replace single values', () => {
    const { fields, places } = mergeReview(ITEMS, { ...ALL, 'item.1.jobTitle': ' Head baker ' }, BEFORE);
    expect(fields).toEqual({
      title: ['Cook'],
      workExperience: [OLD, JSON.stringify({ jobTitle: 'Head baker', from: '2019-03' })],
      skills: ['1101'],
      skillsFree: ['Dancing', 'Baking'],
    });
    expect(places.get('workExperience.2.jobTitle')).toBe('item.1.jobTitle');
    expect(places.get('title')).toBe('item.0.title');
  });

  it('[APP-03] change nothing if none were accepted, and leave all other fields unchanged', () => {
    expect(mergeReview(ITEMS, {}, BEFORE).fields).toEqual({});
    expect(mergeReview(ITEMS, { 'take.2': 'yes' }, {}).fields).toEqual({ skills: ['1101'] });
    expect(mergeReview(ITEMS, { 'take.0': 'yes', 'item.0.title': ' ' }, BEFORE).fields).toEqual({});
  });

  it('[APP-03] are distinguished from those that the resume already contains', () => {
    expect(ITEMS.map((item) => isThere(item, BEFORE))).toEqual([false, false, true, false]);
    const after = mergeReview(ITEMS, ALL, BEFORE).fields;
    expect(ITEMS.map((item) => isThere(item, after))).toEqual([true, true, true, true]);
  });

  it('[APP-03] are only read in the exact format in which they were written', () => {
    expect(readProposal(JSON.stringify(ITEMS))).toEqual(ITEMS);
    const other = [{ field: 'title', values: [{ ...value('password', 'x') }] }];
    for (const text of [
      undefined,
      '',
      '{',
      '[]',
      '[1]',
      '[null]',
      '{}',
      JSON.stringify(other),
      JSON.stringify([...Array<object>(121).fill(ITEMS[0]!)]),
    ])
      expect(readProposal(text)).toBeUndefined();
    expect(new Set(reviewNames()).size).toBe(reviewNames().length);
  });
});
