import type { OrganizationFormStep } from '../organization-form/organization-form.js';
import type { ResumeFormStep, ResumeWizardStep } from '../resume-form/resume-form.js';

/** @param path what follows the locale prefix, with its leading slash. */
export type Path = `/${string}`;

export const HOME_PATH: Path = '/';
/** Pages that every site begins with (`seeded-policy-pages.ts` of the backend). */
export const PRIVACY_PATH: Path = '/privacy-policy';
export const TERMS_PATH: Path = '/terms-of-use';
export const JOBS_PATH: Path = '/jobs';
/** The newest jobs of a search, with the parameters of its page, for programs. */
export const JOB_FEED_PATH: Path = '/jobs/feed.atom';
export const ORGANIZATIONS_PATH: Path = '/organizations';
export const RESUMES_PATH: Path = '/resumes';
/** One's own. */
export const OWN_RESUME_PATH: Path = '/resume';
/** Where all of one's own resume is written. */
export const RESUME_EDITOR_PATH: Path = '/resume/edit';
/** Where somebody begins who has none; its steps lie below. */
export const RESUME_WIZARD_PATH: Path = '/resume/wizard';
/** Where one's own resume is read from a file. */
export const RESUME_IMPORT_PATH: Path = '/resume/wizard/import';
/** One's own resume as JSON of jsonresume.org. */
export const RESUME_EXPORT_PATH: Path = '/resume/export';
/** Resumes as recruiters see them: where their forms are sent. */
export const RESUME_PATTERN: Path = '/resume/{id}';
/** Requests of organizations for contact with the owner of a resume, for the owner. */
export const OWN_CONTACTS_PATH: Path = '/resume/contacts';
/** What a contact is, what an organization has of them, and its requests. */
export const CONTACT_CREDITS_PATH: Path = '/contact-credits';
export const APPLY_PATH: Path = '/apply';
/** Of an employer. */
export const APPLICATIONS_PATH: Path = '/applications';
/** An organization's own templates for answers, with `?organization=`. */
export const ANSWER_TEMPLATES_PATH: Path = '/applications/templates';
export const APPLICATION_FILE_TEXT_PATH: Path = '/application-file';
/** Applications for a job as a file, with `?job=` and the parameters of their list. */
export const APPLICATION_LIST_FILE_PATH: Path = '/applications/list.csv';
export const OWN_APPLICATION_PATH: Path = '/application';
/** Files of applications: parts are sent there, and whole files and archives fetched below it. */
export const APPLICATION_FILES_PATH: Path = '/application-files';
/** Below it, files of messages to the operators that were too large for the mail. */
export const MESSAGE_FILES_PATH: Path = '/message-files';
/** Below it, invoices and credit notes as PDF, by their ids. */
export const INVOICES_PATH: Path = '/invoices';
/** Pictures that are fetched where jobs are seen. */
export const JOB_VIEWS_PATH: Path = '/job-views';
export const NEWS_PATH: Path = '/blog';
/** What a visitor allows services of others to do, and where it is changed. */
export const SERVICES_CONSENT_PATH: Path = '/consent';
export const CONTACT_PATH: Path = '/contact';
/** Where people arrive who have logged in. */
export const DASHBOARD_PATH: Path = '/dashboard';
export const JOB_MANAGER_PATH: Path = '/job-manager';
/** With `?job=`: what applicants hear when it is over. */
export const JOB_CLOSING_PATH: Path = '/job-manager/close';
/** Where a job is written: with `?job=` one that is there. */
export const JOB_WIZARD_PATH: Path = '/job/wizard';
/** Where somebody tells what is wrong with a job, below it by its number. */
export const JOB_REPORT_PATH: Path = '/job/report';
/** Jobs that wait for somebody of the site to look at them. */
export const JOB_REVIEW_PATH: Path = '/admin/jobs';
/** One of them, with `?job=`: everything that is needed to decide about it. */
export const REVIEWED_JOB_PATH: Path = '/admin/job';
/** Every job of the site, to be found and unpublished. */
export const SITE_JOBS_PATH: Path = '/admin/all-jobs';
/** Saved reasons for sending jobs back; with `?reason=` one of them is changed. */
export const REVIEW_REASONS_PATH: Path = '/admin/review-reasons';
/** What the site sells. */
export const PRODUCTS_PATH: Path = '/products';
/** What an organization has of it: credits with their statement, and subscriptions. */
export const OWN_PRODUCTS_PATH: Path = '/my-products';
/** The statement of one type of credits as a file, with `?organization=` and `&type=`. */
export const STATEMENT_FILE_PATH: Path = '/my-products/statement.csv';
/** Where a product is bought, with `?product=` and `&quantity=`. */
export const CHECKOUT_PATH: Path = '/checkout';
export const SETTINGS_PATH: Path = '/user/settings';
/** Which mails somebody gets for what they do for organizations: a form of the settings, by its name. */
export const RECRUITING_MAILS_PATH: Path = `${SETTINGS_PATH}#recruiting-mails`;
/** Where a recruiter names their organization who has none; else what there is to do with it. */
export const OWN_ORGANIZATION_PATH: Path = '/user/organization';
/** Where an organization's page is written. */
export const ORGANIZATION_EDITOR_PATH: Path = '/user/organization/edit';
export const ORGANIZATION_MEMBERS_PATH: Path = '/user/organization/members';
/** Where somebody accepts an invitation to work for an organization. */
export const INVITATION_PATH: Path = '/user/invitation';
/** All that is stored about somebody, as a file. */
export const EXPORT_PATH: Path = '/user/export';
export const MASQUERADE_PATH: Path = '/user/masquerade';
/** Where somebody who is logged in agrees to a text that is new to them. */
export const CONSENT_PATH: Path = '/user/consent';
export const USERS_PATH: Path = '/admin/users';
/** Recruiters who wait for approval, where the site wants that. */
export const RECRUITERS_PATH: Path = '/admin/recruiters';
/** An account, for administrators. See `userPath`. */
export const USER_PATTERN: Path = '/admin/users/{id}';
/** Organizations of the site, for administrators. */
export const SITE_ORGANIZATIONS_PATH: Path = '/admin/organizations';
/** One of them, with `?organization=`. */
export const SITE_ORGANIZATION_PATH: Path = '/admin/organization';
/** With `?organization=`: where it is merged into another one, with `&into=`. */
export const ORGANIZATION_MERGE_PATH: Path = '/admin/organization/merge';
export const AUDIT_PATH: Path = '/admin/audit';
/** The same as a file, with the parameters of the page. */
export const AUDIT_FILE_PATH: Path = '/admin/audit.csv';
/** Where an administrator says why they want to see private data of others. */
export const ACCESS_PATH: Path = '/admin/access';
/** Orders of the site. */
export const ORDERS_PATH: Path = '/admin/orders';
/** Of one of them, with `?order=`. */
export const MANAGED_ORDER_PATH: Path = '/admin/order';
/** What is done later. */
export const QUEUE_PATH: Path = '/admin/queue';
/** How events are relayed. */
export const MEASUREMENT_PATH: Path = '/admin/measurement';
/** What people search for, and do not find. */
export const SEARCH_COUNTS_PATH: Path = '/admin/searches';
export const SEARCH_COUNTS_FILE_PATH: Path = '/admin/searches.csv';
/** How long data is kept, and what was deleted. */
export const RETENTION_PATH: Path = '/admin/retention';
/** What was ordered, with `?order=`. */
export const ORDER_PATH: Path = '/checkout/order';
/** Where Stripe sends its events. */
export const STRIPE_EVENTS_PATH: Path = '/payments/stripe';
/** What the site sells, for those who change it. */
export const MANAGED_PRODUCTS_PATH: Path = '/admin/products';
/** One of it, with `?product=`; without, a new one. */
export const MANAGED_PRODUCT_PATH: Path = '/admin/product';
/** Leads to what its parameter `router` names (ROUTE-04). */
export const ROUTER_PATH: Path = '/router';
export const CHECK_MAIL_PATH = '/user/check-mail';
export const LOGIN_PATH: Path = '/user/login';
export const LOGOUT_PATH: Path = '/user/logout';
/** Where somebody arrives whose account was deleted. */
export const FAREWELL_PATH: Path = '/user/farewell';

