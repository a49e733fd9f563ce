import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { FormRegistry, FormsModule } from '../forms/index.js';
import { MEMBER_FORMS } from './member-forms.js';
import { organizationForm } from './organization-form.js';

/** What people do with the pages of their organizations by forms of pages. */
@Module({ imports: [FormsModule] })
export class OrganizationEditingModule implements OnModuleInit {
  constructor(@Inject(FormRegistry) private readonly forms: FormRegistry) {}

  onModuleInit(): void {
    for (const action of [organizationForm, ...MEMBER_FORMS]) this.forms.add(action);
  }
}
