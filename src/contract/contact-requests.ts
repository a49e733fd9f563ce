/** So many days after it was sent, a request for contact that nobody has answered lapses. */
export const CONTACT_LAPSE_DAYS = 14;
/** Of the message of a request, and of each message between the sides of an approved contact. */
export const MAX_CONTACT_MESSAGE_LENGTH = 2000;
/** That one side of a contact writes within 24 hours. */
export const MAX_CONTACT_MESSAGES_A_DAY = 20;

/** What a list of requests is narrowed to, as addresses and the contract name it. */
export const CONTACT_FILTERS = ['pending', 'approved'] as const;
