/**
 * Effects on rows that refer to an organization that is merged into another one:
 *
 * - `moves`: the row refers to the other organization from then on
 * - `united`: likewise, except for rows that the other organization already has
 * - `ends`: the row is deleted, because it describes the organization that is removed
 * - `books`: the row is unchanged, because books and agreements are never rewritten; an organization with such rows cannot be merged
 * - `stays`: the row is unchanged, and names the organization that it concerned at that time
 *
 * Searches name organizations within their JSON: see `SavedSearches` and `followInJobLists`.
 *
 * A test compares the list with the columns of the database, so that every new reference has to be added here.
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
