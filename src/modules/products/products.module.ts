import { Inject, Module, type OnModuleInit, Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  SetSubscriptionRenewalDocument,
  SaveProductDocument,
  SetProductRetiredDocument,
  type ProductInput,
  CreditStatementDocument,
  type CreditStatementQuery,
} from '#contract/generated/operations.js';
import {
  OWN_PRODUCTS_PATH,
  managedProductPath,
  MANAGED_PRODUCT_PATH,
  STATEMENT_FILE_PATH,
} from '#contract/pages/paths.js';
import {
  PRODUCT_NUMBERS,
  priceField,
  type ProductNumber,
  readAmount,
  TEXT_LOCALES,
  textField,
  writeAmount,
} from '#contract/commerce/product-fields.js';
import { MAX_PRICE } from '#contract/commerce/commerce-rules.js';
import type { FormError } from '#contract/applications/sent-form.js';
import { movementWords, settlementWords } from '#contract/commerce/statement-words.js';
import { BYTE_ORDER_MARK, csvLine } from '#shared/csv/csv-line.js';
import { minorDigits } from '#shared/money/format-money.js';
import type { Translate } from '#shared/text/translator.js';
import { again, failed } from '../account/index.js';
import { refuseDownload } from '../documents/index.js';
import {
  FormRegistry,
  FormsModule,
  type FormAction,
  type FormContext,
  type FormOutcome,
  formsOfPage,
  type PagePart,
} from '../forms/index.js';
import { SitesModule, SiteRegistry } from '../sites/index.js';
import { TranslationsModule, Translations } from '../translations/translations.module.js';
import { allParts, streamCsv } from '../../common/send-csv.js';
import { SessionReader } from '../auth/index.js';
import { GraphqlClient } from '../graphql-client/index.js';
import { splitLocale } from '../routing/index.js';

/** The backend's maximum page size; a backend with a lower limit receives more requests. */
const MOVEMENTS_AT_ONCE = 500;

/** All credit movements of one type of an organization as a spreadsheet file, streamed in parts while they are read. */
@Controller()
class StatementController {
  constructor(
    @Inject(SessionReader) private readonly sessions: SessionReader,
    @Inject(GraphqlClient) private readonly client: GraphqlClient,
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
    @Inject(Translations) private readonly translations: Translations,
  ) {}

  @Get([STATEMENT_FILE_PATH, `:locale${STATEMENT_FILE_PATH}`])
  async statement(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { public: site, config } = this.sites.forHost(request.headers.host);
    const { pathname, searchParams } = new URL(request.url, 'http://statement');
    const { locale } = splitLocale(site, pathname);
    const [type, organizationId] = [searchParams.get('type') ?? '', searchParams.get('organization')];
    const jwt = (await this.sessions.read(request))?.jwt;
    const context = { frontend: { site: site.name, locale }, requestId: request.id, address: request.ip, jwt };
    const read = async (before: string | null) => {
      const variables = { organizationId, type, limit: MOVEMENTS_AT_ONCE, before };
      return this.client.request(CreditStatementDocument, variables, context);
    };
    void reply.header('cache-control', 'private, no-store');
    const first = await read(null);
    if (!first.ok) {
      refuseDownload(reply, first.failure, {
        site,
        locale,
        page: OWN_PRODUCTS_PATH,
        missing: 'There is no such statement.',
      });
      return;
    }
    const t = this.translations.translate(config, locale);
    const parts = allParts(
      first.data.creditStatement,
      ({ next }) => next,
      async (before) => {
        const next = await read(before);
        // An aborted transfer must not be mistaken for a complete file.
        if (!next.ok) throw new Error(`The statement broke off: ${next.failure.message}`);
        return next.data.creditStatement;
      },
    );
    const file = { name: `${site.name}-${type}`, what: 'a statement' };
    await streamCsv(request, reply, file, linesOf(parts, type, t));
  }
}

/** All currencies in which sites may sell; fields of other currencies are ignored. */
const CURRENCIES = Intl.supportedValuesOf('currency');

const save: PagePart = {
  fields: [
    { name: 'code' },
    { name: 'version' },
    ...TEXT_LOCALES.flatMap((locale) => [
      { name: textField('name', locale) },
      { name: textField('description', locale) },
    ]),
    ...PRODUCT_NUMBERS.map((name) => ({ name })),
    ...CURRENCIES.map((currency) => ({ name: priceField(currency) })),
    { name: 'eligibility' },
    { name: 'renewal' },
  ],
  async handle(values, call) {
    const { input, errors } = readProduct(values, call);
    if (errors.length > 0) return { kind: 'again', errors };
    const answer = await call.graphql(SaveProductDocument, { id: call.query.get('product'), input });
    if (!answer.ok) return failed(answer.failure, call);
    const { id, errors: refused } = answer.data.saveProduct;
    if (id === null) return again(refused.map((error) => ({ ...error, field: fieldOf(error.field, call) })));
    return { kind: 'done', redirect: call.href(`${managedProductPath(id)}&notice=saved`) };
  },
};

