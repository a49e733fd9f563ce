import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { SetSubscriptionRenewalDocument } from '#contract/generated/operations.js';
import { OWN_PRODUCTS_PATH } from '#contract/pages/paths.js';
import { again, failed } from '../account/index.js';
import {
  FormRegistry,
  FormsModule,
  type FormAction,
  type FormContext,
  type FormOutcome,
  formsOfPage,
} from '../forms/index.js';
import { SitesModule } from '../sites/index.js';
import { TranslationsModule } from '../translations/index.js';
import { managedProductForms } from './managed-product-forms.js';
import { StatementController } from './statement.controller.js';

const FIELDS = [{ name: 'subscription' }];

/** Cancels a subscription at the end of the paid period, or resumes it. */
const subscriptionForms: FormAction = formsOfPage(OWN_PRODUCTS_PATH, {
  cancel: { fields: FIELDS, handle: ({ subscription = '' }, call) => setRenewal(subscription, false, call) },
  resume: { fields: FIELDS, handle: ({ subscription = '' }, call) => setRenewal(subscription, true, call) },
});

async function setRenewal(id: string, renews: boolean, call: FormContext): Promise<FormOutcome> {
  const answer = await call.graphql(SetSubscriptionRenewalDocument, { id, renews });
  if (!answer.ok) return failed(answer.failure, call);
  const { errors } = answer.data.setSubscriptionRenewal;
  if (errors.length > 0) return again(errors);
  const query = new URLSearchParams({ notice: renews ? 'resumed' : 'canceled' });
  const organization = call.query.get('organization');
  if (organization) query.set('organization', organization);
  return { kind: 'done', redirect: call.href(`${OWN_PRODUCTS_PATH}?${query.toString()}`) };
}

/** The products that a site sells, and the credits and subscriptions of organizations. */
@Module({ imports: [FormsModule, SitesModule, TranslationsModule], controllers: [StatementController] })
export class ProductsModule implements OnModuleInit {
  constructor(@Inject(FormRegistry) private readonly forms: FormRegistry) {}

  onModuleInit(): void {
    for (const action of [subscriptionForms, managedProductForms]) this.forms.add(action);
  }
}
