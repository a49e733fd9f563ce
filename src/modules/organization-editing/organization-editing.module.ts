import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { FormRegistry, FormsModule } from '../forms/index.js';
import { MEMBER_FORMS } from './member-forms.js';
import { organizationForm } from './organization-form.js';

/** Page forms with which people edit the pages of their organizations. */
@Module({ imports: [FormsModule] })
export class OrganizationEditingModule implements OnModuleInit {
  constructor(@Inject(FormRegistry) private readonly forms: FormRegistry) {}

  onModuleInit(): void {
    for (const action of [organizationForm, ...MEMBER_FORMS]) this.forms.add(action);
  }
}
