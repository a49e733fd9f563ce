/** How long proof of somebody's consents is retained after their account was deleted: the usual limitation period. */
export const CONSENT_PROOF_YEARS = 3;
