import fc from 'fast-check';
import { checkSentForm, type SentFormRules } from '#contract/defined-form/check-sent-form.js';
import {
  entryFieldName,
  type EntryField,
  type FieldDefinition,
  type DefinedFormName,
} from '#contract/defined-form/defined-form.js';
import type { FormViolation } from '#contract/defined-form/form-rules.js';
import { isChosen, removalName, sentPlace, sentValues } from '#contract/defined-form/sent-values.js';
import { jobFields } from '#contract/job-form/job-fields.js';
import { DEFAULT_JOB_RULES, JOB_TYPES } from '#contract/job-form/job-form.js';
import { organizationFields } from '#contract/organization-form/organization-fields.js';
import { DEFAULT_ORGANIZATION_RULES } from '#contract/organization-form/organization-form.js';
import { resumeFields } from '#contract/resume-form/resume-fields.js';
import { DEFAULT_RESUME_RULES } from '#contract/resume-form/resume-form.js';
import type { CatalogTerm, TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import { checkJob } from '../job-editing/build-job.js';
import { checkOrganization } from '../organizations/editing/build-organization.js';
import { checkResume } from '../resumes/editing/resume-editing.js';
import { sanitizedFields } from './field-values.js';

type Sent = Readonly<Record<string, string>>;

const NOW = new Date('2026-11-23T12:00:00Z');
const TIME_ZONE = 'America/Toronto';

const rules = { ...DEFAULT_JOB_RULES, cvDuration: true, fieldsOfStudy: true, timeZones: [TIME_ZONE, 'Asia/Tokyo'] };
const FORMS: readonly { form: DefinedFormName; fields: readonly FieldDefinition[] }[] = [
  ...JOB_TYPES.map((type) => ({
    form: 'job' as const,
    fields: jobFields(type, { ...rules, fields: { minSalary: { required: true } } }),
  })),
  { form: 'organization', fields: organizationFields({ ...DEFAULT_ORGANIZATION_RULES, fieldsOfStudy: true }) },
  { form: 'resume', fields: resumeFields(DEFAULT_RESUME_RULES) },
];

const VOCABULARIES = [
  ...new Set(
    FORMS.flatMap(({ fields }) => fields.flatMap((field) => [field, ...(field.settings.fields ?? [])])).flatMap(
      ({ settings }) => settings.vocabulary ?? [],
    ),
  ),
];
/** Terms of each vocabulary, two of them with slugs that rules refer to. */
const TERMS = VOCABULARIES.flatMap((vid, index) =>
  Array.from({ length: 12 }, (_none, number): Pick<CatalogTerm, 'tid' | 'vid' | 'slug'> => ({
    tid: index * 100 + number + 1,
    vid,
    slug: number > 0 ? `${vid}-${number}` : vid === 'employment_type' ? 'volunteer' : 'remote',
  })),
);
const terms = { find: (tid: number) => TERMS.find((term) => term.tid === tid) } as unknown as TermCatalog;
const slugs = Object.fromEntries(
  TERMS.filter(({ slug }) => slug === 'volunteer' || slug === 'remote').map(({ tid, slug }) => [String(tid), slug]),
);

const TEXTS = [
  ...['', '  ', 'Ada', 'Lovelace', 'Ada Lovelace', 'Call +1 416 555 0100', 'ada@people.test', 'a\u0000b', 'one\r\ntwo'],
  ...['x'.repeat(31), 'x'.repeat(151), 'x'.repeat(2600), ` ${'y'.repeat(3100)}`, '4165550100', '<b>bold</b>'],
];
const TYPED: Readonly<Partial<Record<string, readonly string[]>>> = {
  url: ['https://good.test/a', 'http://good.test', 'good.test', 'https://nodots', 'https://me:pass@good.test', 'x'],
  video: ['https://www.youtube.com/watch?v=abcdefghijk', 'https://vimeo.com/123', 'https://good.test'],
  email: ['ada@people.test', 'ada@people', 'ADA@PEOPLE.TEST', 'a@b.test, c@d.test', 'a@b.test;nobody'],
  country: ['CA', 'DE', 'ca', 'Canada'],
  date: [
    '2026-11-22',
    '2026-11-23',
    '2027-11-23',
    '2027-11-25',
    '2026-02-30',
    '23.11.2026',
    '1899-01-01',
    '2029-01-01',
  ],
  month: ['2020-01', '01/2019', '2021-13', 'May', '2022-05'],
  number: ['1', '0', '-3', '41,000', '41 000', '1985', '2500', '12.5', 'many', '99999999999', '700'],
  boolean: ['yes'],
  lines: ['one\ntwo', `${'z'.repeat(61)}\nshort`, Array.from({ length: 22 }, (_none, at) => `line ${at}`).join('\n')],
  rich_text: [
    '<p>Words</p>',
    'Plain words',
    '<p></p>',
    '<p> </p>',
    '<ul><li>One</li></ul>',
    `<p>${'w'.repeat(60_001)}</p>`,
  ],
  file: ['token'],
  image: ['token'],
};

/** Generates input for a field, valid and invalid. */
function typedInto(field: EntryField & { multiple?: boolean }): fc.Arbitrary<string> {
  if (field.type === 'term') {
    const own = TERMS.filter(({ vid }) => vid === field.settings.vocabulary).map(({ tid }) => String(tid));
    return field.multiple ? fc.subarray(own).map((tids) => tids.join(' ')) : fc.constantFrom('', ...own);
  }
  if (field.type === 'choice') return fc.constantFrom('', 'none of these', ...(field.settings.choices ?? []));
  if (field.type === 'country' && field.multiple) return fc.constantFrom('', 'CA', 'CA DE', 'CA de');
  return fc.constantFrom('', ...(TYPED[field.type] ?? TEXTS));
}

/** Generates what a page sends for its fields; some entries are empty and some are to be removed. */
function sentOf(fields: readonly FieldDefinition[]): fc.Arbitrary<Sent> {
  const controls = fields.flatMap((field): [string, fc.Arbitrary<string>][] => {
    if (field.type !== 'entries') return [[field.name, typedInto({ ...field })]];
    return [1, 2, 3, 4].flatMap((number): [string, fc.Arbitrary<string>][] => [
      [removalName(`${field.name}.${number}`), fc.constantFrom('', '', '', 'yes')],
      ...(field.settings.fields ?? []).map((own): [string, fc.Arbitrary<string>] => [
        entryFieldName(field.name, number, own.name),
        fc.oneof(fc.constant(''), typedInto(own)),
      ]),
    ]);
  });
  return fc.record(Object.fromEntries(controls));
}

/** Violations that the backend reports, with the page's names of its fields. */
function saidByServer(form: DefinedFormName, step: readonly FieldDefinition[], sent: Sent): FormViolation<string>[] {
  const fields = Object.entries(sentValues(step, sent)).map(([name, values]) => ({ name, values }));
  const values = sanitizedFields(fields, step, [])!;
  const checking = { terms, now: NOW, timeZone: zoneOf(values) };
  const found: readonly FormViolation<string>[] =
    form === 'job'
      ? checkJob(step, values, checking)
      : form === 'organization'
        ? checkOrganization(step, values, checking)
        : checkResume(step, values, checking);
  return found.map(({ field, ...broken }) => ({ field: sentPlace(step, sent, field!), ...broken }));
}

function zoneOf({ timeZone }: Readonly<Record<string, readonly string[]>>): string {
  return timeZone?.find((zone) => rules.timeZones.includes(zone)) ?? TIME_ZONE;
}

function saidByBrowser(form: DefinedFormName, step: readonly FieldDefinition[], sent: Sent): FormViolation<string>[] {
  const page: SentFormRules = { form, fields: step, stored: {}, slugs, timeZone: TIME_ZONE };
  return checkSentForm(JSON.parse(JSON.stringify(page)) as SentFormRules, sent, NOW);
}

const STEPS = FORMS.flatMap(({ form, fields }, index) =>
  [...new Set(fields.map(({ step }) => step))].map((step) => ({
    called: `${form} ${index + 1}, ${step}`,
    form,
    step: fields.filter((field) => field.step === step && !field.isHidden),
  })),
).filter(({ step }) => step.length > 0);

describe('[VALID-03] the browser’s checks before a form is sent', () => {
  it.each(STEPS)('report the same as the server: $called', ({ form, step }) => {
    fc.assert(
      fc.property(sentOf(step), (sent) => {
        expect(saidByBrowser(form, step, sent)).toEqual(saidByServer(form, step, sent));
      }),
      { numRuns: 40 },
    );
  });

  it('name entries by the page’s numbering, also after one that is empty or to be removed', () => {
    const step = organizationFields(DEFAULT_ORGANIZATION_RULES).filter(({ name }) => name === 'faq');
    const sent = { 'remove:faq.1': 'yes', 'faq.1.question': 'Gone?', 'faq.3.question': 'Why?' };
    expect(saidByBrowser('organization', step, sent)).toEqual([{ field: 'faq.3.answer', rule: 'required' }]);
  });

  it('[VALID-01] have a rule of their own for each kind of mistake in a number', () => {
    const step = organizationFields(DEFAULT_ORGANIZATION_RULES).filter(({ name }) => name === 'foundedYear');
    const said = (foundedYear: string) => saidByBrowser('organization', step, { foundedYear }).map(({ rule }) => rule);
    expect(['old', '0', '-1985', '1985.5', '3000', '1985'].map(said)).toEqual([
      ['number'],
      ['positive'],
      ['positive'],
      ['whole'],
      ['year'],
      [],
    ]);
  });

  it('use the values of other steps, and accept what only the server can check', () => {
    const step = resumeFields(DEFAULT_RESUME_RULES).filter(({ name }) => name === 'title');
    const page: SentFormRules = {
      form: 'resume',
      fields: step,
      stored: { firstName: ['Ada'], lastName: ['Lovelace'] },
      slugs: {},
      timeZone: 'UTC',
    };
    expect(checkSentForm(page, { title: 'Ada Lovelace, engineer' }, NOW)).toEqual([
      { field: 'title', rule: 'private' },
    ]);
    const terms = resumeFields(DEFAULT_RESUME_RULES).filter((field) => isChosen(field) && field.name === 'skills');
    expect(checkSentForm({ ...page, fields: terms }, { skills: '999999' }, NOW)).toEqual([]);
  });
});
