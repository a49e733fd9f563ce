import { folded } from './folded.js';

const ORGANIZATION =
  /\b(?:inc|ltd|llc|llp|plc|corp|gmbh|ggmbh|ag|kg|ug|e\.? ?v|ev|sarl|sas|sa|foundation|stiftung|fondation|association|verein|verband|society|charity|trust|university|universitat|universite|hospital|klinik|klinikum|krankenhaus|hopital|centre|center|zentrum|house|haus|maison|school|schule|ecole|council|ministry|ministerium|ministere|agency|agentur|agence|bank|red cross|rotes kreuz|croix-rouge|caritas|diakonie|ngo|network|netzwerk|reseau|group|gruppe|groupe|services|church|kirche|museum|musee|shelter|amt|ville de|stadt|city of|clinic|college)\b/;

/** Whether a text has a word in it that names of employers have. */
export function isOrganization(text: string): boolean {
  return ORGANIZATION.test(folded(text));
}
