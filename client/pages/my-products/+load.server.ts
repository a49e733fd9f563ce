import {
  CreditAccountsDocument,
  CreditBalanceDocument,
  CreditStatementDocument,
  GetSubscriptionsDocument,
  IssuedInvoicesDocument,
  OwnInvoicesDocument,
  OwnSubscriptionsDocument,
  type OwnSubscriptionsQuery,
} from '#contract/generated/operations.js';
import type { PageRequest, ViewerUser } from '#contract/pages/page-request.js';
import { sanitizeMessage } from '#shared/text/sanitize-message.js';
import { decodedMessage } from '#shared/text/server-message.js';
import type { ShownInvoices } from '../../features/products/own-invoices';
import type { ShownSubscriptions } from '../../features/products/own-subscriptions';
import type { ShownStatement, CreditAccount } from '../../features/products/statement';
import { NO_SUCH_PAGE } from '../../lib/lookup';
import { absentPage, type PageData, toContact } from '../../lib/page-data';
import { type PageForm, partForm } from '../../lib/page-form';
import { askPart } from '../../lib/user/load-user.server';
import { type Loadable, MAX_SUBSCRIPTIONS, nothing } from '../../lib/user/user-context';
import { namedOrganization, organizationsOf, viewerPage, type ViewerRequest } from '../../lib/viewer-page';

type NamedOrganization = ViewerUser['organizations'][number];

export interface OwnProductsData extends PageData {
  /** null if the viewer belongs to no organization. */
  organization: NamedOrganization | null;
  /** All organizations to which the viewer belongs. */
  organizations: readonly NamedOrganization[];
  parts?: {
    credits: Loadable<readonly CreditAccount[]>;
    /** undefined if the organization has never had any credits. */
    statement?: ShownStatement;
    /** undefined if the site has none. */
    subscriptions?: ShownSubscriptions;
    /** undefined if the backend has none. */
    invoices?: ShownInvoices;
    forms: { cancel: PageForm; resume: PageForm };
  };
  notice?: (typeof NOTICES)[number];
}

const NOTICES = ['canceled', 'resumed'] as const;
const MOVEMENTS_ON_A_PAGE = 50;
const INVOICES_ON_A_PAGE = 25;
/** Pattern of the id of a transaction or an invoice. */
const ROW_ID = /^[1-9]\d{0,14}$/;
/** Type of credits if the organization's balances are unknown. */
const DEFAULT_TYPE = 'job';

const ownPage = viewerPage({ title: 'my-products.title', role: 'recruiter' }, async (request) => {
  const organization = namedOrganization(request);
  if (organization === undefined) return absentPage(request, NO_SUCH_PAGE);
  if (organization === null) return { organization, organizations: [] };
  // Each part reports its own failure; the others are still shown.
  const [{ credits, statement }, subscriptions, invoices] = await Promise.all([
    loadCredits(request, organization.id),
    request.site.features.subscriptions ? loadSubscriptions(request, organization.id) : undefined,
    loadInvoices(request, organization.id),
  ]);
  const notice = request.form ? undefined : NOTICES.find((each) => each === request.query.get('notice'));
  return {
    organization,
    organizations: organizationsOf(request),
    parts: {
      credits,
      statement,
      subscriptions,
      invoices,
      forms: { cancel: partForm(request, 'cancel'), resume: partForm(request, 'resume') },
    },
    ...(notice ? { notice } : {}),
  };
});

/** If products are not sold online, the contact form is the next step. */
export function load(request: PageRequest): PageData | Promise<PageData> {
  return request.site.commerce.selfService ? ownPage(request) : toContact(request);
}

/**
 * The statement is that of the requested type, or of the first type that the organization has. There is none without
 * credits, except if the balances are unknown.
 */
async function loadCredits(
  request: ViewerRequest,
  organizationId: string,
): Promise<{ credits: Loadable<readonly CreditAccount[]>; statement?: ShownStatement }> {
  const credits = await loadAccounts(request, organizationId);
  const requestedType = request.query.get('type');
  const types = credits.error ? [requestedType ?? DEFAULT_TYPE] : credits.data.map(({ type }) => type);
  const type = types.find((each) => each === requestedType) ?? types[0];
  if (type === undefined) return { credits };
  return { credits, statement: await loadStatement(request, organizationId, type) };
}