/** Forms for managing products, for administrators. */
const managedProductForms: FormAction = formsOfPage(MANAGED_PRODUCT_PATH, {
  save,
  retire: { fields: [], handle: (_values, call) => setRetired(true, call) },
  restore: { fields: [], handle: (_values, call) => setRetired(false, call) },
});

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

async function setRetired(retired: boolean, call: FormContext): Promise<FormOutcome> {
  const id = call.query.get('product') ?? '';
  const answer = await call.graphql(SetProductRetiredDocument, { id, retired });
  if (!answer.ok) return failed(answer.failure, call);
  const { errors } = answer.data.setProductRetired;
  if (errors.length > 0) return again(errors);
  return { kind: 'done', redirect: call.href(`${managedProductPath(id)}&notice=${retired ? 'retired' : 'restored'}`) };
}

/** Converts the form values for the backend, and reports values that are not numbers or prices. The backend checks everything else. */
function readProduct(
  values: Readonly<Record<string, string>>,
  { site, t, locale }: FormContext,
): { input: ProductInput; errors: FormError[] } {
  const errors: FormError[] = [];
  const number = (field: ProductNumber): number | null => {
    const text = (values[field] ?? '').trim();
    if (text === '') return null;
    if (/^\d{1,9}$/.test(text)) return Number(text);
    errors.push({ field, message: t('product-admin.wholeNumber') });
    return null;
  };
  const texts = (kind: 'name' | 'description') =>
    TEXT_LOCALES.map((each) => ({ locale: each, text: values[textField(kind, each)] ?? '' })).filter(
      ({ text }) => text.trim() !== '',
    );
  const prices = site.commerce.currencies.flatMap((currency) => {
    const text = (values[priceField(currency)] ?? '').trim();
    if (text === '') return [];
    const amount = readAmount(text, currency);
    if (amount !== undefined && amount <= MAX_PRICE) return [{ currency, amount }];
    const digits = minorDigits(currency);
    const format = {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    } as const;
    const max = new Intl.NumberFormat(locale, format).format(Number(writeAmount(MAX_PRICE, currency)));
    errors.push({ field: priceField(currency), message: t('product-admin.priceInvalid', { max }) });
    return [];
  });
  const input: ProductInput = {
    code: (values.code ?? '').trim(),
    names: texts('name'),
    descriptions: texts('description'),
    prices,
    jobCredits: number('jobCredits') ?? 0,
    contactCredits: number('contactCredits') ?? 0,
    creditDays: number('creditDays'),
    subscriptionMonths: number('subscriptionMonths'),
    jobSlots: number('jobSlots') ?? 0,
    contactSlots: number('contactSlots') ?? 0,
    featuredDays: number('featuredDays') ?? 0,
    topDays: number('topDays') ?? 0,
    position: number('position') ?? 0,
    eligibility: values.eligibility === 'first_purchase' ? 'first_purchase' : 'everybody',
    renewal: values.renewal === 'automatic' ? 'automatic' : 'none',
    // A backend without versions of products does not know the field.
    ...(values.version ? { version: values.version } : {}),
  };
  return { input, errors };
}

/** Returns the field of the form at which an error of the backend is shown; null if it concerns the whole form. */
function fieldOf(field: string | null, { site }: FormContext): string | null {
  if (field === 'names') return textField('name', 'en');
  if (field === 'prices') return site.commerce.currencies[0] ? priceField(site.commerce.currencies[0]) : null;
  return field;
}

type StatementPart = CreditStatementQuery['creditStatement'];

async function* linesOf(parts: AsyncIterable<StatementPart>, type: string, t: Translate): AsyncGenerator<string> {
  const columns = ['at', 'words', 'state', 'change', 'balance'] as const;
  yield BYTE_ORDER_MARK + csvLine(columns.map((column) => t(`my-products.csv.${column}`)));
  for await (const { movements } of parts) {
    const lines = movements.map((movement) =>
      csvLine([
        movement.at,
        movementWords(movement, type, t),
        settlementWords(movement, t) ?? '',
        movement.amount,
        movement.balance,
      ]),
    );
    yield lines.join('');
  }
}
