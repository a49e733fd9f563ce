import type { ConsentChoices } from '#contract/consent/consent-services.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { translator } from '#shared/text/translator.js';
import type { PageData } from '../../lib/page-data';
import { type PageForm, pageForm } from '../../lib/page-form';

export interface ConsentPageData extends PageData {
  form: PageForm;
  choices: ConsentChoices;
  hasPrivacyControl: boolean;
}

export function load(request: PageRequest): ConsentPageData {
  const t = translator(request.locale, request.messages);
  return {
    head: { title: t('services.title'), robots: 'noindex' },
    form: pageForm(request),
    ...request.consent(),
  };
}
