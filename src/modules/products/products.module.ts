import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { FormRegistry, FormsModule } from '../forms/index.js';
import { SitesModule } from '../sites/index.js';
import { TranslationsModule } from '../translations/index.js';
import { managedProductForms } from './managed-product-forms.js';
import { StatementController } from './statement.controller.js';
import { subscriptionForms } from './subscription-forms.js';

/** What the site sells, and what organizations have of it. */
@Module({ imports: [FormsModule, SitesModule, TranslationsModule], controllers: [StatementController] })
export class ProductsModule implements OnModuleInit {
  constructor(@Inject(FormRegistry) private readonly forms: FormRegistry) {}

  onModuleInit(): void {
    for (const action of [subscriptionForms, managedProductForms]) this.forms.add(action);
  }
}
