import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { FormRegistry, FormsModule } from '../forms/index.js';
import { SitesModule } from '../sites/index.js';
import { ConsentCookies } from './consent-cookies.js';
import { consentForm } from './consent-form.js';
import { ConsentController } from './consent.controller.js';

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
