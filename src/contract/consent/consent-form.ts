/** Fields of the form on the page with the visitor's settings: `all`, `none` or `selected`, and the services that are ticked. */
export const CONSENT_CHOICE_FIELD = 'choice';
export const CONSENT_SERVICE_FIELD = 'service';
