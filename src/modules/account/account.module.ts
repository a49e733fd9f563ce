import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { FormRegistry, FormsModule } from '../forms/index.js';
import { RateLimitsModule } from '../rate-limits/index.js';
import { SitesModule } from '../sites/index.js';
import { TranslationsModule } from '../translations/translations.module.js';
import { ACCOUNT_FORMS, registerForm, agreeToConsent } from './account-forms.js';
import { ADMINISTRATION_FORMS } from './administration-forms.js';
import { ExportController, AuditFileController } from './export.controller.js';
import { CaptchaSolver } from './captcha/captcha-solver.js';
import { SETTINGS_FORMS } from './settings-forms.js';

/** Page forms for accounts. */
@Module({
  imports: [FormsModule, RateLimitsModule, SitesModule, TranslationsModule],
  controllers: [ExportController, AuditFileController],
  providers: [CaptchaSolver],
  exports: [CaptchaSolver],
})
export class AccountModule implements OnModuleInit {
  constructor(
    @Inject(FormRegistry) private readonly forms: FormRegistry,
    @Inject(CaptchaSolver) private readonly captchas: CaptchaSolver,
  ) {}

  onModuleInit(): void {
    for (const action of [
      registerForm(this.captchas),
      agreeToConsent,
      ...ACCOUNT_FORMS,
      ...SETTINGS_FORMS,
      ...ADMINISTRATION_FORMS,
    ])
      this.forms.add(action);
  }
}
