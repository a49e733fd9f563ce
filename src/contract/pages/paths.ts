import type { OrganizationFormStep } from '../organization-form/organization-form.js';
import type { ResumeFormStep, ResumeWizardStep } from '../resume-form/resume-form.js';

/** Paths whose pages, and all pages below, may be prefetched: requesting them has no side effects. */
export const PREFETCHED_PATHS = ['/jobs', '/job', '/organization', '/organizations'] as const;

/**
 * On the search page, an attribute of elements whose links change the page in place: `searches` for links to other searches, `all` if jobs
 * open next to the list too. Prefetching such links as pages would fetch them twice.
 */
export const IN_PLACE = 'data-in-place';

/** A path after the locale prefix, with its leading slash. */
export type Path = `/${string}`;

export const HOME_PATH: Path = '/';
/** Policy pages that every new site has (`seed-content.ts` of the backend). */
export const PRIVACY_PATH: Path = '/privacy-policy';
export const TERMS_PATH: Path = '/terms-of-use';
export const JOBS_PATH: Path = '/jobs';
/** Feed of the newest jobs of a search, with the query parameters of the search page. */
export const JOB_FEED_PATH: Path = '/jobs/feed.atom';
export const ORGANIZATIONS_PATH: Path = '/organizations';
export const RESUMES_PATH: Path = '/resumes';
/** The user's own resume. */
export const OWN_RESUME_PATH: Path = '/resume';
/** Form for the user's whole resume. */
export const RESUME_EDITOR_PATH: Path = '/resume/edit';
/** Wizard for users without a resume; its steps are below this path. */
export const RESUME_WIZARD_PATH: Path = '/resume/wizard';
/** Import of the user's resume from a file. */
export const RESUME_IMPORT_PATH: Path = '/resume/wizard/import';
/** Export of the user's resume as JSON in the format of jsonresume.org. */
export const RESUME_EXPORT_PATH: Path = '/resume/export';
/** Pages of resumes for recruiters; also the target of their forms. */
export const RESUME_PATTERN: Path = '/resume/{id}';
/** Contact requests of organizations to the owner of a resume, for the owner. */
export const OWN_CONTACTS_PATH: Path = '/resume/contacts';
/** Explanation of contact credits, with the balance and the requests of an organization. */
export const CONTACT_CREDITS_PATH: Path = '/contact-credits';
export const APPLY_PATH: Path = '/apply';
/** Received applications, for employers. */
export const APPLICATIONS_PATH: Path = '/applications';
/** Answer templates of an organization, with `?organization=`. */
export const ANSWER_TEMPLATES_PATH: Path = '/applications/templates';
export const APPLICATION_FILE_TEXT_PATH: Path = '/application-file';
/** Applications for a job as a spreadsheet file, with `?job=` and the parameters of their list. */
export const APPLICATION_LIST_FILE_PATH: Path = '/applications/list.csv';
export const OWN_APPLICATION_PATH: Path = '/application';
/** Target for parts of application files; files and archives are downloaded below it. */
export const APPLICATION_FILES_PATH: Path = '/application-files';
/** Below it: files of messages to the operators that were too large for the mail. */
export const MESSAGE_FILES_PATH: Path = '/message-files';
/** Below it: invoices and credit notes as PDF, by id. */
export const INVOICES_PATH: Path = '/invoices';
/** Tracking images that count views of jobs. */
export const JOB_VIEWS_PATH: Path = '/job-views';
export const NEWS_PATH: Path = '/blog';
/** The visitor's settings for third-party services. */
export const SERVICES_CONSENT_PATH: Path = '/consent';
export const CONTACT_PATH: Path = '/contact';
/** Page after logging in. */
export const DASHBOARD_PATH: Path = '/dashboard';
export const JOB_MANAGER_PATH: Path = '/job-manager';
/** With `?job=`: the message to applicants when a job is closed. */
export const JOB_CLOSING_PATH: Path = '/job-manager/close';
/** Job form; with `?job=` for an existing job. */
export const JOB_WIZARD_PATH: Path = '/job/wizard';
/** Below it: the page for reporting a problem with a job, by its number. */
export const JOB_REPORT_PATH: Path = '/job/report';
/** Jobs that wait for review. */
export const JOB_REVIEW_PATH: Path = '/admin/jobs';
/** One job in review, with `?job=` and everything needed for the decision. */
export const REVIEWED_JOB_PATH: Path = '/admin/job';
/** All jobs of the site, which can be searched and taken offline. */
export const SITE_JOBS_PATH: Path = '/admin/all-jobs';
/** Saved reasons for sending jobs back; with `?reason=` one of them is edited. */
export const REVIEW_REASONS_PATH: Path = '/admin/review-reasons';
/** Products of the site. */
export const PRODUCTS_PATH: Path = '/products';
/** An organization's credits with their statement, and its subscriptions. */
export const OWN_PRODUCTS_PATH: Path = '/my-products';
/** The statement of one credit type as a file, with `?organization=` and `&type=`. */
export const STATEMENT_FILE_PATH: Path = '/my-products/statement.csv';
/** Order form for a product, with `?product=` and `&quantity=`. */
export const CHECKOUT_PATH: Path = '/checkout';
export const SETTINGS_PATH: Path = '/user/settings';
/** Settings for mails about work for organizations: a form of the settings page, by its fragment. */
export const RECRUITING_MAILS_PATH: Path = `${SETTINGS_PATH}#recruiting-mails`;
/** Page where a recruiter without an organization enters its name; otherwise the overview of the organization. */
export const OWN_ORGANIZATION_PATH: Path = '/user/organization';
/** Form for an organization's page. */
export const ORGANIZATION_EDITOR_PATH: Path = '/user/organization/edit';
export const ORGANIZATION_MEMBERS_PATH: Path = '/user/organization/members';
/** Page for accepting an invitation to an organization. */
export const INVITATION_PATH: Path = '/user/invitation';
/** All stored data of the user as a file. */
export const EXPORT_PATH: Path = '/user/export';
export const MASQUERADE_PATH: Path = '/user/masquerade';
/** Page where a logged-in user agrees to a new or changed consent text. */
export const CONSENT_TEXTS_PATH: Path = '/user/consent';
export const USERS_PATH: Path = '/admin/users';
/** Recruiters who wait for approval, if the site requires that. */
export const RECRUITERS_PATH: Path = '/admin/recruiters';
/** An account, for administrators. See `userPath`. */
export const USER_PATTERN: Path = '/admin/users/{id}';
/** Organizations of the site, for administrators. */
export const SITE_ORGANIZATIONS_PATH: Path = '/admin/organizations';
/** One organization, with `?organization=`. */
export const SITE_ORGANIZATION_PATH: Path = '/admin/organization';
/** With `?organization=`: merge of this organization into another one (`&into=`). */
export const ORGANIZATION_MERGE_PATH: Path = '/admin/organization/merge';
export const AUDIT_PATH: Path = '/admin/audit';
/** The audit log as a file, with the parameters of its page. */
export const AUDIT_FILE_PATH: Path = '/admin/audit.csv';
/** Page where an administrator states the reason for viewing private data of other people. */
export const ACCESS_PATH: Path = '/admin/access';
/** Orders of the site. */
export const ORDERS_PATH: Path = '/admin/orders';
/** One order, with `?order=`. */
export const MANAGED_ORDER_PATH: Path = '/admin/order';
/** Background tasks. */
export const QUEUE_PATH: Path = '/admin/queue';
/** State of the relays of events. */
export const MEASUREMENT_PATH: Path = '/admin/measurement';
/** Frequent search terms, and terms without results. */
export const SEARCH_COUNTS_PATH: Path = '/admin/searches';
export const SEARCH_COUNTS_FILE_PATH: Path = '/admin/searches.csv';
/** Retention periods, and deleted data. */
export const RETENTION_PATH: Path = '/admin/retention';
/** An order for its buyer, with `?order=`. */
export const ORDER_PATH: Path = '/checkout/order';
/** Endpoint for Stripe's events. */
export const STRIPE_EVENTS_PATH: Path = '/payments/stripe';
/** Products of the site, for administrators. */
export const MANAGED_PRODUCTS_PATH: Path = '/admin/products';
/** One product, with `?product=`; without it, a new one. */
export const MANAGED_PRODUCT_PATH: Path = '/admin/product';
/** Redirects to the target in its parameter `router` (ROUTE-04). */
export const ROUTER_PATH: Path = '/router';
export const CHECK_MAIL_PATH = '/user/check-mail';
export const LOGIN_PATH: Path = '/user/login';
export const LOGOUT_PATH: Path = '/user/logout';
/** Page after the deletion of an account. */
export const FAREWELL_PATH: Path = '/user/farewell';

