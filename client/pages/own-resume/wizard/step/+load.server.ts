import { resumeWizardPath } from '#contract/pages/paths.js';
import { RESUME_WIZARD_STEPS, type ResumeWizardStep } from '#contract/resume-form/resume-form.js';
import { loadResumeStep, type ResumeStepData } from '../../../../features/resumes/editing/resume-form';
import { NO_SUCH_PAGE } from '../../../../lib/lookup';
import { absentPage } from '../../../../lib/page-data';
import { viewerPage } from '../../../../lib/viewer-page';

export type WizardData = ResumeStepData<ResumeWizardStep>;

export const load = viewerPage({ title: 'resume-form.wizardTitle', role: 'applicant' }, (request) => {
  const wanted = RESUME_WIZARD_STEPS.find((step) => resumeWizardPath(step) === request.path);
  return request.site.features.resume
    ? loadResumeStep(request, { form: 'wizard', all: RESUME_WIZARD_STEPS, wanted })
    : absentPage(request, NO_SUCH_PAGE);
});
