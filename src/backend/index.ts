import { join } from 'node:path';
import { sql } from 'kysely';
import type { Backend, BackendOptions } from '#contract/backend/backend.js';
import { accountDeletionResolvers } from './domain/account-deletion/account-deletion.resolvers.js';
import { accountResolvers } from './domain/accounts/account.resolvers.js';
import { administrationResolvers } from './domain/administration/administration.resolvers.js';
import { BackgroundWork } from './domain/accounts/background-work.js';
import { IdentityAssertions } from './domain/accounts/identities/identity-assertions.js';
import { IdentityLinks } from './domain/accounts/identities/identity-links.js';
import { IdentityLogin } from './domain/accounts/identities/identity-login.js';
import { identityResolvers } from './domain/accounts/identities/identity.resolvers.js';
import { Login } from './domain/accounts/login/login.js';
import { loginResolvers } from './domain/accounts/login/login.resolvers.js';
import { Masquerade } from './domain/accounts/sessions/masquerade.js';
import { membershipResolvers } from './domain/accounts/membership.resolvers.js';
import { PasswordQueue } from './domain/accounts/passwords/password-queue.js';
import { Passwords } from './domain/accounts/passwords/passwords.js';
import { startAccountPruning } from './domain/accounts/prune-accounts.js';
import { SessionTokens } from './domain/accounts/sessions/session-token.js';
import { Sessions } from './domain/accounts/sessions/sessions.js';
import { UserAdministration } from './domain/administration/user-administration.js';
import { alertResolvers } from './search/alerts/alert.resolvers.js';
import { startAlertWorker } from './search/alerts/alert-worker.js';
import { PendingUploads, deleteExpiredPendingUploads } from './platform/uploads/pending-uploads.js';
import { applicationResolvers } from './domain/applications/application.resolvers.js';
import { closingResolvers } from './domain/job-closing/closing.resolvers.js';
import { serveApplicationFiles } from './domain/applications/serve-application-files.js';
import { bookmarkResolvers } from './domain/bookmarks/bookmark.resolvers.js';
import { Captcha, captchaResolvers } from './platform/captcha/captcha.js';
import { ChangeFeed, startPruning } from './platform/change-feed/change-feed.js';
import { articleResolvers } from './domain/content/article.resolvers.js';
import { contactResolvers } from './domain/contact/contact.resolvers.js';
import { contentResolvers } from './domain/content/content.resolvers.js';
import { seedMissingContent } from './domain/content/seed-content.js';
import { definitionResolvers } from './domain/forms/entity-definition.js';
import { createDocuments } from './exchange/create-documents.js';
import { openDatabase, type OpenDatabase } from './platform/database/open-database.js';
import { entitlementResolvers } from './domain/entitlements/entitlement.resolvers.js';
import { startFeedWorker } from './exchange/job-feed-import/feed-worker.js';
import { readInProcess } from './exchange/job-feed-import/reading-process.js';
import { deleteReleasedFiles, serveFile } from './platform/files/stored-files.js';
import { createExecutor } from './platform/graphql/executor.js';
import { assembleSchema } from './platform/graphql/schema.js';
import { startScheduleWorker } from './domain/job-editing/schedule/schedule-worker.js';
import { GazetteerPlaceFinder } from './reference/places/gazetteer.place-finder.js';
import { jobDefinition } from './domain/job-editing/job-definition.js';
import { JobEditing } from './domain/job-editing/job-editing.js';
import { jobEditingResolvers } from './domain/job-editing/job-editing.resolvers.js';
import { jobResolvers } from './domain/jobs/job.resolvers.js';
import { JobViews, jobViewResolvers } from './domain/jobs/views/count-views.js';
import { startMail } from './platform/mail/start-mail.js';
import { organizationDefinition } from './domain/organizations/editing/organization-definition.js';
import { OrganizationEditing } from './domain/organizations/editing/organization-editing.js';
import { organizationEditingResolvers } from './domain/organizations/editing/organization-editing.resolvers.js';
import { organizationReviewResolvers } from './domain/organizations/reviews/organization-reviews.resolvers.js';
import { memberResolvers } from './domain/organizations/members/members.resolvers.js';
import { OrganizationProfiles } from './domain/organizations/organization-profiles.js';
import { organizationResolvers } from './domain/organizations/organization.resolvers.js';
import { findLateWork } from './domain/administration/background-jobs/queue-source.js';
import { queueResolvers } from './domain/administration/background-jobs/queue.resolvers.js';
import { repeat } from './platform/background-jobs/recurring-work.js';
import { resumeDefinition } from './domain/resumes/editing/resume-definition.js';
import { ResumeEditing, resumeEditingResolvers } from './domain/resumes/editing/resume-editing.js';
import { resumeImportResolvers } from './domain/resumes/import/resume-import.resolvers.js';
import { resumeResolvers } from './domain/resumes/resume.resolvers.js';
import { routingResolvers } from './exchange/routing/route-info.js';
import { createSearch } from './search/create-search.js';
import { staffAccessResolvers } from './domain/staff-access/staff-access.js';
import { prepareDatabase } from './reference/prepare-database.js';
import { taxonomyResolvers } from './reference/taxonomy/term-catalog.js';
import { deleteExpiredUploads, UploadStore } from './platform/uploads/upload-store.js';

