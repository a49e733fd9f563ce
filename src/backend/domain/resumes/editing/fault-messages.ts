import type { ResumeRule } from '#contract/resume-form/resume-form.js';
import { formErrorsWith } from '../../forms/form-errors.js';

export const resumeErrors = formErrorsWith<ResumeRule>('resume', {
  order: {},
  payUnit: {},
  birthday: {},
  private: {},
  title: {},
  none: {},
});
