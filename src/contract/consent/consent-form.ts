/** Fields of the form with the visitor's settings: `all`, `none` or `selected`, and the ticked services. */
export const CONSENT_CHOICE_FIELD = 'choice';
export const CONSENT_SERVICE_FIELD = 'service';
