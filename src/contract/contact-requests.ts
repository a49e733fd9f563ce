/** Number of days after which an unanswered contact request expires. */
export const CONTACT_LAPSE_DAYS = 14;
/** Maximum length of a request's message, and of each message in an approved contact. */
export const MAX_CONTACT_MESSAGE_LENGTH = 2000;
/** Maximum number of messages from one side of a contact within 24 hours. */
export const MAX_CONTACT_MESSAGES_A_DAY = 20;
/** Maximum number of ended requests of an organization about a resume within so many days, before it can send another one. */
export const MAX_ENDED_CONTACT_REQUESTS = 3;
export const CONTACT_PAUSE_DAYS = 30;

/** Filters of a list of requests, as used in URLs and in the contract. */
export const CONTACT_FILTERS = ['pending', 'approved'] as const;
