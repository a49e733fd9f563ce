import { readFileSync } from 'node:fs';
import { translator } from '#shared/text/translator.js';
import { valueWords } from './job-words';

interface Tree {
  [name: string]: string | Tree;
}

/** The messages of a catalogue file, by their full keys. */
function messagesOf(language: string, file: string): Record<string, string> {
  const path = new URL(`../../../catalogues/${language}/${file}.json`, import.meta.url);
  const flat = (tree: Tree, prefix: string): [string, string][] =>
    Object.entries(tree).flatMap(([name, value]) =>
      typeof value === 'string' ? [[`${prefix}.${name}`, value]] : flat(value, `${prefix}.${name}`),
    );
  return Object.fromEntries(flat(JSON.parse(readFileSync(path, 'utf8')) as Tree, file));
}

describe('the values of a job in words', () => {
  it.each([
    ['en', 'A driving licence? · Kind of answer: Yes or no · Answer you need (yes or no): No'],
    ['de', undefined],
    ['fr', undefined],
  ])('[REC-02] describe screening questions without codes, %s', (language, expected) => {
    const words = valueWords(translator(language, messagesOf(language, 'job-wizard')), language);
    const said = words('screeningQuestions', [
      JSON.stringify({ neededAnswer: 'no', question: 'A driving licence?', questionType: 'yes_no' }),
      JSON.stringify({ question: 'When?', questionType: 'choice', choices: 'Weekdays\nWeekends' }),
    ]);
    expect(said).toContain('Weekdays, Weekends');
    for (const code of ['yes_no', 'questionType', 'neededAnswer', 'job-wizard']) expect(said).not.toContain(code);
    if (expected) expect(said.split('; ')[0]).toBe(expected);
  });

  it('leave invalid entries unchanged', () => {
    const words = valueWords(translator('en', messagesOf('en', 'job-wizard')), 'en');
    expect(words('screeningQuestions', ['{'])).toBe('{');
  });
});
