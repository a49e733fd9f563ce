import { nearFirstMatch } from './marked-parts';

const plain = (text: string) => ({ text, marked: false });
const match = { text: 'nurse', marked: true };

describe('a snippet', () => {
  it('begins shortly before its first match, at a word', () => {
    expect(
      nearFirstMatch([plain('We are a small charity in the north and look for a '), match, plain(' now')]),
    ).toEqual([plain('… north and look for a '), match, plain(' now')]);
  });

  it('stays as it is if the match is near its beginning, or if there is none', () => {
    for (const parts of [[plain('We look for a '), match], [match], [plain('x'.repeat(90))], []])
      expect(nearFirstMatch(parts)).toBe(parts);
  });
});
