import type { Line } from './proposals.js';

const BULLET =
  /^\s*(?:[•·‣▪▫■□●○◦⁃∙➢➤►▶→»❯✓✔❖\uf0b7\uf0a7\uf076\uf0d8\u2043*]|[-–—](?=\s|\p{Lu})|\+(?=\s)|o(?=\s{2,}))\s*/u;

export type SectionKind =
  'head' | 'personal' | 'about' | 'work' | 'volunteer' | 'education' | 'languages' | 'skills' | 'other';
export type TextLanguage = 'en' | 'de' | 'fr';

export interface Section {
  kind: SectionKind;
  lines: Line[];
}

type Headings = Readonly<Record<Exclude<SectionKind, 'head'>, string>>;

/** Headings in folded form; `and` stands for every word that joins two. */
const HEADINGS: Readonly<Record<TextLanguage, Headings>> = {
  en: {
    personal:
      'personal details|personal data|personal information|personal info|contact|contact details|contact information|contact info|details',
    about:
      'profile|summary|about|about me|personal statement|personal profile|professional profile|professional summary|executive summary|career summary|career profile|objective|career objective|introduction',
    work: 'experience|work experience|professional experience|relevant experience|employment|employment history|work history|career history|career|professional background|paid experience|positions held|experience and achievements|experiences|work experiences|professional experiences|internships|internship experience|previous experience|practical experience|employment experience',
    volunteer:
      'volunteering|volunteer experience|volunteer work|voluntary work|voluntary experience|volunteer and community experience|volunteer|volunteer activities|volunteer service|volunteering experience|community involvement|community service',
    education:
      'education|education and training|education and qualifications|academic background|academic qualifications|academic history|qualifications|studies|training|training and education|educational background|academic education',
    languages: 'languages|language skills|language|spoken languages',
    skills:
      'skills|key skills|core skills|core competencies|competencies|competences|technical skills|professional skills|it skills|computer skills|digital skills|soft skills|areas of expertise|expertise|skills and competences|skills and abilities|skills and tools|strengths|other skills',
    other:
      'interests|hobbies|hobbies and interests|interests and hobbies|references|referees|publications|awards|honours|honors|certificates|certifications|certifications and licences|licences|projects|memberships|professional memberships|courses|additional information|further information|achievements|driving licence',
  },
  de: {
    personal:
      'personliche daten|personliche angaben|angaben zur person|zur person|personliches|kontakt|kontaktdaten|daten zur person',
    about:
      'profil|kurzprofil|uber mich|zusammenfassung|berufsziel|berufliches profil|personliches profil|zielsetzung|qualifikationsprofil',
    work: 'berufserfahrung|berufserfahrungen|berufliche erfahrung|berufliche erfahrungen|beruflicher werdegang|berufspraxis|berufliche praxis|berufliche tatigkeiten|berufstatigkeit|praktische erfahrung|praktische erfahrungen|werdegang|praktika|praktika and nebentatigkeiten|anstellungen|arbeitserfahrung|berufliche stationen|nebentatigkeiten|berufsweg|berufliche laufbahn|beruflicher hintergrund|praktische tatigkeiten',
    volunteer:
      'ehrenamt|ehrenamtliches engagement|ehrenamtliche tatigkeiten|ehrenamtliche tatigkeit|engagement|freiwilligenarbeit|soziales engagement|gesellschaftliches engagement|freiwilliges engagement|ehrenamter|freiwilligentatigkeit|freiwilligentatigkeiten',
    education:
      'ausbildung|bildung|bildungsweg|studium|schulbildung|schulische ausbildung|berufsausbildung|berufliche bildung|akademische ausbildung|akademischer werdegang|hochschulbildung|hochschulausbildung|aus- and weiterbildung|aus and weiterbildung|ausbildung and studium|studium and ausbildung|schule and studium|weiterbildung|weiterbildungen|fortbildungen|schulischer werdegang|bildungsgang|fortbildung|fort- and weiterbildung|fort- and weiterbildungen|aus-, fort- and weiterbildung|berufliche weiterbildung|akademische bildung|hochschulstudium',
    languages: 'sprachen|sprachkenntnisse|fremdsprachen|fremdsprachenkenntnisse',
    skills:
      'kenntnisse|fahigkeiten|kompetenzen|kernkompetenzen|fachkenntnisse|edv-kenntnisse|edv kenntnisse|it-kenntnisse|it kenntnisse|edv|kenntnisse and fahigkeiten|fahigkeiten and kenntnisse|besondere kenntnisse|weitere kenntnisse|qualifikationen|starken|fachliche kompetenzen|soziale kompetenzen|sonstige kenntnisse|weitere qualifikationen|computerkenntnisse',
    other:
      'interessen|hobbys|hobbies|hobbys and interessen|interessen and hobbys|freizeit|referenzen|publikationen|veroffentlichungen|auszeichnungen|zertifikate|projekte|mitgliedschaften|fuhrerschein|sonstiges|zusatzliche angaben|personliche interessen',
  },
  fr: {
    personal:
      'informations personnelles|donnees personnelles|coordonnees|etat civil|contact|contacts|mes coordonnees|renseignements personnels',
    about:
      'profil|a propos|a propos de moi|resume|accroche|objectif|objectif professionnel|presentation|profil professionnel|qui suis-je',
    work: "experience|experiences|experience professionnelle|experiences professionnelles|parcours professionnel|experiences de travail|experience de travail|emplois|carriere|historique d'emploi|parcours|stages|experiences pertinentes|experience pertinente|experiences de stage|emplois d'ete",
    volunteer:
      'benevolat|engagement benevole|engagements benevoles|experience benevole|experiences benevoles|vie associative|engagement associatif|engagements associatifs|engagement|engagements|activites benevoles|implication sociale|implication communautaire',
    education:
      'formation|formations|etudes|education|diplomes|parcours scolaire|parcours academique|parcours universitaire|formation academique|formation and diplomes|diplomes and formations|diplomes and formation|cursus|scolarite|formation initiale|formation continue|formations and diplomes|parcours de formation|formations complementaires|formation complementaire|formation professionnelle',
    languages: 'langues|langue|langues parlees|competences linguistiques|connaissances linguistiques',
    skills:
      'competences|competences cles|savoir-faire|savoir-etre|informatique|competences techniques|competences professionnelles|competences informatiques|connaissances|atouts|aptitudes|outils informatiques|domaines de competence|qualites|competences and outils',
    other:
      "centres d'interet|centre d'interet|loisirs|interets|references|publications|distinctions|certificats|certifications|projets|divers|permis|informations complementaires|prix|activites|hobbies",
  },
};

