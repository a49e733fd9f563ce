import { CONSENT_CHOICE_FIELD, CONSENT_SERVICE_FIELD } from '#contract/consent/consent-form.js';
import { CONSENT_SERVICES, type ConsentChoices } from '#contract/consent/consent-services.js';
import { SERVICES_CONSENT_PATH } from '#contract/pages/paths.js';
import type { FormAction } from '../forms/index.js';

/** The form of the visitor's consent settings, which works without scripts. It contains a decision about every service of the site. */
export const consentForm: FormAction = {
  paths: [SERVICES_CONSENT_PATH],
  fields: [{ name: CONSENT_CHOICE_FIELD }, { name: CONSENT_SERVICE_FIELD, multiple: true }],
  handle(values, call) {
    const chosen = values[CONSENT_SERVICE_FIELD]?.split(' ') ?? [];
    const all = { all: true, none: false }[values[CONSENT_CHOICE_FIELD] ?? ''];
    const used = CONSENT_SERVICES.filter((service) => call.site.consent?.services[service] !== undefined);
    const choices = used.map((service) => [service, all ?? chosen.includes(service)]);
    return Promise.resolve({
      kind: 'done',
      redirect: call.href(SERVICES_CONSENT_PATH),
      notice: 'services-saved',
      consent: Object.fromEntries(choices) as ConsentChoices,
    });
  },
};