const UPLOAD_CLEANUP_MS = 10 * 60_000;

/**
 * Opens the database, brings it to this version's schema, fills what is empty, and answers from then on.
 *
 * @throws ClusterError, with a message for the operator, when the database cannot be opened.
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
  const { dataDir, sites, demoData, logger, searchMemoryMb = 512, clock = () => new Date() } = options;
  const { migrated, terms } = await prepareDatabase(database);
  if (migrated.length > 0) logger.info({ migrations: migrated }, 'Migrated the database');

  const feed = await ChangeFeed.open(target, logger);
  const memory = { target, folder: join(dataDir, 'search-index'), maxBytes: searchMemoryMb * 1_000_000 };
  const search = createSearch({
    database,
    terms,
    feed,
    clock,
    logger,
    memory: searchMemoryMb > 0 ? memory : undefined,
    geocoder: options.geocoder,
  });
  const { indexer } = search;
  const caughtUp = await search.catchUp();
  if (caughtUp > 0) logger.info({ organizations: caughtUp }, 'Put organizations into the directory');
  await seedMissingContent(database, sites, clock());
  const demo = demoData ? await installDemo() : { accounts: [] };
  async function installDemo(): Promise<Backend['demo']> {
    // Loaded only where it is wanted: its texts are larger than all the rest.
    const { installDemo: install } = await import('../../demo/install.js');
    const { demoPassword: password } = options;
    return install({
      database,
      sites,
      terms,
      indexer,
      alertIndexes: search.savedSearches,
      password,
      now: clock(),
      logger,
    });
  }

  const organizations = new OrganizationProfiles(database, terms);
  const sessions = new Sessions(database, new SessionTokens(options.secrets), feed);
  const background = new BackgroundWork(logger);
  const passwords = new Passwords(database, sessions, background);
  const turns = new PasswordQueue();
  const captcha = new Captcha(database, options.secrets);
  const assertions = new IdentityAssertions(options.secrets);
  const masquerade = new Masquerade(database, sessions);
  const places = new GazetteerPlaceFinder(database, search.gazetteer);
  const editing = new JobEditing({ database, indexer, terms, organizations, places });
  const organizationEditing = new OrganizationEditing({ database, indexer, terms, organizations, places });
  const schema = assembleSchema([
    taxonomyResolvers(terms),
    organizationResolvers(database, organizations),
    jobResolvers({ database, terms, organizations }),
    jobEditingResolvers(database, editing),
    jobViewResolvers(new JobViews(database, options.secrets)),
    organizationEditingResolvers(organizationEditing),
    organizationReviewResolvers(database, organizationEditing),
    definitionResolvers([
      (args, context) => jobDefinition(args, editing.rulesOf(context)),
      (args, context) => organizationDefinition(args, organizationEditing.rulesOf(context)),
      (args, { site }) => resumeDefinition(args, site),
    ]),
    contentResolvers(database, feed),
    articleResolvers(database),
    routingResolvers(database),
    search.resolvers,
    resumeResolvers(database, terms),
    resumeImportResolvers(database, terms, places),
    resumeEditingResolvers(new ResumeEditing({ database, indexer, terms, places })),
    bookmarkResolvers(database),
    alertResolvers({ database, indexes: search.savedSearches }),
    entitlementResolvers(database, organizations),
    loginResolvers({
      database,
      sessions,
      passwords,
      masquerade,
      captcha,
      turns,
      background,
      login: new Login(database, sessions),
    }),
    captchaResolvers(captcha),
    contactResolvers({ database, uploads: new UploadStore(database), captcha }),
    applicationResolvers({ database, files: new PendingUploads(database), captcha }),
    closingResolvers(database),
    queueResolvers(database),
    staffAccessResolvers(database),
    identityResolvers({
      login: new IdentityLogin(database, sessions, assertions),
      links: new IdentityLinks(database, sessions, assertions),
    }),
    accountResolvers({ database, sessions, passwords, turns }),
    accountDeletionResolvers({ database, indexer, sites, turns }),
    membershipResolvers(database),
    memberResolvers(database),
    administrationResolvers({
      database,
      masquerade,
      administration: new UserAdministration(database, sessions, indexer),
    }),
  ]);
  const execute = createExecutor({
    schema,
    sites,
    clock,
    logger,
    viewerOf: (token, now) => sessions.viewerOf(token, now),
  });
  const schedule = startScheduleWorker({ database, indexer, changes: feed, clock, logger });
  const alerts = startAlertWorker({ database, indexes: search.savedSearches, sites, changes: feed, clock, logger });
  const pruning = startPruning(database, logger);
  const mail = await startMail(options, { database, changes: feed, clock, logger });
  const feeds = startFeedWorker({
    database,
    changes: feed,
    clock,
    logger,
    sites: sites.map(({ name }) => name),
    run: (signal) => {
      const known = sites.map(({ name, languages, countries }) => ({ name, languages, countries }));
      const { databaseUrl, feedNetworks: networks = [] } = options;
      return readInProcess({ dataDir, databaseUrl, sites: known, networks }, logger, signal);
    },
  });
  const accountPruning = startAccountPruning({ database, clock, logger });
  const uploadPruning = repeat({
    everyMs: UPLOAD_CLEANUP_MS,
    // A process may have died with some.
    firstInMs: 0,
    work: async () => {
      await deleteExpiredUploads(database, clock());
      await deleteExpiredPendingUploads(database, clock());
      await deleteReleasedFiles(database);
    },
    failed: 'Files of forms were not forgotten',
    logger,
  });

  const version = async (site: string): Promise<string> => {
    await feed.sync();
    return feed.version(site);
  };
  const documents = createDocuments({ database, terms, sites, version, clock });

  const filesOfApplications = { database, viewerOf: (token: string) => sessions.viewerOf(token, clock()), clock };

  let closing: Promise<void> | undefined;
  async function end(): Promise<void> {
    await background.settled();
    await feeds.stop();
    await mail.stop();
    await schedule.stop();
    await alerts.stop();
    await pruning.stop();
    await accountPruning.stop();
    await uploadPruning.stop();
    await search.close();
    await feed.close();
    await close();
  }

  return {
    execute,
    fetch: (request) =>
      documents.serve(request) ?? serveApplicationFiles(filesOfApplications, request) ?? serveFile(database, request),
    async ping() {
      await sql`select 1`.execute(database);
    },
    lateWork: () => findLateWork(database, clock()),
    version,
    demo,
    mail: mail.delivery,
    mailbox: mail.mailbox,
    close: () => (closing ??= end()),
  };
}