/** Words before the name of a section, in folded form. */
const ATTRIBUTE =
  /^(?:relevant|selected|other|additional|further|related|relevante|ausgewahlte|weitere|sonstige|einschlagige|autres?|principales|principaux) /;

interface Known {
  kind: Exclude<SectionKind, 'head'>;
  languages: TextLanguage[];
}

const KNOWN = new Map<string, Known>();
for (const [language, headings] of Object.entries(HEADINGS) as [TextLanguage, Headings][])
  for (const [kind, names] of Object.entries(headings) as [Exclude<SectionKind, 'head'>, string][])
    for (const name of names.split('|')) {
      const known = KNOWN.get(name);
      if (!known) KNOWN.set(name, { kind, languages: [language] });
      else if (known.kind === kind) known.languages.push(language);
    }

const MAX_HEADING_LENGTH = 60;

interface Heading {
  kind: Exclude<SectionKind, 'head'>;
  languages: readonly TextLanguage[];
  /** Text after the colon. */
  rest: string;
}

/** @returns undefined if the line is not a section heading */
export function headingOf(text: string): Heading | undefined {
  if (text.length === 0) return undefined;
  const short = text.length <= MAX_HEADING_LENGTH ? (knownAs(text) ?? combined(text)) : undefined;
  if (short) return { ...short, rest: '' };
  const colon = text.slice(0, MAX_HEADING_LENGTH).indexOf(':');
  const named = colon > 0 ? knownAs(text.slice(0, colon)) : undefined;
  // Other words before a colon are labels: "Contact: ...", "Studium: ...".
  if (!named || (named.kind !== 'languages' && named.kind !== 'skills')) return undefined;
  return { ...named, rest: text.slice(colon + 1).trim() };
}

