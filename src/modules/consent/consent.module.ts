import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { CONSENT_CHOICE_FIELD, CONSENT_SERVICE_FIELD } from '#contract/consent/consent-form.js';
import { CONSENT_SERVICES, type ConsentChoices } from '#contract/consent/consent-services.js';
import { SERVICES_CONSENT_PATH } from '#contract/pages/paths.js';
import { FormRegistry, FormsModule, type FormAction } from '../forms/index.js';
import { SitesModule } from '../sites/index.js';
import { ConsentCookies } from './consent-cookies.js';
import { ConsentController } from './consent.controller.js';

/** The form of the visitor's consent settings, which works without scripts. It contains a decision about every service of the site. */
const consentForm: FormAction = {
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

/** Visitors' consent to third-party services (CONSENT-01, CONSENT-02). */
@Module({
  imports: [FormsModule, SitesModule],
  controllers: [ConsentController],
  providers: [ConsentCookies],
  exports: [ConsentCookies],
})
export class ConsentModule implements OnModuleInit {
  constructor(@Inject(FormRegistry) private readonly forms: FormRegistry) {}

  onModuleInit(): void {
    this.forms.add(consentForm);
  }
}
