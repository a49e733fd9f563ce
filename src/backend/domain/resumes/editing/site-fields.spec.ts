import type { FieldDefinition } from '#contract/generated/resolvers.js';
import { ALL_RESUME_FIELDS, resumeFields } from '#contract/resume-form/resume-fields.js';
import { DEFAULT_RESUME_RULES, type ResumeRules } from '#contract/resume-form/resume-form.js';
import { resumeDefinition } from '../../forms/entity-definition.js';

function asked(bundle: string, rules: Partial<ResumeRules> = {}): FieldDefinition[] {
  const resumeForm = { ...DEFAULT_RESUME_RULES, ...rules };
  return resumeDefinition({ entity_type: 'resume', bundle }, { resumeForm })!.fields;
}

const shown = (bundle: string, rules?: Partial<ResumeRules>) =>
  asked(bundle, rules).flatMap(({ name, step, isHidden }) => (isHidden ? [] : [`${step}.${name}`]));

describe('the fields of a resume are configured by the site', () => {
  it('[APP-03] the form has every field of every group; the wizard omits photo, about me and phone', () => {
    expect(shown('resume')).toHaveLength(ALL_RESUME_FIELDS.length);
    expect(shown('wizard').slice(0, 6)).toEqual(
      ['salutation', 'firstName', 'lastName', 'birthday', 'homeLocation']
        .map((name) => `personal_info.${name}`)
        .concat('job_preferences.title'),
    );
    const moved = { fields: { phone: { step: 'job_preferences' } } } as const;
    expect(shown('resume', moved)).toContain('job_preferences.phone');
    expect(shown('wizard', moved)).not.toContain('job_preferences.phone');
    const later = { wizardHides: { personal_info: ['birthday'], job_preferences: [] } };
    expect(shown('wizard', later)).toContain('personal_info.phone');
    expect(shown('wizard', later)).not.toContain('personal_info.birthday');
  });

  it('[APP-04] private fields are private whatever the site’s configuration', () => {
    const wanted = ['firstName', 'lastName', 'phone', 'birthday', 'homeLocation'];
    const overridden = { fields: { phone: { isPrivate: false, required: true } } } as unknown as Partial<ResumeRules>;
    for (const rules of [{}, overridden])
      expect(asked('resume', rules).flatMap(({ name, isPrivate }) => (isPrivate ? [name] : []))).toEqual(wanted);
  });

  it('[APP-03] a site may omit the salutation, and resumes as a whole', () => {
    expect(shown('resume', { salutation: false })).not.toContain('personal_info.salutation');
    expect(resumeFields(DEFAULT_RESUME_RULES).some(({ name }) => name === 'salutation')).toBe(true);
    expect(resumeDefinition({ entity_type: 'resume', bundle: 'resume' }, { resumes: false })).toBeNull();
    expect(resumeDefinition({ entity_type: 'resume', bundle: 'other' }, {})).toBeNull();
  });
});