/** An alert is made here from the search in its parameters. */
export const JOB_ALERT_PATH: Path = '/job-alert';
export const RESUME_ALERT_PATH: Path = '/resume-alert';
/** With the `token` of a mail's link: an alert is confirmed, changed and ended here without logging in. */
export const ALERT_LINK_PATH: Path = '/alert';
/** Ends an alert by a POST of a mail program (RFC 8058). */
export const ALERT_ONE_CLICK_PATH: Path = '/alert/one-click';
/** Ends a digest in the same way. */
export const DIGEST_ONE_CLICK_PATH: Path = '/digest/one-click';

/** Lower-case words of a text joined by `-`, without accents; at most 80 characters; never empty. */
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

/** Where one applies for a job by form. */
export function applyPath(id: string, title: string): Path {
  return `${APPLY_PATH}/${id}/${slugify(title)}`;
}

/** What was sent for a job, for its employer. */
export function jobApplicationsPath(jobId: string): Path {
  return `${APPLICATIONS_PATH}/${jobId}`;
}

/** The same by state, as a board. */
export function applicationBoardPath(jobId: string): Path {
  return `${APPLICATIONS_PATH}/${jobId}/board`;
}

/** All of it on one page, to be printed. */
export function printedApplicationsPath(jobId: string): Path {
  return `${APPLICATIONS_PATH}/${jobId}/print`;
}

