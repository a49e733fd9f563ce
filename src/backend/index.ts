import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import type { Backend, BackendFetchRequest, BackendOptions } from '#contract/backend/backend.js';
import { createAccounts } from './domain/accounts/create-accounts.js';
import { createAdministration } from './domain/administration/create-administration.js';
import { findLateWork } from './domain/administration/background-jobs/queue-source.js';
import { measureQueues, queueSources } from './domain/administration/background-jobs/queue.resolvers.js';
import { createApplications } from './domain/applications/create-applications.js';
import { memberReceipts } from './domain/applications/recipients/employer-recipients.js';
import { auditMasquerades } from './domain/audit/audit-log.js';
import { createBookmarks } from './domain/bookmarks/bookmark.resolvers.js';
import { createJobReports } from './domain/job-reports/create-job-reports.js';
import { createConsents } from './domain/consents/create-consents.js';
import { createContact } from './domain/contact/create-contact.js';
import { closeContactsOfResumes } from './domain/contact-requests/end-contact.js';
import { createContactRequests } from './domain/contact-requests/create-contact-requests.js';
import { createContent } from './domain/content/content.resolvers.js';
import { createEntitlements } from './domain/entitlements/create-entitlements.js';
import { createForms } from './domain/forms/entity-definition.js';
import { createInvoices } from './domain/invoices/create-invoices.js';
import { createJobClosing } from './domain/job-closing/closing.resolvers.js';
import { createJobEditing } from './domain/job-editing/create-job-editing.js';
import { createJobReview } from './domain/job-review/create-job-review.js';
import { createJobs } from './domain/jobs/create-jobs.js';
import { createOrders } from './domain/orders/create-orders.js';
import { createOrganizations } from './domain/organizations/create-organizations.js';
import { createProducts } from './domain/products/create-products.js';
import { createResumes } from './domain/resumes/create-resumes.js';
import { isClockTrusted } from './domain/job-editing/schedule/schedule-worker.js';
import { createDocuments } from './exchange/create-documents.js';
import { createJobFeedImport } from './exchange/job-feed-import/create-job-feed-import.js';
import { createRetention } from './domain/retention/create-retention.js';
import { createSearchCounts } from './domain/search-counts/create-search-counts.js';
import { createRouting } from './exchange/routing/route-info.js';
import { together } from './platform/background-jobs/recurring-work.js';
import { ChangeFeed, startPruning } from './platform/change-feed/change-feed.js';
import { openDatabase, type OpenDatabase } from './platform/database/open-database.js';
import { createFiles } from './platform/files/create-files.js';
import { serveFile } from './platform/files/stored-files.js';
import { countConnections } from './platform/database/pool.js';
import { Replicas } from './platform/database/replicas.js';
import type { Database } from './platform/database/schema.js';
import { createExecutor } from './platform/graphql/executor.js';
import { assembleSchema, type BackendModule } from './platform/graphql/backend-module.js';
import { createMail } from './platform/mail/create-mail.js';
import type { ReceiptCheck } from './platform/mail/outbox-worker.js';
import { createUploads } from './platform/uploads/pending-uploads.js';
import { GazetteerPlaceFinder } from './reference/places/gazetteer.place-finder.js';
import { prepareDatabase } from './reference/prepare-database.js';
import { createTaxonomy, type TermCatalog } from './reference/taxonomy/term-catalog.js';
import { createAlerts } from './search/alerts/create-alerts.js';
import { changeLanguage, followEmailChange, followMerges } from './search/alerts/edit-alerts.js';
import { alertReceipts } from './search/alerts/send-alerts.js';
import { REFERENCE_RATES } from './reference/pay/annual-pay.js';
import { currencyOf } from './search/adverts/advert-facets.js';
import { createSearch, type Search } from './search/create-search.js';

const BYTES_OF_A_MEGABYTE = 1_000_000;
const DEFAULT_SEARCH_MEMORY_MB = 512;

/**
 * Opens the database, migrates it to this version's schema, inserts missing initial data, and starts all modules.
 *
 * @throws ClusterError, with a message for the operator, if the database cannot be opened
 */
