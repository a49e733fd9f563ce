import fc from 'fast-check';
import { oneLine, severalLines } from '#shared/text/typed-lines.js';
import { answersOf, applicationField, lastingField, lostAnswers, typedAnswers } from './application-form.js';
import { checkApplication } from './application-rules.js';
import { checkContactTexts } from './contact-rules.js';

const WANTED = {
  applicationRequireCv: true,
  applicationRequireCoverLetter: true,
  applicationRequireQualifyingQuestions: true,
  applicationQualifyingQuestions: [
    { id: 'a1', required: true },
    { id: 'b2', required: false },
  ],
};

/** Short and long texts, including characters that only programs send. */
const typed = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'Ann',
    'one\ntwo',
    '\u202e',
    'a\u0000b',
    'x'.repeat(121),
    'x'.repeat(2001),
    'y'.repeat(10_001),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const email = fc.oneof(typed, fc.constantFrom('ann@people.test', 'ann@people', ' ANN@people.test '));
const asSent = (text: string): string => text.replaceAll('\n', '\r\n');

describe('[VALID-03] the browser’s validation of texts before they are sent', () => {
  it('equals the server’s validation of the received application', () => {
    const fields = { firstName: typed, lastName: typed, coverLetter: typed, answer1: typed, answer2: typed };
    fc.assert(
      fc.property(fc.record({ ...fields, emailAddress: email, files: fc.nat(2) }), ({ files, ...texts }) => {
        const sent = { ...texts, questions: 'a1 b2' };
        const said = checkApplication({ ...sent, answers: answersOf(sent), attachments: files }, WANTED);
        const arrived = {
          firstName: oneLine(asSent(sent.firstName)),
          lastName: oneLine(asSent(sent.lastName)),
          emailAddress: sent.emailAddress,
          coverLetter: severalLines(asSent(sent.coverLetter)),
          answers: new Map([...answersOf(sent)].map(([id, text]) => [id, severalLines(asSent(text))])),
          attachments: files,
        };
        expect(said).toEqual(checkApplication(arrived, WANTED));
        for (const { field } of said) expect(['a1', 'b2']).not.toContain(applicationField(field, sent));
      }),
    );
  });

  it('names the fields of the form, and none for a question that is not on the page', () => {
    const sent = { questions: 'a1 b2' };
    expect(['answer:b2', 'answer:c3', 'lastName'].map((field) => applicationField(field, sent))).toEqual([
      'answer2',
      null,
      'lastName',
    ]);
    expect(['answer2', 'answer3', 'lastName'].map((name) => lastingField(name, sent))).toEqual([
      'answer:b2',
      'answer3',
      'lastName',
    ]);
  });

  it('finds the answers to questions that the job no longer has, with their texts, and keeps those found before', () => {
    const before = { question: 'Where?', answer: 'Here' };
    const sent = {
      questions: 'a1 b2 c3',
      questionTexts: JSON.stringify(['When?', 'Why?', 'How?']),
      answer1: 'Now\r\nor later',
      answer2: 'Because',
      answer3: ' ',
      lostAnswers: JSON.stringify([before]),
    };
    expect(lostAnswers(sent, ['b2'])).toEqual([{ question: 'When?', answer: 'Now\nor later' }, before]);
    expect(typedAnswers(sent).map(({ question }) => question)).toEqual(['When?', 'Why?', 'Where?']);
    expect(lostAnswers({ ...sent, lostAnswers: '' }, ['a1', 'b2', 'c3'])).toEqual([]);
    for (const text of ['', '{', 'null', '{"0":"x"}', '[1,null,{"question":1,"answer":"x"}]'])
      expect(lostAnswers({ ...sent, questionTexts: text, lostAnswers: text }, ['b2'])).toEqual([
        { question: '', answer: 'Now\nor later' },
      ]);
  });

  it('equals the server’s validation of the received message', () => {
    fc.assert(
      fc.property(fc.record({ name: typed, email, subject: typed, body: typed }), (texts) => {
        const arrived = { ...texts, body: asSent(texts.body) };
        expect(checkContactTexts(texts)).toEqual(checkContactTexts(arrived));
      }),
    );
  });
});
