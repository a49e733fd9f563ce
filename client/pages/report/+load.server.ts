import { ReportedJobDocument, type ReportedJobQuery } from '#contract/generated/operations.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { translator } from '#shared/text/translator.js';
import { lookUp } from '../../lib/lookup';
import { absentPage, type PageData } from '../../lib/page-data';
import { type PageForm, pageForm } from '../../lib/page-form';

export interface ReportPageData extends PageData {
  job: NonNullable<ReportedJobQuery['job']>;
  form: PageForm;
}

export async function load(request: PageRequest): Promise<ReportPageData | PageData> {
  const { locale, messages, path, viewer } = request;
  const id = path.split('/').at(-1)!;
  const found = lookUp(await request.graphql(ReportedJobDocument, { id }), (data) => data.job);
  if (found.kind !== 'found') return absentPage(request, found);
  const t = translator(locale, messages);
  const form = pageForm(request);
  return {
    head: { title: t('job.reporting.title'), robots: 'noindex' as const },
    job: found.value,
    form: request.form ? form : { ...form, values: { email: viewer?.user.email ?? '' } },
  };
}