/** Creates an alert from the search in the parameters. */
export const JOB_ALERT_PATH: Path = '/job-alert';
export const RESUME_ALERT_PATH: Path = '/resume-alert';
/** With the `token` of a mailed link: confirms, changes and ends an alert without logging in. */
export const ALERT_LINK_PATH: Path = '/alert';
/** Ends an alert by a POST request of a mail program (RFC 8058). */
export const ALERT_ONE_CLICK_PATH: Path = '/alert/one-click';
/** Ends a digest in the same way. */
export const DIGEST_ONE_CLICK_PATH: Path = '/digest/one-click';

/** Returns the words of a text in lower case, joined by `-`, without accents; at most 80 characters; never empty. */
export function slugify(text: string): string {
  const words = text
    .normalize('NFKD')
    .replaceAll('ß', 'ss')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const slug = (words ?? []).join('-').slice(0, 80).replace(/-$/, '');
  return slug || 'x';
}

export function jobPath(id: string, title: string): Path {
  return `/job/${id}/${slugify(title)}`;
}

/** Application form of a job. */
export function applyPath(id: string, title: string): Path {
  return `${APPLY_PATH}/${id}/${slugify(title)}`;
}

/** Received applications for a job, for its employer. */
export function jobApplicationsPath(jobId: string): Path {
  return `${APPLICATIONS_PATH}/${jobId}`;
}

