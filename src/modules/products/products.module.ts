import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { FormRegistry, FormsModule } from '../forms/index.js';
import { SitesModule } from '../sites/index.js';
import { TranslationsModule } from '../translations/index.js';
import { StatementController } from './statement.controller.js';
import { subscriptionForms } from './subscription-forms.js';

/** What organizations have of what the site sells. */
@Module({ imports: [FormsModule, SitesModule, TranslationsModule], controllers: [StatementController] })
export class ProductsModule implements OnModuleInit {
  constructor(@Inject(FormRegistry) private readonly forms: FormRegistry) {}

  onModuleInit(): void {
    this.forms.add(subscriptionForms);
  }
}
