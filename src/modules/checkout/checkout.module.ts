import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { FormRegistry, FormsModule } from '../forms/index.js';
import { SitesModule } from '../sites/index.js';
import { checkoutForm } from './checkout-forms.js';
import { orderForms } from './order-forms.js';
import { PaymentEventsController } from './payment-events.controller.js';

/** Orders placed by forms of pages, and the events of payment services. */
@Module({ imports: [FormsModule, SitesModule], controllers: [PaymentEventsController] })
export class CheckoutModule implements OnModuleInit {
  constructor(@Inject(FormRegistry) private readonly forms: FormRegistry) {}

  onModuleInit(): void {
    for (const action of [checkoutForm, orderForms]) this.forms.add(action);
  }
}
