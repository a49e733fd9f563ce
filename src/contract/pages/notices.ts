/** Notices that a page shows once at its top, about what was done on the page before. */
export const NOTICES = [
  'contact-sent',
  'job-reported',
  'alert-ended',
  'resume-imported',
  'services-saved',
  'consent-saved',
  'order-paid',
  'order-ready',
] as const;
export type Notice = (typeof NOTICES)[number];

/** A notice with its parameters. */
export interface SaidNotice {
  name: Notice;
  /** Number of the order that the notice is about. */
  order?: string;
}

/** @returns the value of the cookie */
export function writeNotice({ name, order }: SaidNotice): string {
  return order === undefined ? name : `${name}.${order}`;
}

/** @param value value of the cookie, which a visitor may have changed @returns undefined if it is not a valid notice */
export function readNotice(value: string): SaidNotice | undefined {
  const [, word, order] = /^([a-z-]+)(?:\.(\d{1,15}))?$/.exec(value) ?? [];
  const name = NOTICES.find((known) => known === word);
  return name && (order === undefined ? { name } : { name, order });
}

/** The cookie that carries the notice to the next page. */
export const NOTICE_COOKIE = 'causeboard-notice';
