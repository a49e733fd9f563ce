import { join } from 'node:path';
import { sql } from 'kysely';
import type { Backend, BackendOptions } from '#contract/backend.js';
import { accountResolvers } from './accounts/account.resolvers.js';
import { administrationResolvers } from './accounts/administration.resolvers.js';
import { BackgroundWork } from './accounts/background-work.js';
import { DEMO_APPLICANT, DEMO_RECRUITER, provideDemoAccounts } from './accounts/demo-accounts.js';
import { provideDemoOrganizations } from './accounts/demo-organizations.js';
import { provideDemoResumes } from './accounts/demo-resumes.js';
import { IdentityAssertions } from './accounts/identity-assertions.js';
import { IdentityLinks } from './accounts/identity-links.js';
import { IdentityLogin } from './accounts/identity-login.js';
import { identityResolvers } from './accounts/identity.resolvers.js';
import { Login } from './accounts/login.js';
import { loginResolvers } from './accounts/login.resolvers.js';
import { Masquerade } from './accounts/masquerade.js';
import { membershipResolvers } from './accounts/membership.resolvers.js';
import { PasswordTurns } from './accounts/password-turns.js';
import { Passwords } from './accounts/passwords.js';
import { startAccountPruning } from './accounts/prune-accounts.js';
import { SessionTokens } from './accounts/session-token.js';
import { Sessions } from './accounts/sessions.js';
import { UserAdministration } from './accounts/user-administration.js';
import { alertResolvers } from './alerts/alert.resolvers.js';
import { startAlertWorker } from './alerts/alert-worker.js';
import { provideDemoAlerts } from './alerts/demo-alerts.js';
import { ApplicationFiles, forgetApplicationFiles } from './applications/application-files.js';
import { applicationResolvers } from './applications/application.resolvers.js';
import { closingResolvers } from './applications/closing/closing.resolvers.js';
import { provideDemoApplications } from './applications/demo-applications.js';
import { serveApplicationFiles } from './applications/serve-application-files.js';
import { bookmarkResolvers } from './bookmarks/bookmark.resolvers.js';
import { Captcha } from './captcha/captcha.js';
import { captchaResolvers } from './captcha/captcha.resolvers.js';
import { ChangeFeed } from './changes/change-feed.js';
import { startPruning } from './changes/prune-changes.js';
import { articleResolvers } from './content/article.resolvers.js';
import { contactResolvers } from './contact/contact.resolvers.js';
import { contentResolvers } from './content/content.resolvers.js';
import { definitionResolvers } from './defined-form/definition.resolvers.js';
import { createDocuments } from './documents/serve-document.js';
import { migrate } from './database/migrate.js';
import { openDatabase, type OpenDatabase } from './database/open-database.js';
import { entitlementResolvers } from './entitlements/entitlement.resolvers.js';
import { startFeedWorker } from './feeds/feed-worker.js';
import { readInProcess } from './feeds/reading-process.js';
import { deleteReleasedFiles } from './files/released-files.js';
import { serveFile } from './files/serve-file.js';
import { createExecutor } from './graphql/executor.js';
import { assembleSchema } from './graphql/schema.js';
import { startScheduleWorker } from './jobs/schedule-worker.js';
import { GazetteerPlaceFinder } from './import/fields/gazetteer.place-finder.js';
import { jobDefinition } from './jobs/editing/job-definition.js';
import { JobEditing } from './jobs/editing/job-editing.js';
import { jobEditingResolvers } from './jobs/editing/job-editing.resolvers.js';
import { jobResolvers } from './jobs/job.resolvers.js';
import { JobViews } from './jobs/views/count-views.js';
import { jobViewResolvers } from './jobs/views/job-views.resolvers.js';
import { startMail } from './mail/start-mail.js';
import { organizationDefinition } from './organizations/editing/organization-definition.js';
import { OrganizationEditing } from './organizations/editing/organization-editing.js';
import { organizationEditingResolvers } from './organizations/editing/organization-editing.resolvers.js';
import { organizationReviewResolvers } from './organizations/reviews/organization-reviews.resolvers.js';
import { memberResolvers } from './organizations/members/members.resolvers.js';
import { OrganizationProfiles } from './organizations/organization-profiles.js';
import { organizationResolvers } from './organizations/organization.resolvers.js';
import { findLateWork } from './queue/late-work.js';
import { queueResolvers } from './queue/queue.resolvers.js';
import { repeat } from './recurring/repeat.js';
import { resumeDefinition } from './resumes/editing/resume-definition.js';
import { ResumeEditing } from './resumes/editing/resume-editing.js';
import { resumeEditingResolvers } from './resumes/editing/resume-editing.resolvers.js';
import { resumeImportResolvers } from './resumes/import/resume-import.resolvers.js';
import { resumeResolvers } from './resumes/resume.resolvers.js';
import { routingResolvers } from './routing/routing.resolvers.js';
import { createSearch } from './search/create-search.js';
import { seedSites } from './seed/seed-sites.js';
import { staffAccessResolvers } from './staff-access/staff-access.resolvers.js';
import { seedTerms } from './taxonomy/seed-terms.js';
import { taxonomyResolvers } from './taxonomy/taxonomy.resolvers.js';
import { forgetUploads, KeptUploads } from './uploads/kept-uploads.js';

const FORGET_UPLOADS_MS = 10 * 60_000;

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
  const migrated = await migrate(database);
  if (migrated.length > 0) logger.info({ migrations: migrated }, 'Migrated the database');

  const terms = await seedTerms(database);
  const feed = await ChangeFeed.open(target, logger);
  const memory = { target, folder: join(dataDir, 'search-index'), mostBytes: searchMemoryMb * 1_000_000 };
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
  const [demo] = await Promise.all([
    demoData ? provideDemoAccounts(database, options.demoPassword, clock()) : { accounts: [] },
    seedSites({ database, sites, demoData, terms, indexer, now: clock(), logger }),
  ]);

  if (demoData) {
    await provideDemoOrganizations(database, { email: DEMO_RECRUITER, sites, now: clock() });
    await provideDemoResumes(database, { email: DEMO_APPLICANT, sites });
    await provideDemoApplications(database, {
      recruiter: DEMO_RECRUITER,
      applicant: DEMO_APPLICANT,
      sites: sites.map(({ name }) => name),
      now: clock(),
    });
    await provideDemoAlerts(
      { database, indexes: search.kept },
      { recruiter: DEMO_RECRUITER, applicant: DEMO_APPLICANT, sites, now: clock() },
    );
  }

  const organizations = new OrganizationProfiles(database, terms);
  const sessions = new Sessions(database, new SessionTokens(options.secrets), feed);
  const background = new BackgroundWork(logger);
  const passwords = new Passwords(database, sessions, background);
  const turns = new PasswordTurns();
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
    alertResolvers({ database, indexes: search.kept }),
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
    contactResolvers({ database, uploads: new KeptUploads(database), captcha }),
    applicationResolvers({ database, files: new ApplicationFiles(database), captcha }),
    closingResolvers(database),
    queueResolvers(database),
    staffAccessResolvers(database),
    identityResolvers({
      login: new IdentityLogin(database, sessions, assertions),
      links: new IdentityLinks(database, sessions, assertions),
    }),
    accountResolvers({ database, indexer, sessions, passwords, turns }),
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
  const alerts = startAlertWorker({ database, indexes: search.kept, sites, changes: feed, clock, logger });
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
    everyMs: FORGET_UPLOADS_MS,
    // A process may have died with some.
    firstInMs: 0,
    work: async () => {
      await forgetUploads(database, clock());
      await forgetApplicationFiles(database, clock());
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