/** Received applications for a job as a board, by state. */
export function applicationBoardPath(jobId: string): Path {
  return `${APPLICATIONS_PATH}/${jobId}/board`;
}

/** All applications for a job on one page, for printing. */
export function printedApplicationsPath(jobId: string): Path {
  return `${APPLICATIONS_PATH}/${jobId}/print`;
}

export function jobApplicationPath(jobId: string, id: string): Path {
  return `${APPLICATIONS_PATH}/${jobId}/${id}`;
}

/** Form for an organization's answer templates. @param edited the template to change; omit for a new one */
export function answerTemplatesPath(organizationId: string, edited?: string): Path {
  return `${ANSWER_TEMPLATES_PATH}?organization=${organizationId}${edited === undefined ? '' : `&template=${edited}`}`;
}

/** Text view of a document of an application. */
export function applicationFileTextPath(fileId: string): Path {
  return `${APPLICATION_FILE_TEXT_PATH}/${fileId}`;
}

/** Page for arranging an interview. */
export function interviewPath(jobId: string, id: string): Path {
  return `${APPLICATIONS_PATH}/${jobId}/${id}/interview`;
}

/** A sent application, for the applicant. */
export function ownApplicationPath(id: string): Path {
  return `${OWN_APPLICATION_PATH}/${id}`;
}

export function organizationPath(id: string, name: string): Path {
  return `/organization/${id}/${slugify(name)}`;
}

/** Form for an organization's page. @param step step of the form; omit for the first one */
export function editOrganizationPath(id: string, step?: OrganizationFormStep): Path {
  return `${ORGANIZATION_EDITOR_PATH}?organization=${id}${step ? `&step=${step}` : ''}`;
}

/** An organization's credits of a type. @param type omit for the first type that it has */
export function ownProductsPath(organizationId: string, type?: string): Path {
  return `${OWN_PRODUCTS_PATH}?organization=${organizationId}${type === undefined ? '' : `&type=${type}`}`;
}

export function ownSubscriptionPath(organizationId: string, id: string): Path {
  return `${ownProductsPath(organizationId)}#subscription-${id}`;
}

/** @param id product id, as in the contract */
export function managedProductPath(id: string): Path {
  return `${MANAGED_PRODUCT_PATH}?product=${id}`;
}

/** @param token token of the mailed link */
export function invitationPath(token: string): Path {
  return `${INVITATION_PATH}?token=${token}`;
}

/** @param id resume id, as in the contract */
export function resumePath(id: string): Path {
  return `${OWN_RESUME_PATH}/${id}`;
}

/** @param step step of the form; omit for the first one */
export function editResumePath(step?: ResumeFormStep): Path {
  return step ? `${RESUME_EDITOR_PATH}?step=${step}` : RESUME_EDITOR_PATH;
}

/** Short path of the wizard's first step, which in German is `/lebenslauf/personal-info` (ROUTE-08). */
export const RESUME_PERSONAL_INFO_PATH: Path = '/resume/personal-info';

/** Path of a wizard step, such as `/resume/wizard/personal-info`. */
export function resumeWizardPath(step: ResumeWizardStep): Path {
  return `${RESUME_WIZARD_PATH}/${step.replaceAll('_', '-')}`;
}

/** Page where a logged-in user changes an alert. */
export function alertPath(kind: 'job' | 'resume', id: string): Path {
  return `${kind === 'job' ? JOB_ALERT_PATH : RESUME_ALERT_PATH}/edit/${id}`;
}

/** Page where the holder of a mailed link changes an alert. */
export function alertLinkPath(token: string): Path {
  return `${ALERT_LINK_PATH}?token=${token}`;
}

/** The price list. @param destination page where the user continues after the purchase */
export function productsPath(destination: string): Path {
  return `${PRODUCTS_PATH}?${new URLSearchParams({ destination }).toString()}`;
}

/** @param product code of the product */
export function checkoutPath(product: string, quantity = 1): Path {
  return `${CHECKOUT_PATH}?${new URLSearchParams({ product, quantity: String(quantity) }).toString()}`;
}

export function orderPath(id: string): Path {
  return `${ORDER_PATH}?order=${id}`;
}

/**
 * Page after a payment: it redirects as soon as the order is fulfilled.
 *
 * @param tried number of unsuccessful checks so far
 */
export function orderReturnPath(id: string, tried = 0): Path {
  return `${orderPath(id)}&step=return${tried > 0 ? `&tried=${tried}` : ''}`;
}

export function articlePath(slug: string): Path {
  return `${NEWS_PATH}/${slug}`;
}

/** @param destination page of this site where the administrator continues */
export function accessPath(kind: 'job' | 'resume', id: string, destination: string): Path {
  return `${ACCESS_PATH}?${new URLSearchParams({ kind, record: id, destination }).toString()}`;
}

/** @returns the path of an invoice or credit note as PDF */
export function invoicePath(id: string | number): Path {
  return `${INVOICES_PATH}/${id}.pdf`;
}

/** An account, as administrators see it. */
export function userPath(id: string): Path {
  return `${USERS_PATH}/${id}`;
}
