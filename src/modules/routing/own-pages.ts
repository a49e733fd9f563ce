/** Pages that the product has by itself, by their path; `page` is a logical route of `client/pages`. */
const PAGES: ReadonlyMap<string, string> = new Map([
  ['/user/login', '/user/login'],
  ['/user/register', '/user/register'],
  ['/user/register/applicant', '/user/register'],
  ['/user/register/recruiter', '/user/register'],
  ['/user/check-mail', '/user/check-mail'],
  ['/user/reset-password', '/user/reset-password'],
  ['/user/verify', '/user/verify'],
  ['/user/link-identity', '/user/link-identity'],
  ['/user/logout', '/user/logout'],
  ['/user/error', '/user/error'],
  ['/user/organization', '/user/organization'],
  ['/user/settings', '/user/settings'],
  ['/user/confirm-email', '/user/confirm-email'],
  ['/user/masquerade', '/user/masquerade'],
  ['/dashboard', '/dashboard'],
  ['/admin/users', '/admin/users'],
  ['/admin/user', '/admin/user'],
  ['/admin/audit', '/admin/audit'],
]);
/** Where nobody else has pages. */
const OWN_PATH = /^\/(user|dashboard|admin)(\/|$)/i;

/** @returns undefined when the backend may have a page at that path; `page` is undefined when nobody has */
export function ownPage(path: string): { lowerCase: string; page: string | undefined } | undefined {
  if (!OWN_PATH.test(path)) return undefined;
  const lowerCase = path.toLowerCase();
  return { lowerCase, page: PAGES.get(lowerCase) };
}
