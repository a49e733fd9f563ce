import { checkFields } from '#contract/defined-form/check-fields.js';
import type { FormRule } from '#contract/defined-form/form-rules.js';
import { jobFields } from '#contract/job-form/job-fields.js';
import { DEFAULT_JOB_RULES } from '#contract/job-form/job-form.js';
import type { JobRule } from '#contract/job-form/check-job-form.js';
import { readCatalogues } from '#shared/translations/catalogues.js';
import { jobErrors } from '../jobs/job-errors.js';

type Errors = Record<'form' | 'job', Record<string, string>>;

const LIMITED = ['title', 'occupationalField'];
const site = { name: 'good', languages: ['en'], countries: [], demo: 'canada' as const };
const { errors, rules } = readCatalogues('backend').en! as Record<'errors' | 'rules', Errors>;

describe('the errors of a form', () => {
  it('contain the rule and the values of the message', () => {
    const [error] = jobErrors([{ field: 'published', rule: 'tooFar' }], { site, locale: 'en' });
    expect(error).toEqual({
      __typename: 'FormError',
      field: 'published',
      step: null,
      rule: 'tooFar',
      params: [{ name: 'months', value: '12' }],
      message: 'Please choose a day within the next 12 months',
    });
  });

  it('[VALID-01] state the limit of a field', () => {
    const fields = jobFields('job_per_template', DEFAULT_JOB_RULES).filter(({ name }) => LIMITED.includes(name));
    const lookUp = { isTerm: () => true, slugOf: () => undefined, isCountry: () => true };
    const violations = checkFields(
      fields,
      { title: ['x'.repeat(201)], occupationalField: ['1', '2', '3', '4'] },
      lookUp,
    );
    expect(jobErrors(violations, { site, locale: 'en' }).map(({ message }) => message)).toEqual([
      'Please use at most 200 characters',
      'Please choose at most 3',
    ]);
  });

  it.each(['en', 'de', 'fr'])('[I18N-01] have a message for every rule: %s', (locale) => {
    const known = [errors, rules].flatMap(({ form, job }) => [...Object.keys(form), ...Object.keys(job)]) as (
      FormRule | JobRule
    )[];
    const said = jobErrors(
      known.map((rule) => ({ rule, values: { name: '[date]', max: 3 } })),
      { site, locale },
    );
    expect(said.map(({ rule }) => rule)).toEqual(known);
    for (const { message } of said) expect(message).not.toMatch(/^(?:errors|rules)\.|\{/);
  });

  it('[I18N-01] use the site’s own texts if it has any', () => {
    const own = { ...site, texts: { en: { 'rules.form.required': 'Fill this in', 'rules.job.past': 'Too late' } } };
    const violations = [{ rule: 'required' as const }, { rule: 'past' as const }];
    const messages = (of: typeof site) =>
      jobErrors(violations, { site: of, locale: 'en' }).map(({ message }) => message);
    expect(messages(own)).toEqual(['Fill this in', 'Too late']);
    expect(messages(site)[0]).toBe('Field is required');
  });
});