export function jobApplicationPath(jobId: string, id: string): Path {
  return `${APPLICATIONS_PATH}/${jobId}/${id}`;
}

/** Where an organization's templates for answers are written. @param edited the one that is changed; none: a new one */
export function answerTemplatesPath(organizationId: string, edited?: string): Path {
  return `${ANSWER_TEMPLATES_PATH}?organization=${organizationId}${edited === undefined ? '' : `&template=${edited}`}`;
}

/** Where a text document of an application is read. */
export function applicationFileTextPath(fileId: string): Path {
  return `${APPLICATION_FILE_TEXT_PATH}/${fileId}`;
}

/** Where an interview is arranged. */
export function interviewPath(jobId: string, id: string): Path {
  return `${APPLICATIONS_PATH}/${jobId}/${id}/interview`;
}

/** What somebody has sent, for themselves. */
export function ownApplicationPath(id: string): Path {
  return `${OWN_APPLICATION_PATH}/${id}`;
}

export function organizationPath(id: string, name: string): Path {
  return `/organization/${id}/${slugify(name)}`;
}

/** Where its page is written. @param step of its form; none: the first one */
export function editOrganizationPath(id: string, step?: OrganizationFormStep): Path {
  return `${ORGANIZATION_EDITOR_PATH}?organization=${id}${step ? `&step=${step}` : ''}`;
}

/** Where an organization's credits of a type are listed. @param type none: the first that it has */
export function ownProductsPath(organizationId: string, type?: string): Path {
  return `${OWN_PRODUCTS_PATH}?organization=${organizationId}${type === undefined ? '' : `&type=${type}`}`;
}

export function ownSubscriptionPath(organizationId: string, id: string): Path {
  return `${ownProductsPath(organizationId)}#subscription-${id}`;
}

/** @param id of a product, as the contract gives it */
export function managedProductPath(id: string): Path {
  return `${MANAGED_PRODUCT_PATH}?product=${id}`;
}

/** @param token of the link that was mailed */
export function invitationPath(token: string): Path {
  return `${INVITATION_PATH}?token=${token}`;
}

/** @param id as the contract gives it */
export function resumePath(id: string): Path {
  return `${OWN_RESUME_PATH}/${id}`;
}

/** @param step of the form; none: the first one */
export function editResumePath(step?: ResumeFormStep): Path {
  return step ? `${RESUME_EDITOR_PATH}?step=${step}` : RESUME_EDITOR_PATH;
}

/** The first step of the wizard by its short name, which in German is `/lebenslauf/personal-info` (ROUTE-08). */
export const RESUME_PERSONAL_INFO_PATH: Path = '/resume/personal-info';

/** `/resume/wizard/personal-info` */
export function resumeWizardPath(step: ResumeWizardStep): Path {
  return `${RESUME_WIZARD_PATH}/${step.replaceAll('_', '-')}`;
}

/** Where somebody who is logged in changes an alert. */
export function alertPath(kind: 'job' | 'resume', id: string): Path {
  return `${kind === 'job' ? JOB_ALERT_PATH : RESUME_ALERT_PATH}/edit/${id}`;
}

/** Where whoever has a mail of it changes an alert. */
export function alertLinkPath(token: string): Path {
  return `${ALERT_LINK_PATH}?token=${token}`;
}

/** The price list. @param destination the address of the page where somebody goes on who has bought something */
export function productsPath(destination: string): Path {
  return `${PRODUCTS_PATH}?${new URLSearchParams({ destination }).toString()}`;
}

/** @param product its code */
export function checkoutPath(product: string, quantity = 1): Path {
  return `${CHECKOUT_PATH}?${new URLSearchParams({ product, quantity: String(quantity) }).toString()}`;
}

export function orderPath(id: string): Path {
  return `${ORDER_PATH}?order=${id}`;
}

/**
 * Where somebody comes who has paid: it leads on as soon as what was bought is there.
 *
 * @param tried how often it was asked for in vain
 */
export function orderReturnPath(id: string, tried = 0): Path {
  return `${orderPath(id)}&step=return${tried > 0 ? `&tried=${tried}` : ''}`;
}

export function articlePath(slug: string): Path {
  return `${NEWS_PATH}/${slug}`;
}

/** @param destination where the administrator goes on, on this site */
export function accessPath(kind: 'job' | 'resume', id: string, destination: string): Path {
  return `${ACCESS_PATH}?${new URLSearchParams({ kind, record: id, destination }).toString()}`;
}

/** @returns the address of an invoice or credit note as PDF */
export function invoicePath(id: string | number): Path {
  return `${INVOICES_PATH}/${id}.pdf`;
}

/** An account as administrators see it. */
export function userPath(id: string): Path {
  return `${USERS_PATH}/${id}`;
}
