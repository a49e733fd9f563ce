/** What a page says at its top, once, of what was done on the page before. */
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

/** A notice with what it is about. */
export interface SaidNotice {
  name: Notice;
  /** The number of an order. */
  order?: string;
}

/** @returns what the cookie holds */
export function writeNotice({ name, order }: SaidNotice): string {
  return order === undefined ? name : `${name}.${order}`;
}

/** @param value of the cookie, which a visitor may have changed @returns undefined: it is no notice */
export function readNotice(value: string): SaidNotice | undefined {
  const [, word, order] = /^([a-z-]+)(?:\.(\d{1,15}))?$/.exec(value) ?? [];
  const name = NOTICES.find((known) => known === word);
  return name && (order === undefined ? { name } : { name, order });
}

/** The cookie that carries it there. */
export const NOTICE_COOKIE = 'causeboard-notice';
