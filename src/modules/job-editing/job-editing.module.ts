import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { FormRegistry, FormsModule } from '../forms/index.js';
import { managerForm, reviewForm } from './job-step-forms.js';
import { reviewedJobForm, reviewReasonsForm, siteJobsForm } from './review-forms.js';
import { wizardForm } from './wizard-form.js';

/** Page forms with which people manage the jobs of their organizations. */
@Module({ imports: [FormsModule] })
export class JobEditingModule implements OnModuleInit {
  constructor(@Inject(FormRegistry) private readonly forms: FormRegistry) {}

  onModuleInit(): void {
    for (const action of [wizardForm, managerForm, reviewForm, reviewedJobForm, reviewReasonsForm, siteJobsForm])
      this.forms.add(action);
  }
}
