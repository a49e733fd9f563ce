import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { FormRegistry, FormsModule } from '../forms/index.js';
import { ACCOUNT_FORMS } from './account-forms.js';

/** What people do about their accounts by forms of pages. */
@Module({ imports: [FormsModule] })
export class AccountModule implements OnModuleInit {
  constructor(@Inject(FormRegistry) private readonly forms: FormRegistry) {}

  onModuleInit(): void {
    for (const action of ACCOUNT_FORMS) this.forms.add(action);
  }
}
