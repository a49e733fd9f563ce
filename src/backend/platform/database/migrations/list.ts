import type { NamedMigration } from './schema-migration.js';
import { core } from './0001-core.js';
import { search } from './0002-search.js';
import { changes } from './0003-changes.js';
import { accounts } from './0004-accounts.js';
import { closedOrganizations } from './0005-closed-organizations.js';
import { organizations } from './0006-organizations.js';
import { resumes } from './0007-resumes.js';
import { feeds } from './0008-feeds.js';
import { teasers } from './0010-teasers.js';
import { content } from './0011-content.js';
import { applications } from './0012-applications.js';
import { jobEditing } from './0013-job-editing.js';
import { bookmarks } from './0014-bookmarks.js';
import { alerts } from './0015-alerts.js';
import { organizationEditing } from './0016-organization-editing.js';
import { resumeEditing } from './0017-resume-editing.js';
import { queue } from './0018-queue.js';
import { jobViews } from './0019-job-views.js';
import { pendingJobChanges } from './0020-pending-job-changes.js';
import { organizationReviews } from './0021-organization-reviews.js';
import { wellFormedTexts } from './0022-well-formed-texts.js';
import { scheduleClock } from './0023-schedule-clock.js';
import { staffAccess } from './0024-staff-access.js';
import { cityNames } from './0025-city-names.js';
import { registrationAttempts } from './0026-registration-attempts.js';
import { timeZones } from './0027-time-zones.js';
import { incompleteAdverts } from './0028-incomplete-adverts.js';
import { referenceData } from './0029-reference-data.js';
import { jobFields } from './0030-job-fields.js';
import { jobReports } from './0031-job-reports.js';
import { topResumes } from './0033-top-resumes.js';
import { jobDescriptions } from './0034-job-descriptions.js';
import { messageFiles } from './0035-message-files.js';
import { consents } from './0038-consents.js';
import { ledger } from './0044-ledger.js';
import { ledgerFunctions } from './0045-ledger-functions.js';
import { products } from './0046-products.js';
import { orders } from './0048-orders.js';
import { recruiterApproval } from './0047-recruiter-approval.js';
import { invoices } from './0049-invoices.js';
import { contactRequests } from './0050-contact-requests.js';
import { charges } from './0052-charges.js';
import { searchIndexFormat } from './0053-search-index-format.js';
import { searchPayAndClosing } from './0054-search-pay-and-closing.js';
import { searchCounts } from './0055-search-counts.js';
import { organizationStanding } from './0078-organization-standing.js';
import { lastLoginAndMerges } from './0079-last-login-and-merges.js';
import { auditFilters } from './0080-audit-filters.js';
import { undoOfMany } from './0081-undo-of-many.js';
import { jobNumbers } from './0082-job-numbers.js';
import { furtherInterviews } from './0083-further-interviews.js';
import { retention } from './0084-retention.js';
import { recruitingMails } from './0085-recruiting-mails.js';
import { waitingApplications } from './0086-waiting-applications.js';
import { retentionIndexes } from './0087-retention-indexes.js';
import { storedObjects } from './0090-stored-objects.js';
import { filesInDatabase } from './0091-files-in-database.js';
import { applicationSources } from './0092-application-sources.js';
import { formerAlertTokens } from './0093-former-alert-tokens.js';
import { suspendedCharges } from './0094-suspended-charges.js';
import { lookupIndexes } from './0095-lookup-indexes.js';
import { masqueraderOfBulk } from './0096-masquerader-of-bulk.js';
import { completeFeedReadings } from './0097-complete-feed-readings.js';
import { revokedGrants } from './0098-revoked-grants.js';
import { awaitedMails } from './0099-awaited-mails.js';
import { indexesAtScale } from './0100-indexes-at-scale.js';
import { seenWords } from './0101-seen-words.js';
import { seenByBulk } from './0102-seen-by-bulk.js';
import { reviewReasons } from './0077-review-reasons.js';
import { bulkAnswers } from './0061-bulk-answers.js';
import { applicationNotes } from './0060-application-notes.js';
import { answerTemplates } from './0070-answer-templates.js';
import { applicationAdditions } from './0062-application-additions.js';
import { applicationList } from './0058-application-list.js';
import { interviews } from './0073-interviews.js';
import { delayedAnswers } from './0057-delayed-answers.js';
import { meaning } from './0056-meaning.js';
import { resumesOfApplications } from './0059-resumes-of-applications.js';

