import type { EntryField, FieldDefinition, FieldSettings } from '#contract/defined-form/defined-form.js';
import { jobFields } from '#contract/job-form/job-fields.js';
import { DEFAULT_JOB_RULES } from '#contract/job-form/job-form.js';
import { organizationFields } from '#contract/organization-form/organization-fields.js';
import { DEFAULT_ORGANIZATION_RULES } from '#contract/organization-form/organization-form.js';
import { resumeFields } from '#contract/resume-form/resume-fields.js';
import { DEFAULT_RESUME_RULES } from '#contract/resume-form/resume-form.js';
import { checkTextsOfStep, rulesOfStep } from './form-rules';
import type { FormFieldDefinition } from './form-view';

/** A field as the API returns it: missing properties are null. */
function asAnswered(field: FieldDefinition): FormFieldDefinition {
  const settings = (own: FieldDefinition['settings']) => ({
    vocabulary: own.vocabulary ?? null,
    maxLength: own.maxLength ?? null,
    choices: [...(own.choices ?? [])],
    isWhole: own.isWhole ?? null,
    mostBytes: own.mostBytes ?? null,
  });
  const fields = field.settings.fields?.map((own) => ({ ...own, settings: settings(own.settings) })) ?? null;
  return { ...field, maxNumItems: field.maxNumItems ?? null, settings: { ...settings(field.settings), fields } };
}

const FORMS = [
  { form: 'job', fields: jobFields('job_per_template', { ...DEFAULT_JOB_RULES, timeZones: ['UTC', 'Asia/Tokyo'] }) },
  { form: 'organization', fields: organizationFields(DEFAULT_ORGANIZATION_RULES) },
  { form: 'resume', fields: resumeFields(DEFAULT_RESUME_RULES) },
] as const;

const page = { values: {}, terms: {}, timeZone: 'UTC', now: new Date('2026-11-23T12:00:00Z') };

/** The part of a field's rules that browsers check; only the server checks vocabularies and uploaded files. */
function asked(field: EntryField): EntryField {
  const { maxLength, choices, isWhole, fields } = field.settings;
  return {
    name: field.name,
    type: field.type,
    required: field.required,
    settings: JSON.parse(JSON.stringify({ maxLength, choices, isWhole, fields: fields?.map(asked) })) as FieldSettings,
  };
}

describe('[VALID-03] rules of a form on a page', () => {
  it.each(FORMS)('contains all rules of its fields: $form', ({ form, fields }) => {
    const shown = fields.filter(({ isHidden }) => !isHidden);
    const rules = rulesOfStep(form, shown.map(asAnswered), page);
    const { fields: sent } = JSON.parse(JSON.stringify(rules)) as typeof rules;
    expect(sent.map(asked)).toEqual(shown.map(asked));
    const others = ({ multiple, maxNumItems, isHidden, isPrivate }: (typeof sent)[number]) => [
      ...[multiple, maxNumItems, isHidden, isPrivate],
    ];
    expect(sent.map(others)).toEqual(shown.map(others));
  });

  it('contains values of other steps that rules compare, and terms that rules use', () => {
    const values = { firstName: ['Ada'], title: ['Engineer'], about: ['Text'] };
    const title = FORMS[2].fields.filter(({ name }) => name === 'title').map(asAnswered);
    expect(rulesOfStep('resume', title, { ...page, values }).stored).toEqual({ firstName: ['Ada'] });
    const terms = {
      employment_type: [
        { tid: 7, label: 'Volunteer', slug: 'volunteer' },
        { tid: 8, label: 'Full-time', slug: 'full-time' },
      ],
    };
    expect(rulesOfStep('job', [], { ...page, terms }).slugs).toEqual({ 7: 'volunteer' });
    expect(rulesOfStep('resume', title, { ...page, terms }).slugs).toEqual({});
  });

  it('contains labels for each entry, for the entry that can be added, and for their fields', () => {
    const faq = FORMS[1].fields.filter(({ name }) => name === 'faq').map(asAnswered);
    const words = {
      field: (name: string) => name.toUpperCase(),
      entry: (name: string, number: number) => `${name} ${number}`,
    } as Parameters<typeof checkTextsOfStep>[2]['words'];
    const texts = checkTextsOfStep('organization', faq, { values: { faq: ['{}'] }, words, t: (key) => key });
    expect(texts.labels).toEqual({
      faq: 'FAQ',
      'faq.1': 'faq 1',
      'faq.2': 'faq 2',
      'faq.question': 'QUESTION',
      'faq.answer': 'ANSWER',
    });
    expect(texts.messages).toMatchObject({ whole: 'rules.form.whole', year: 'rules.organization.year' });
  });
});