function knownAs(text: string): Known | undefined {
  const plain = plainHeading(text);
  return KNOWN.get(plain) ?? (/^(?:\p{L}\s)+\p{L}$/u.test(plain) ? KNOWN.get(plain.replace(/\s/g, '')) : undefined);
}

/** @returns the text in folded form, without numbers and marks around it */
function plainHeading(text: string): string {
  return folded(text)
    .replace(/^(?:\d{1,2}|[ivx]{1,4})[.)]\s*/, '')
    .replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
    .replace(/\s(?:&|\+|\/|und|et|u\.)\s|\s?[&/+]\s?/g, ' and ');
}

/**
 * Finds names that are extended or joined: "Relevant work experience", "Skills and interests". Each part must be known, because activities
 * also begin with such words: "Training and coaching of volunteers".
 */
function combined(text: string): Known | undefined {
  if (isBullet(text)) return undefined;
  const parts = plainHeading(text)
    .split(' and ')
    .map((part) => KNOWN.get(part) ?? KNOWN.get(part.replace(ATTRIBUTE, '')));
  if (!parts.every((part) => part !== undefined)) return undefined;
  return parts.find(({ kind }) => kind !== 'other') ?? parts[0];
}

/** Splits a resume at its headings; lines before the first one form the head. A section may occur more than once. */
export function sectionsOf(lines: readonly Line[]): { sections: Section[]; language: TextLanguage | undefined } {
  const sections: Section[] = [{ kind: 'head', lines: [] }];
  const votes: Record<TextLanguage, number> = { en: 0, de: 0, fr: 0 };
  for (const line of lines) {
    const heading = isTitle(line, sections) || isPosition(line, sections) ? undefined : headingOf(line.text);
    if (!heading) {
      sections.at(-1)!.lines.push(line);
      continue;
    }
    for (const language of heading.languages) votes[language] += 1 / heading.languages.length;
    sections.push({
      kind: heading.kind,
      lines: heading.rest === '' ? [] : [{ ...line, text: heading.rest }],
    });
  }
  const [best] = (Object.entries(votes) as [TextLanguage, number][]).sort(([, one], [, other]) => other - one);
  return { sections, language: best && best[1] > 0 ? best[0] : undefined };
}

/** In French, the title of the document is also the name of a section. */
function isTitle({ text }: Line, sections: readonly Section[]): boolean {
  return sections.length === 1 && sections[0]!.lines.length === 0 && folded(text).replace(/[^a-z]/g, '') === 'resume';
}

/** The name of a section about unpaid work is also the title of such a position, which may be among paid ones. */
function isPosition({ text }: Line, sections: readonly Section[]): boolean {
  const { kind } = sections.at(-1)!;
  return folded(text) === 'volunteer' && (kind === 'volunteer' || (kind === 'work' && text !== text.toUpperCase()));
}

/** Characters without a width, such as marks where a word may be hyphenated. */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/g;

/** @returns the text without invisible characters; the mark of a word that is hyphenated at the end of a line becomes a hyphen */
export function withoutInvisible(text: string): string {
  return text.replace(/\u00ad\s*$/, '-').replace(INVISIBLE, '');
}

/** Normalizes text for comparison: lower case, no accents, one kind of quotes and hyphens, single spaces. */
export function folded(text: string): string {
  return withoutInvisible(text)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[’‘`´]/g, "'")
    .replace(/[‐‑‒–—―−]/g, '-')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Whether a line is a list item. */
export function isBullet(text: string): boolean {
  return BULLET.test(text);
}

export function withoutBullet(text: string): string {
  return text.replace(BULLET, '').trim();
}

/** Parts of a line, separated by tabs, bars or dots. */
export function segmentsOf(text: string): string[] {
  return trimmed(text.split(/\t|\s[|•·∙▪■●◆–—]\s|\s?[|•∙▪■●◆]\s?|\s-\s|\s{3,}/u));
}

/** The same, but also separated by commas and semicolons, except within brackets. */
export function listItems(text: string): string[] {
  const items: string[] = [''];
  let depth = 0;
  for (const letter of withoutBullet(text)) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth = Math.max(0, depth - 1);
    if (depth === 0 && /[,;|•·∙▪■●◆\t]/u.test(letter)) items.push('');
    else items.push((items.pop() ?? '') + letter);
  }
  return trimmed(items);
}

function trimmed(parts: readonly string[]): string[] {
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
