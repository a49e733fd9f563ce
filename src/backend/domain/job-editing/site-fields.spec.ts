import { jobFields } from '#contract/job-form/job-fields.js';
import { DEFAULT_JOB_RULES, type JobRules } from '#contract/job-form/job-form.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import { sanitizedFields } from '../forms/field-values.js';
import { checkJob } from './build-job.js';
import { jobDefinition } from '../forms/entity-definition.js';

const TERMS = { find: () => undefined } as unknown as TermCatalog;

function rulesWith(fields: JobRules['fields']): JobRules {
  return { ...DEFAULT_JOB_RULES, fields };
}

describe('[REC-01] form fields are configured by the site', () => {
  it('a hidden field is neither shown nor stored, whoever sends it', () => {
    const rules = rulesWith({ reference: { isHidden: true, required: true } });
    const hidden = jobFields('job_per_template', rules).find(({ name }) => name === 'reference')!;
    expect(hidden.isHidden).toBe(true);
    const sent = ['title', 'reference', 'nothing of the kind'].map((name) => ({ name, values: ['x'] }));
    const kept = (own: JobRules) => sanitizedFields(sent, jobFields('job_per_template', own), ['administrator']);
    expect(kept(rules)).toEqual({ title: ['x'] });
    expect(kept(DEFAULT_JOB_RULES)).toEqual({ title: ['x'], reference: ['x'] });
    expect(checkJob([hidden], {}, { terms: TERMS, now: new Date(), timeZone: 'UTC' })).toEqual([]);
    expect(checkJob([{ ...hidden, isHidden: false }], {}, { terms: TERMS, now: new Date(), timeZone: 'UTC' })).toEqual([
      { field: 'reference', rule: 'required' },
    ]);
  });

  it('fields are hidden if switched off, and shown if switched on', () => {
    const isHidden = (cvDuration: boolean) =>
      jobFields('job_per_template', { ...DEFAULT_JOB_RULES, cvDuration }).find(({ name }) => name === 'cvDuration')!
        .isHidden;
    expect([isHidden(false), isHidden(true)]).toEqual([true, false]);
  });

  it('a field is placed in the step and at the position that the site configures', () => {
    const rules = rulesWith({ reference: { step: 'job', weight: 5 }, description: { weight: 1 } });
    const first = jobFields('job_per_template', rules).slice(0, 3);
    expect(first.map(({ name, step }) => [name, step])).toEqual([
      ['description', 'job'],
      ['reference', 'job'],
      ['title', 'job'],
    ]);
  });

  it('entityDefinition reports the same, for the types that the site allows', () => {
    const rules: JobRules = { ...rulesWith({ minSalary: { required: true } }), types: ['job_per_template'] };
    const asked = (bundle: string, field_types?: string[]) =>
      jobDefinition({ entity_type: 'job', bundle, ...(field_types ? { field_types } : {}) }, rules);
    expect(asked('job_per_link')).toBeNull();
    expect(jobDefinition({ entity_type: 'resume', bundle: 'job_per_template' }, rules)).toBeNull();
    expect(asked('job_per_template', ['number'])!.fields).toEqual([
      expect.objectContaining({ name: 'minSalary', required: true, weight: 80 }),
      expect.objectContaining({ name: 'maxSalary', required: false }),
    ]);
  });
});
