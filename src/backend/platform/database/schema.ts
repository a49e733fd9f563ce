import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { AddressColumns } from './address.js';
import type {
  ResumeFormPictureTable,
  ResumeFormTable,
  ResumePictureTable,
  ResumePrivateTable,
  ResumeTable,
  ResumeContactBlockTable,
  ResumeContactMessageTable,
  ResumeContactTable,
  ResumeContactViewTable,
} from './tables/resume-tables.js';
import type {
  CreditBalanceView,
  LedgerAccountTable,
  LedgerEntryTable,
  LedgerGrantTable,
  LedgerTransferTable,
  JobChargeTable,
  JobPlacementTable,
  SubscriptionTable,
  ProductPriceTable,
  ProductTable,
} from './tables/ledger-tables.js';
import type {
  BillingProfileTable,
  CustomerOrderEventTable,
  CustomerOrderTable,
  PaymentEventTable,
  InvoiceSeriesTable,
  InvoiceTable,
} from './tables/order-tables.js';
import type {
  AccountIdentityTable,
  AccountLinkTable,
  AccountLoginTable,
  RecruiterApprovalTable,
  AccountSessionTable,
  AccountTable,
  AnonymousVisitorTable,
  IdentityAssertionTable,
  RegistrationAttemptTable,
  ConsentInfoTable,
  ConsentProofTable,
  ConsentRevisionTable,
  UserConsentTable,
} from './tables/account-tables.js';
import type { AlertFormerTokenTable, AlertMatchTable, AlertSearchTable, AlertTable } from './tables/alert-tables.js';
import type {
  ApplicationEventTable,
  ApplicationFilePartTable,
  ApplicationFileTable,
  ApplicationTable,
  JobMailRecipientTable,
  RecruitingMailTable,
  StoredQuestion,
  InterviewTable,
} from './tables/application-tables.js';
import type { FilePlacementTable, FileTable, MessageFileTable, StoredObjectTable } from './tables/file-tables.js';
import type {
  JobDescriptionUseTable,
  JobDetails,
  JobDraftTable,
  JobEventTable,
  JobReportTable,
  JobViewsTable,
  JobType,
  ReviewReasonTable,
} from './tables/job-tables.js';
import type {
  OrganizationAccountTable,
  OrganizationDetailsTable,
  OrganizationDraftTable,
  OrganizationReviewTable,
  OrganizationInvitationTable,
} from './tables/organization-tables.js';

