/** What a page says at its top, once, of what was done on the page before. */
export const NOTICES = [
  'contact-sent',
  'job-reported',
  'alert-ended',
  'resume-imported',
  'services-saved',
  'consent-saved',
] as const;
export type Notice = (typeof NOTICES)[number];

/** The cookie that carries it there. */
export const NOTICE_COOKIE = 'causeboard-notice';
