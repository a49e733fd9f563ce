import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { FormRegistry, FormsModule } from '../forms/index.js';
import { resumeImportForm } from './import-form.js';

/** Resumes that come out of files. */
@Module({ imports: [FormsModule] })
export class ResumeImportModule implements OnModuleInit {
  constructor(@Inject(FormRegistry) private readonly forms: FormRegistry) {}

  onModuleInit(): void {
    this.forms.add(resumeImportForm);
  }
}
