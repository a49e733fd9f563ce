import { RESUME_FORM_STEPS } from '#contract/resume-form/resume-form.js';
import { loadResumeStep, type ResumeStepData } from '../../../features/resumes/editing/resume-form';
import { NO_SUCH_PAGE } from '../../../lib/lookup';
import { absentPage } from '../../../lib/page-data';
import { viewerPage } from '../../../lib/viewer-page';

export type EditorData = ResumeStepData;

export const load = viewerPage({ title: 'resume-form.title', role: 'applicant' }, (request) =>
  request.site.features.resume
    ? loadResumeStep(request, { form: 'resume', all: RESUME_FORM_STEPS, wanted: request.query.get('step') })
    : absentPage(request, NO_SUCH_PAGE),
);