/** Run in this order, each once. A migration that has been released is never changed. */
export const migrations: readonly NamedMigration[] = [
  ['0001-core', core],
  ['0002-search', search],
  ['0003-changes', changes],
  ['0004-accounts', accounts],
  ['0005-closed-organizations', closedOrganizations],
  ['0006-organizations', organizations],
  ['0007-resumes', resumes],
  ['0008-feeds', feeds],
  ['0010-teasers', teasers],
  ['0011-content', content],
  ['0012-applications', applications],
  ['0013-job-editing', jobEditing],
  ['0014-bookmarks', bookmarks],
  ['0015-alerts', alerts],
  ['0016-organization-editing', organizationEditing],
  ['0017-resume-editing', resumeEditing],
  ['0018-queue', queue],
  ['0019-job-views', jobViews],
  ['0020-pending-job-changes', pendingJobChanges],
  ['0021-organization-reviews', organizationReviews],
  ['0022-well-formed-texts', wellFormedTexts],
  ['0023-schedule-clock', scheduleClock],
  ['0024-staff-access', staffAccess],
  ['0025-city-names', cityNames],
  ['0026-registration-attempts', registrationAttempts],
  ['0027-time-zones', timeZones],
  ['0028-incomplete-adverts', incompleteAdverts],
  ['0029-reference-data', referenceData],
  ['0030-job-fields', jobFields],
  ['0031-job-reports', jobReports],
  ['0033-top-resumes', topResumes],
  ['0034-job-descriptions', jobDescriptions],
  ['0035-message-files', messageFiles],
  ['0038-consents', consents],
  ['0044-ledger', ledger],
  ['0045-ledger-functions', ledgerFunctions],
  ['0046-products', products],
  ['0048-orders', orders],
  ['0047-recruiter-approval', recruiterApproval],
  ['0049-invoices', invoices],
  ['0050-contact-requests', contactRequests],
  ['0052-charges', charges],
  ['0053-search-index-format', searchIndexFormat],
  ['0054-search-pay-and-closing', searchPayAndClosing],
  ['0055-search-counts', searchCounts],
  ['0056-meaning', meaning],
  ['0057-delayed-answers', delayedAnswers],
  ['0058-application-list', applicationList],
  ['0059-resumes-of-applications', resumesOfApplications],
  ['0060-application-notes', applicationNotes],
  ['0061-bulk-answers', bulkAnswers],
  ['0062-application-additions', applicationAdditions],
  ['0070-answer-templates', answerTemplates],
  ['0077-review-reasons', reviewReasons],
  ['0073-interviews', interviews],
  ['0078-organization-standing', organizationStanding],
  ['0079-last-login-and-merges', lastLoginAndMerges],
  ['0080-audit-filters', auditFilters],
  ['0081-undo-of-many', undoOfMany],
  ['0082-job-numbers', jobNumbers],
  ['0083-further-interviews', furtherInterviews],
  ['0084-retention', retention],
  ['0085-recruiting-mails', recruitingMails],
  ['0086-waiting-applications', waitingApplications],
  ['0087-retention-indexes', retentionIndexes],
  ['0090-stored-objects', storedObjects],
  ['0091-files-in-database', filesInDatabase],
  ['0092-application-sources', applicationSources],
  ['0093-former-alert-tokens', formerAlertTokens],
  ['0094-suspended-charges', suspendedCharges],
  ['0095-lookup-indexes', lookupIndexes],
  ['0096-masquerader-of-bulk', masqueraderOfBulk],
  ['0097-complete-feed-readings', completeFeedReadings],
  ['0098-revoked-grants', revokedGrants],
  ['0099-awaited-mails', awaitedMails],
  ['0100-indexes-at-scale', indexesAtScale],
  ['0101-seen-words', seenWords],
  ['0102-seen-by-bulk', seenByBulk],
];
