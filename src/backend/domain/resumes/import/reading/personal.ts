import { findDay } from './period.js';
import { readPlace } from './place.js';
import { item, type Line, type ProposedItem, type ProposedValue, value } from './proposals.js';
import { segmentsOf, folded } from './sections.js';

const LABELS: Readonly<Record<'name' | 'phone' | 'birthday' | 'address' | 'ignored', RegExp>> = {
  name: /^(?:name|full name|vor- und (?:nach|zu)name|nom(?: et prenom)?|prenom et nom)\s*:/,
  phone:
    /^(?:phone|telephone|tel|mobile|mobil|cell|cell phone|telefon|handy|telefonnummer|mobilnummer|portable|gsm|t|m|p)\b\.?(?: \(?[a-z]+\)?)?\s*[:.]?\s*(?=[+(\d])/,
  birthday:
    /^(?:date of birth|d\.?o\.?b\.?|born|geburtsdatum|geburtstag|geboren(?: am)?|geb\.(?: am)?|date de naissance|nee?\(?e?\)? le|ne le)(?: (?:und|\/) ?-?ort)?/,
  address: /^(?:address|adresse|anschrift|wohnort|home address|domicile|location|wohnhaft in)\s*:/,
  ignored:
    /^(?:e-?mail|mail|courriel|web|website|webseite|site|linkedin|xing|github|twitter|nationality|nationalitat|staatsangehorigkeit|nationalite|familienstand|marital status|situation familiale|gender|geschlecht|fuhrerschein|driving licence|permis)\b/,
};
const EMAIL = /\S+@\S+/g;
const URL = /\b(?:https?:\/\/|www\.)\S+|\b(?:linkedin|xing|github)\.com\S*/gi;
const PHONE = /(?<![\d/.-])(?:\+|00|\(|0)?[\d(][\d\s()./-]{5,22}\d(?![\d/.-])/;
const TITLES = /^(?:curriculum vitae|lebenslauf|tabellarischer lebenslauf|resume|cv|c\.v\.|vita)\b\s*[:–—|-]?\s*/;
/** Maximum number of lines at the top of a resume that are searched for the name. */
const MAX_LINES = 30;
const MAX_TITLE_LENGTH = 90;
const MAX_LINE_LENGTH = 300;

/** @param head lines before the first heading @param personal the section about the person */
export function readPersonal(head: readonly Line[], personal: readonly Line[]): ProposedItem[] {
  const parts = [...head.slice(0, MAX_LINES), ...personal.slice(0, MAX_LINES)].flatMap(partsOf);
  const taken = new Set<Line>();
  const take = (read: (part: Line) => ProposedValue[]): ProposedValue[] => {
    for (const part of parts) {
      const values = taken.has(part) ? [] : read(part);
      if (values.length === 0) continue;
      taken.add(part);
      return values;
    }
    return [];
  };
  for (const part of parts) if (LABELS.ignored.test(folded(part.text))) taken.add(part);
  const birthday = take((part) =>
    LABELS.birthday.test(folded(part.text)) ? value('birthday', findDay(part.text) ?? '', part) : [],
  );
  const phone = take(readPhone);
  const name = [
    ...take((part) => (LABELS.name.test(folded(part.text)) ? readName(afterColon(part)) : [])),
    ...take((part) => (head.some(({ number }) => number === part.number) ? readName(part) : [])),
  ].slice(0, 2);
  const place = readPlace(
    parts
      .filter((part) => !taken.has(part))
      .map((part) => (LABELS.address.test(folded(part.text)) ? afterColon(part) : part)),
  );
  const inPlace = new Set(place.flatMap(({ lines }) => lines));
  const title = name.length > 0 ? readTitle(head, parts, { after: name[0]!.lines[0]!, inPlace, taken }) : [];
  return [
    ...name.flatMap((part) => item(part.name as 'firstName' | 'lastName', [part])),
    ...item('phone', phone),
    ...item('birthday', birthday),
    ...item('homeLocation', place),
    ...item('title', title),
  ];
}

/** Parts of a line, without web and email addresses, which are not imported. */
function partsOf({ number, text }: Line): Line[] {
  const plain = text.slice(0, MAX_LINE_LENGTH).replace(EMAIL, '\t').replace(URL, '\t').replace(/:\t/g, ': ');
  const start = /^\s*\S/.test(plain) ? leadingTitle(plain) : 0;
  return segmentsOf(plain.slice(start)).flatMap((part) => (/\p{L}|\d/u.test(part) ? [{ number, text: part }] : []));
}

/** @returns the length of the leading document title, such as "Curriculum vitae" */
function leadingTitle(text: string): number {
  const spaced = folded(text).replace(/^(?:[a-z]\s)+[a-z]$/, (all) => all.replaceAll(' ', ''));
  const match = TITLES.exec(spaced);
  if (!match) return 0;
  return match[0].length === spaced.length ? text.length : match[0].length;
}

function readPhone(part: Line): ProposedValue[] {
  const plain = folded(part.text);
  const isLabelled = LABELS.phone.test(plain);
  const found = PHONE.exec(part.text)?.[0];
  if (found === undefined || findDay(found) !== undefined) return [];
  const digits = found.replace(/\D/g, '').length;
  const isLikely = isLabelled || /^(?:\+|0|\()/.test(found) || digits === 10;
  if (digits < 7 || digits > 15 || !isLikely || /^\d{4}\s?[-–]\s?\d{4}$/.test(found)) return [];
  return value('phone', found.trim(), part);
}

function readTitle(
  head: readonly Line[],
  parts: readonly Line[],
  { after, inPlace, taken }: { after: number; inPlace: ReadonlySet<number>; taken: ReadonlySet<Line> },
): ProposedValue[] {
  const numbers = head
    .filter(({ number }) => number >= after)
    .slice(0, 3)
    .map(({ number }) => number);
  const found = parts.find(
    (part) =>
      numbers.includes(part.number) &&
      !taken.has(part) &&
      !inPlace.has(part.number) &&
      part.text.length <= MAX_TITLE_LENGTH &&
      !/[\d@:]|[.!?]$/.test(part.text) &&
      /\p{L}{3}/u.test(part.text),
  );
  return found ? value('title', found.text, found) : [];
}

function afterColon({ number, text }: Line): Line {
  return { number, text: text.slice(text.indexOf(':') + 1).trim() };
}

/** Particles belong to the name after them. */
const PARTICLES = /^(?:von|vom|van|der|den|de|del|della|di|da|dos|du|des|la|le|ter|ten|zu|zur|al|el|bin|ben|st\.?)$/i;
const DEGREES = /^(?:dr|prof|mag|dipl|ing|mr|mrs|ms|mx|herr|frau|m|mme|mlle|ph\.?d|msc|bsc|mba|ma|ba|rn|msw|bsw)\.?$/i;
const WORD = /^\p{L}[\p{L}\p{M}'’.-]*$/u;
const MAX_WORDS = 6;

/** @returns the parts of a name; empty if the line is not a name */
export function readName(line: Line): ProposedValue[] {
  const words = line.text
    .replace(/,.*$/, (rest) => (rest.split(/\s+/).length <= 4 ? '' : rest))
    .replace(/[()]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '' && !DEGREES.test(word));
  if (words.length < 2 || words.length > MAX_WORDS || !words.every((word) => WORD.test(word))) return [];
  if (!words.every((word) => /^\p{Lu}/u.test(word) || PARTICLES.test(word)) || PARTICLES.test(words.at(-1)!)) return [];
  const at = lastNameAt(words);
  const [first, last] = [words.slice(0, at), words.slice(at)].map((each) => each.map(written).join(' '));
  return [...value('firstName', first!, line), ...value('lastName', last!, line)];
}

function lastNameAt(words: readonly string[]): number {
  const isShouted = (word: string) => word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase();
  const shouted = words.findIndex(isShouted);
  if (shouted > 0 && words.slice(shouted).every(isShouted)) return shouted;
  let at = words.length - 1;
  while (at > 1 && PARTICLES.test(words[at - 1]!)) at -= 1;
  return at;
}

/** Converts names in capitals to normal capitalisation. */
function written(word: string): string {
  if (word.length < 2 || word !== word.toUpperCase()) return word;
  return word.toLowerCase().replace(/(?<![\p{L}\p{M}])\p{L}/gu, (letter) => letter.toUpperCase());
}
