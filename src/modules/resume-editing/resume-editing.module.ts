import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { FormRegistry, FormsModule } from '../forms/index.js';
import { ownResumeForms, resumeForm } from './resume-form.js';

/** Page forms with which people edit their own resumes. */
@Module({ imports: [FormsModule] })
export class ResumeEditingModule implements OnModuleInit {
  constructor(@Inject(FormRegistry) private readonly forms: FormRegistry) {}

  onModuleInit(): void {
    for (const action of [resumeForm, ownResumeForms]) this.forms.add(action);
  }
}
