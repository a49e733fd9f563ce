import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { FormRegistry, FormsModule } from '../forms/index.js';
import { queueForm } from './queue-form.js';

/** What administrators do about work that is done later. */
@Module({ imports: [FormsModule] })
export class QueueModule implements OnModuleInit {
  constructor(@Inject(FormRegistry) private readonly forms: FormRegistry) {}

  onModuleInit(): void {
    this.forms.add(queueForm);
  }
}
