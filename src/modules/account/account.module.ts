import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { FormRegistry, FormsModule } from '../forms/index.js';
import { SitesModule } from '../sites/index.js';
import { ACCOUNT_FORMS } from './account-forms.js';
import { ADMINISTRATION_FORMS } from './administration-forms.js';
import { ExportController } from './export.controller.js';
import { SETTINGS_FORMS } from './settings-forms.js';

/** What people do about their accounts by forms of pages. */
@Module({ imports: [FormsModule, SitesModule], controllers: [ExportController] })
export class AccountModule implements OnModuleInit {
  constructor(@Inject(FormRegistry) private readonly forms: FormRegistry) {}

  onModuleInit(): void {
    for (const action of [...ACCOUNT_FORMS, ...SETTINGS_FORMS, ...ADMINISTRATION_FORMS]) this.forms.add(action);
  }
}