/** All tables, as created by the migrations. */
export interface Database {
  alert: AlertTable;
  alert_search: AlertSearchTable;
  alert_match: AlertMatchTable;
  alert_former_token: AlertFormerTokenTable;
  term: TermTable;
  reference_data: ReferenceDataTable;
  organization: OrganizationTable;
  job: JobTable;
  job_draft: JobDraftTable;
  job_event: JobEventTable;
  job_views: JobViewsTable;
  job_description_use: JobDescriptionUseTable;
  job_report: JobReportTable;
  review_reason: ReviewReasonTable;
  organization_details: OrganizationDetailsTable;
  organization_account: OrganizationAccountTable;
  organization_draft: OrganizationDraftTable;
  organization_review: OrganizationReviewTable;
  organization_invitation: OrganizationInvitationTable;
  resume: ResumeTable;
  resume_private: ResumePrivateTable;
  resume_picture: ResumePictureTable;
  resume_form: ResumeFormTable;
  resume_form_picture: ResumeFormPictureTable;
  application: ApplicationTable;
  application_event: ApplicationEventTable;
  application_file: ApplicationFileTable;
  application_file_part: ApplicationFilePartTable;
  job_mail_recipient: JobMailRecipientTable;
  recruiting_mail: RecruitingMailTable;
  file: FileTable;
  menu: MenuTable;
  app_config: AppConfigTable;
  landing_page: LandingPageTable;
  article: ArticleTable;
  message_file: MessageFileTable;
  stored_object: StoredObjectTable;
  file_placement: FilePlacementTable;
  account: AccountTable;
  account_session: AccountSessionTable;
  account_link: AccountLinkTable;
  account_login: AccountLoginTable;
  recruiter_approval: RecruiterApprovalTable;
  resume_contact: ResumeContactTable;
  resume_contact_view: ResumeContactViewTable;
  resume_contact_message: ResumeContactMessageTable;
  resume_contact_block: ResumeContactBlockTable;
  consent_info: ConsentInfoTable;
  consent_revision: ConsentRevisionTable;
  user_consent: UserConsentTable;
  consent_proof: ConsentProofTable;
  registration_attempt: RegistrationAttemptTable;
  account_identity: AccountIdentityTable;
  identity_assertion: IdentityAssertionTable;
  anonymous_visitor: AnonymousVisitorTable;
  organization_member: OrganizationMemberTable;
  credit_balance: CreditBalanceView;
  ledger_account: LedgerAccountTable;
  ledger_transfer: LedgerTransferTable;
  ledger_grant: LedgerGrantTable;
  ledger_entry: LedgerEntryTable;
  product: ProductTable;
  product_price: ProductPriceTable;
  billing_profile: BillingProfileTable;
  customer_order: CustomerOrderTable;
  customer_order_event: CustomerOrderEventTable;
  payment_event: PaymentEventTable;
  invoice: InvoiceTable;
  invoice_series: InvoiceSeriesTable;
  subscription: SubscriptionTable;
  job_charge: JobChargeTable;
  job_placement: JobPlacementTable;
  audit_event: AuditEventTable;
  mail: MailTable;
  mail_attachment: MailAttachmentTable;
  interview: InterviewTable;
  captcha_solution: CaptchaSolutionTable;
}

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type WrittenByDefault = ColumnType<Date, Date | string | undefined, Date | string>;

export interface TermTable {
  tid: number;
  vid: string;
  slug: string;
  label: JSONColumnType<Record<string, string>>;
  weight: number;
}

export type { AddressColumns };

export interface OrganizationTable extends AddressColumns {
  id: Generated<number>;
  site: string;
  slug: string;
  name: string;
  alternative_name: string | null;
  language: string;
  mission: string | null;
  presentation: string | null;
  industry_tid: number | null;
  size_tid: number | null;
  benefit_tids: number[];
  occupation_tids: Generated<number[]>;
  field_of_study_tids: Generated<number[]>;
  website: string | null;
  founded_year: number | null;
  logo_file: string | null;
  featured: boolean;
  training: ColumnType<boolean, boolean | undefined, boolean>;
  state: Generated<'pending' | 'public' | 'closed' | 'unnamed'>;
  suspended_from: ColumnType<'pending' | 'public' | null, 'pending' | 'public' | null | undefined>;
  suspended_by_site: Generated<boolean>;
  verified_at: ColumnType<Date | null, Date | null | undefined>;
  trusted_at: ColumnType<Date | null, Date | null | undefined>;
  merged_into: ColumnType<number | null, number | null | undefined>;
  form_version: Generated<number>;
  source: string;
  source_key: string;
  created_at: WrittenByDefault;
  updated_at: WrittenByDefault;
}

export type JobState = 'draft' | 'needs_review' | 'scheduled' | 'published' | 'archived';
export type SalaryUnit = 'HOUR' | 'DAY' | 'WEEK' | 'MONTH' | 'YEAR';
export type ApplicationWorkflow = 'form' | 'email' | 'link';

