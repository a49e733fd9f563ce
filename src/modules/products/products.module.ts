import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { FormRegistry, FormsModule } from '../forms/index.js';
import { SitesModule } from '../sites/index.js';
import { TranslationsModule } from '../translations/index.js';
import { managedProductForms } from './managed-product-forms.js';
import { StatementController } from './statement.controller.js';
import { subscriptionForms } from './subscription-forms.js';

/** The products that a site sells, and the credits and subscriptions of organizations. */
@Module({ imports: [FormsModule, SitesModule, TranslationsModule], controllers: [StatementController] })
export class ProductsModule implements OnModuleInit {
  constructor(@Inject(FormRegistry) private readonly forms: FormRegistry) {}

  onModuleInit(): void {
    for (const action of [subscriptionForms, managedProductForms]) this.forms.add(action);
  }
}
