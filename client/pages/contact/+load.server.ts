import type { PageRequest } from '#contract/pages/page-request.js';
import { translator } from '#shared/text/translator.js';
import type { PageData } from '../../lib/page-data';
import { type PendingFormFile, pendingFormFiles, type PageForm, pageForm } from '../../lib/page-form';

export interface ContactPageData extends PageData {
  form: PageForm;
  kept: readonly PendingFormFile[];
  /** Whether the visitor must solve a captcha, because they are not logged in. */
  isAsked: boolean;
}

export function load(request: PageRequest): ContactPageData {
  const { locale, messages, site, viewer } = request;
  const t = translator(locale, messages);
  const form = pageForm(request);
  const { name, email } = viewer?.user ?? {};
  return {
    head: { title: t('contact.title'), description: t('contact.description', { site: site.title }) },
    form: request.form ? form : { ...form, values: { name: name ?? '', email: email ?? '' } },
    kept: pendingFormFiles(form.values.attachments),
    isAsked: site.features.registrationCaptcha && !viewer,
  };
}