export async function startBackend(options: BackendOptions): Promise<Backend> {
  const opened = await openDatabase(options);
  try {
    return await assemble(options, opened);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function assemble(options: BackendOptions, { database, target, close }: OpenDatabase): Promise<Backend> {
  const { dataDir, sites, logger, clock = () => new Date(), secrets, runsBackgroundJobs = true } = options;
  const { migrated, terms } = await prepareDatabase(database);
  if (migrated.length > 0) logger.info({ migrations: migrated }, 'Migrated the database');

  const changes = await ChangeFeed.open(target, logger);
  const { searchMemoryMb = DEFAULT_SEARCH_MEMORY_MB, geocoder } = options;
  const memory = { target, folder: join(dataDir, 'search-index'), maxBytes: searchMemoryMb * BYTES_OF_A_MEGABYTE };
  const search = createSearch({
    database,
    terms,
    feed: changes,
    clock,
    logger,
    memory: searchMemoryMb > 0 ? memory : undefined,
    geocoder,
    features: options.searchFeatures,
    meaning: { embeddings: options.embeddings },
    currencies: Object.fromEntries(sites.map((site) => [site.name, currencyOf(site)])),
    exchangeRates: options.exchangeRates && { ...REFERENCE_RATES, ...options.exchangeRates },
    synonyms: Object.fromEntries(sites.map(({ name, synonyms = [] }) => [name, synonyms])),
  });
  const { indexer, savedSearches } = search;
  const caughtUp = await search.catchUp();
  if (caughtUp.organizations > 0)
    logger.info({ organizations: caughtUp.organizations }, 'Put organizations into the directory');
  if (caughtUp.resumes > 0) logger.info({ resumes: caughtUp.resumes }, 'Put resumes into the directory');
  if (caughtUp.jobs > 0) logger.info({ jobs: caughtUp.jobs }, 'Rebuilt the search index, whose format has changed');

  const places = new GazetteerPlaceFinder(database, search.gazetteer);
  const { captchaService } = options;
  const files = createFiles({ ...options, database });
  const { contents } = files;
  const served = sites.map(({ name }) => name);
  const queues = queueSources({ sites: served, hasStore: options.fileStore !== undefined });
  const deps = { database, contents, changes, terms, indexer, places, sites, secrets, captchaService, clock, logger };
  const content = await createContent(deps);
  const consents = await createConsents(deps);
  const products = await createProducts(deps);
  const demo = await installDemo(options, { database, terms, indexer, alertIndexes: savedSearches, now: clock() });
  const uploads = createUploads(deps);
  const accounts = createAccounts({ ...deps, alerts: { followEmailChange, changeLanguage } });
  const { sessions, captcha } = accounts;
  const organizations = createOrganizations(deps);
  const { profiles } = organizations;
  const jobs = createJobs({ ...deps, profiles, similarity: search.similarity });
  const jobEditing = createJobEditing({ ...deps, profiles });
  const resumes = createResumes({ ...deps, beforeDeletion: closeContactsOfResumes });
  const invoices = createInvoices({ ...deps, sessions });
  const receipts = [memberReceipts(database), alertReceipts(database, sites)];
  const mayReceive: ReceiptCheck = async (mail) => {
    for (const check of receipts) if (!(await check(mail))) return false;
    return true;
  };
  const mail = await createMail({ ...options, ...deps, documents: invoices.attach, mayReceive });
  const version = async (site: string): Promise<string> => {
    await changes.sync();
    return changes.version(site);
  };
  // Basic modules come first; modules are closed in reverse order.
  const owners: readonly BackendModule[] = [
    { close },
    { close: () => changes.close() },
    { startJobs: () => startPruning(database, logger) },
    { resolvers: [search.resolvers], startJobs: () => search.startJobs(), close: () => search.close() },
    mail,
    createTaxonomy(deps),
    content,
    consents,
    uploads,
    files,
    accounts,
    organizations,
    jobs,
    jobEditing,
    resumes,
    createForms([jobEditing.defineForm, organizations.defineForm, resumes.defineForm]),
    createBookmarks(deps),
    createEntitlements({ ...options, ...deps, profiles }),
    createContactRequests(deps),
    products,
    createOrders({ ...options, ...deps }),
    invoices,
    createJobReports({ database, terms }),
    createContact({ ...deps, files: uploads.pending, captcha }),
    createApplications({ ...deps, pendingUploads: uploads.pending, resumeToSend: resumes.toSend, captcha, sessions }),
    createJobClosing(deps),
    createJobReview(deps),
    createAdministration({ ...deps, ...accounts, queues, savedSearches: { followMerges } }),
    createSearchCounts(deps),
    createAlerts({ ...deps, indexes: savedSearches }),
    createRouting({
      database,
      whole: { job: jobs.load, organization: (id, context) => profiles.find(id, context) },
    }),
    createDocuments({ ...deps, version }),
    createJobFeedImport({ ...options, ...deps }),
  ];
  const retention = createRetention({
    ...deps,
    rules: owners.flatMap(({ retention: rules = [] }) => rules),
    isClockTrusted: (now) => isClockTrusted(database, now),
  });
  const modules = [...owners, retention];
  const { replicaUrls = [] } = options;
  const replicas = replicaUrls.length > 0 ? new Replicas(replicaUrls, logger) : undefined;
  const execute = createExecutor({
    ...(replicas ? { reading: { replicas, changes } } : {}),
    schema: assembleSchema(
      auditMasquerades(
        database,
        modules.flatMap(({ resolvers = [] }) => resolvers),
      ),
    ),
    sites,
    clock,
    logger,
    viewerOf: (token, now) => sessions.viewerOf(token, now),
  });

  const starting = runsBackgroundJobs ? modules.toReversed() : [];
  const backgroundJobs = together(...starting.flatMap((each) => each.startJobs?.() ?? []));
  let closing: Promise<void> | undefined;
  async function closeAll(): Promise<void> {
    await backgroundJobs.stop();
    await replicas?.close();
    for (const each of modules.toReversed()) await each.close?.();
  }

  return {
    execute,
    fetch: (request) => firstAnswer(modules, request) ?? serveFile({ database, contents }, request),
    async ping() {
      await sql`select 1`.execute(database);
    },
    lateWork: () => findLateWork(database, served, clock()),
    connections: () => countConnections(database),
    queues: () => measureQueues(database, queues, clock()),
    version,
    demo,
    mail: mail.delivery,
    mailbox: mail.mailbox,
    close: () => (closing ??= closeAll()),
  };
}

function firstAnswer(
  modules: readonly BackendModule[],
  request: BackendFetchRequest,
): ReturnType<NonNullable<BackendModule['serve']>> {
  for (const each of modules) {
    const answer = each.serve?.(request);
    if (answer) return answer;
  }
  return undefined;
}

/** Installs the demo if it is configured. Its code is imported only then, because its texts are larger than the rest of the program. */
async function installDemo(
  { demoData, demoPassword: password, sites, logger }: BackendOptions,
  parts: Pick<Search, 'indexer'> & {
    database: Kysely<Database>;
    terms: TermCatalog;
    alertIndexes: Search['savedSearches'];
    now: Date;
  },
): Promise<Backend['demo']> {
  if (!demoData) return { accounts: [] };
  const { installDemo: install } = await import('../../demo/install.js');
  return install({ ...parts, sites, password, logger });
}