/** A backend that implements only the specification has no holds and no expiry. */
async function loadAccounts(
  request: ViewerRequest,
  organizationId: string,
): Promise<Loadable<readonly CreditAccount[]>> {
  const answer = await askPart(request, CreditAccountsDocument, { organizationId });
  if (answer.ok) return { ...nothing(), data: answer.data.creditBalance };
  if (!answer.isUnsupported) return { ...nothing(), error: answer.messages };
  const simple = await askPart(request, CreditBalanceDocument, { organizationId });
  if (!simple.ok) return { ...nothing(), error: simple.messages };
  const unknown = { held: 0, nextExpiry: null, expiring: 0 };
  const data = simple.data.creditBalance.map(({ type, label, amount }) => ({ type, label, amount, ...unknown }));
  return { ...nothing(), data };
}

/** @returns undefined if the backend has no statements */
async function loadStatement(
  request: ViewerRequest,
  organizationId: string,
  type: string,
): Promise<ShownStatement | undefined> {
  const before = rowId(request.query.get('before'));
  const variables = { organizationId, type, limit: MOVEMENTS_ON_A_PAGE, before };
  const answer = await askPart(request, CreditStatementDocument, variables);
  const own = { organizationId, type, isOlder: before !== null };
  if (!answer.ok)
    return answer.isUnsupported ? undefined : { ...nothing(), error: answer.messages, next: null, ...own };
  const { movements, next } = answer.data.creditStatement;
  return { ...nothing(), data: movements, next, ...own };
}

/** A backend that implements only the specification has no renewal data. */
async function loadSubscriptions(request: ViewerRequest, organizationId: string): Promise<ShownSubscriptions> {
  const variables = { organizationId, limit: MAX_SUBSCRIPTIONS };
  const answer = await askPart(request, OwnSubscriptionsDocument, variables);
  if (answer.ok) return shownSubscriptions(answer.data.getSubscriptions);
  if (!answer.isUnsupported) return { ...nothing(), total: 0, error: answer.messages };
  const simple = await askPart(request, GetSubscriptionsDocument, variables);
  if (!simple.ok) return { ...nothing(), total: 0, error: simple.messages };
  const { subscriptions, ...found } = simple.data.getSubscriptions;
  const unknown = { usageJobSlots: null, renewal: 'none', canceledAt: null } as const;
  return shownSubscriptions({ ...found, subscriptions: subscriptions.map((each) => ({ ...each, ...unknown })) });
}

function shownSubscriptions({
  subscriptions,
  total,
  errors,
}: OwnSubscriptionsQuery['getSubscriptions']): ShownSubscriptions {
  const error = errors.length > 0 ? errors.map(({ message }) => sanitizeMessage(decodedMessage(message))) : null;
  return { data: subscriptions, total, loading: false, error };
}

/**
 * If a backend does not know which invoices are paid, the due dates of all of them are shown.
 *
 * @returns undefined if the backend has no invoices
 */
async function loadInvoices(request: ViewerRequest, organizationId: string): Promise<ShownInvoices | undefined> {
  const before = rowId(request.query.get('invoices'));
  const isOlder = before !== null;
  const variables = { organizationId, limit: INVOICES_ON_A_PAGE, before };
  const full = await askPart(request, OwnInvoicesDocument, variables);
  const answer = full.ok || !full.isUnsupported ? full : await askPart(request, IssuedInvoicesDocument, variables);
  if (!answer.ok)
    return answer.isUnsupported ? undefined : { ...nothing(), error: answer.messages, next: null, isOlder };
  const { invoices, next } = answer.data.invoices;
  return { ...nothing(), data: invoices.map((each) => ({ paidAt: null, ...each })), next, isOlder };
}

function rowId(text: string | null): string | null {
  return text !== null && ROW_ID.test(text) ? text : null;
}
