/**
 * What becomes of whatever refers to an organization that is merged into another one:
 *
 * - `moves`: it belongs to the other one from then on
 * - `united`: as well, but for what the other one has already
 * - `ends`: it is deleted, because it describes the organization that is gone
 * - `books`: it stays, because books and what was agreed are never rewritten; an organization that has any is not merged into another one
 * - `stays`: it names the organization that it was about at that time
 *
 * Searches name organizations within their JSON: see `SavedSearches` and `followInJobLists`.
 *
 * A test compares it with the columns of the database, so that a new table is decided about here.
 */
export const ORGANIZATION_REFERENCES: Readonly<Record<string, 'moves' | 'united' | 'ends' | 'books' | 'stays'>> = {
  'account.active_organization': 'moves',
  'answer_template.organization_id': 'united',
  'application.organization_id': 'moves',
  'billing_profile.organization_id': 'ends',
  'customer_order.organization_id': 'books',
  'directory_organization.id': 'ends',
  'invoice.organization_id': 'books',
  'job.organization_id': 'moves',
  'job_description_use.organization_id': 'ends',
  'ledger_account.organization_id': 'books',
  'organization.merged_into': 'moves',
  'organization_account.organization_id': 'ends',
  'organization_details.organization_id': 'ends',
  'organization_draft.organization_id': 'ends',
  'organization_invitation.organization_id': 'united',
  'organization_member.organization_id': 'united',
  'organization_review.organization_id': 'ends',
  'released_file.organization_id': 'stays',
  'resume_contact.organization_id': 'moves',
  'resume_contact_block.organization_id': 'united',
  'subscription.organization_id': 'books',
};
