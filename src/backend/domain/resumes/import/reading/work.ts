import { entriesOf, type Entry, periodValues, textOf } from './entries.js';
import { folded } from './folded.js';
import { isOrganization } from './organization-words.js';
import { item, type Line, type ProposedItem, type ProposedValue, value } from './proposed.js';
import { titleParts } from './title-parts.js';

const POSITION =
  /(?:manager|worker|coordinator|officer|assistant|director|leiter|leiterin|leitung|mitarbeiter|mitarbeiterin|referent|referentin|helfer|helferin|berater|beraterin|padagog|arbeiter|arbeiterin|pfleger|pflegerin|fachkraft|praktikant|praktikum|intern\b|lehrer|lehrerin|teacher|nurse|engineer|developer|consultant|analyst|specialist|advisor|counsellor|counselor|charge|chargee|responsable|assistante?|directeur|directrice|coordinateur|coordinatrice|conseiller|conseillere|animateur|animatrice|educateur|educatrice|infirmier|infirmiere|stagiaire|secretaire|volunteer|ehrenamtlich|benevole|trainer|caseworker|lead|head of|kaufmann|kauffrau|koch|kochin|cook|gestionnaire|travailleu|aide-|technicien|entwickler|erzieher|buchhalter|accountant|writer|editor|editrice|redakteur)/;

/** @param isVolunteer these are not paid */
export function readWork(lines: readonly Line[], isVolunteer = false): ProposedItem[] {
  return entriesOf(lines).flatMap((entry) => {
    const values = titlesOf(entry);
    // What nobody can name is no job.
    if (values.length === 0) return [];
    const type = isVolunteer ? value('employmentType', 'volunteer', entry.dated) : [];
    return item('workExperience', [...values, ...type, ...periodValues(entry), ...textOf('summary', entry.text)]);
  });
}

function titlesOf({ titles }: Entry): ProposedValue[] {
  const { parts, location } = titleParts(titles);
  const isSwapped = parts.length > 1 && rank(parts[1]!.text) > rank(parts[0]!.text);
  const [title, company] = isSwapped ? [parts[1], parts[0]] : parts;
  return [
    ...(title ? value('jobTitle', title.text, title) : []),
    ...(company ? value('companyName', company.text, company) : []),
    ...(location && title ? value('location', location.text, location) : []),
  ];
}

/** How much something sounds like what a person does. */
function rank(text: string): number {
  const plain = folded(text);
  return Number(POSITION.test(plain)) - Number(isOrganization(text));
}
