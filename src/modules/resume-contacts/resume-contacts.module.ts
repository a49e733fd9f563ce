import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { FormRegistry, FormsModule } from '../forms/index.js';
import { CONTACT_REQUEST_FORMS } from './contact-request-forms.js';

/** Contact requests to owners of resumes, by page forms of both sides. */
@Module({ imports: [FormsModule] })
export class ResumeContactsModule implements OnModuleInit {
  constructor(@Inject(FormRegistry) private readonly forms: FormRegistry) {}

  onModuleInit(): void {
    for (const action of CONTACT_REQUEST_FORMS) this.forms.add(action);
  }
}
