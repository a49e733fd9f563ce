import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { FormRegistry, FormsModule } from '../forms/index.js';
import { CONTACT_REQUEST_FORMS } from './contact-request-forms.js';

/** Requests for contact with owners of resumes, by forms of both sides' pages. */
@Module({ imports: [FormsModule] })
export class ResumeContactsModule implements OnModuleInit {
  constructor(@Inject(FormRegistry) private readonly forms: FormRegistry) {}

  onModuleInit(): void {
    for (const action of CONTACT_REQUEST_FORMS) this.forms.add(action);
  }
}
