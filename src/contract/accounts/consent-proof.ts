/** Number of years for which proof of consent is retained after an account was deleted: the usual limitation period. */
export const CONSENT_PROOF_YEARS = 3;