export interface JobTable extends AddressColumns {
  id: Generated<number>;
  site: string;
  organization_id: number;
  title: string;
  language: string;
  description: string;
  state: JobState;
  employment_type_tids: number[];
  industry_tids: number[];
  occupation_tids: number[];
  experience_tid: number | null;
  remote_tid: number | null;
  degree_tid: number | null;
  skills: string[];
  skill_tids: Generated<number[]>;
  logo_file: ColumnType<string | null, string | null | undefined, string | null>;
  benefit_tids: number[];
  eligible_countries: string[];
  salary_min: number | null;
  salary_max: number | null;
  salary_currency: string | null;
  salary_unit: SalaryUnit | null;
  published_at: Timestamp;
  expires_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  /** IANA time zone in which the dates of the entry were entered. */
  time_zone: Generated<string>;
  application_workflow: ApplicationWorkflow;
  application_email: string | null;
  application_link: string | null;
  application_emails: Generated<string[]>;
  application_require_cv: Generated<boolean>;
  application_require_cover_letter: Generated<boolean>;
  application_require_qualifying_questions: Generated<boolean>;
  application_qualifying_questions: ColumnType<StoredQuestion[], string | undefined, string>;
  reference: string | null;
  featured: boolean;
  top: ColumnType<boolean, boolean | undefined, boolean>;
  video_url: ColumnType<string | null, string | null | undefined, string | null>;
  type: Generated<JobType>;
  details: ColumnType<JobDetails, string | undefined, string>;
  form_version: Generated<number>;
  /** Time since when a change of the job has been waiting for review (`job_draft`); null if no change is waiting. */
  change_submitted_at: ColumnType<Date | null, undefined, Date | null>;
  source: string;
  source_key: string;
  /** Hash of what its source has provided, sometimes with dates: see `hashWithDates`; empty for a job that its feed has closed. */
  content_hash: string;
  created_at: WrittenByDefault;
  updated_at: WrittenByDefault;
}

export interface StoredMenuItem {
  /** Titles by language; `en` is the fallback. */
  title: Record<string, string>;
  path: string;
  class?: string;
  target?: string;
  children?: StoredMenuItem[];
}

export interface MenuTable {
  site: string;
  name: string;
  items: JSONColumnType<StoredMenuItem[]>;
}

export interface AppConfigTable {
  site: string;
  name: string;
  key: string;
  value: string;
}

export interface LandingPageTable {
  id: Generated<number>;
  site: string;
  language: string;
  slug: string;
  title: string;
  body: string;
  metatags: JSONColumnType<{ meta: string; value: string }[]>;
  /** Parsed by `content/page-blocks.ts`. */
  blocks: ColumnType<unknown, string | undefined, string>;
}

export interface ArticleTable {
  id: Generated<number>;
  site: string;
  language: string;
  slug: string;
  /** Shared by an article and its translations. */
  translation_key: string;
  title: string;
  /** Plain text. */
  teaser: string;
  /** HTML, sanitised when it is read. */
  body: string;
  author: string | null;
  tags: string[];
  picture_file: string | null;
  picture_alt: string;
  published_at: Timestamp;
  updated_at: Timestamp;
  words: ColumnType<number, never, never>;
}

export interface OrganizationMemberTable {
  organization_id: number;
  account_id: string;
  role: 'owner' | 'editor';
}

export interface AuditEventTable {
  id: Generated<number>;
  at: Date;
  actor_id: string | null;
  subject_id: string | null;
  site: string | null;
  action: string;
  details: ColumnType<Record<string, unknown>, string, string>;
}

export interface CaptchaSolutionTable {
  digest: Buffer;
  expires_at: Date;
}

export interface MailTable {
  id: Generated<number>;
  site: string;
  language: string;
  template: string;
  recipient: string;
  details: ColumnType<Record<string, string>, string, string>;
  created_at: Date;
  due_at: Date;
  taken_at: Date | null;
  attempts: Generated<number>;
  message_key: Generated<string>;
  sent_at: Date | null;
  given_up_at: Date | null;
  failure: string | null;
}

export interface MailAttachmentTable {
  mail_id: number;
  position: number;
  name: string;
  content_type: string;
  bytes: Buffer;
}

/** Stored version of each set of the program's own reference data. */
export interface ReferenceDataTable {
  name: string;
  version: number;
}
