import { Readable } from 'node:stream';
import { parser } from 'stream-json';
import type { Token } from 'stream-json/parser.js';
import Assembler from 'stream-json/assembler.js';
import type { WrittenPlace } from '../../../reference/places/typed-place.js';
import { MAX_ADVERT_LENGTH, type AdvertRead, emptyAdvert, type Advert, type AdvertSalary } from './advert.js';
import { FileRefusal } from './file-format.js';

const LISTS = new Set(['jobs', '@graph', 'jobPostings', 'items', 'results', 'data', 'positions', 'itemListElement']);

/**
 * Reads a JSON document: an array of JobPosting, an object with such an array (`jobs`, `@graph`…), or a single posting. Only one posting is
 * in memory at a time.
 */
export async function* readJsonAdverts(pieces: AsyncIterable<string>): AsyncGenerator<AdvertRead[], void, undefined> {
  const document = new PostingDocument();
  // The parser returns a string only when it ends: without this limit, an endless one would fill the memory.
  async function* bounded(): AsyncGenerator<string, void, undefined> {
    for await (const piece of pieces) {
      document.unread += piece.length;
      if (document.unread > MAX_ADVERT_LENGTH)
        throw new FileRefusal('has a value that is too long for an advertisement.');
      yield piece;
    }
  }
  const source = Readable.from(bounded());
  const tokens = parser.asStream({ streamValues: false });
  source.on('error', (error) => tokens.destroy(error));
  try {
    for await (const token of source.pipe(tokens) as AsyncIterable<Token>) {
      document.consume(token);
      if (document.rows.length >= 100) yield document.rows.splice(0);
    }
  } catch (error) {
    if (error instanceof FileRefusal) throw error;
    throw new FileRefusal(`is not well-formed JSON, or was cut off: ${(error as Error).message}.`);
  }
  document.end();
  yield document.rows;
}

/** Reads JSON Lines with one posting per line. A broken line is reported as a broken row. */
export async function* readJsonLinesAdverts(
  pieces: AsyncIterable<string>,
): AsyncGenerator<AdvertRead[], void, undefined> {
  let rest = '';
  let row = 0;
  let good = 0;
  function toRows(lines: readonly string[]): AdvertRead[] {
    return lines
      .filter((line) => line.trim() !== '')
      .map((line) => {
        row += 1;
        const read = readLine(line, row);
        if ('advert' in read) good += 1;
        return read;
      });
  }
  for await (const piece of pieces) {
    rest += piece;
    if (rest.length > 2 * MAX_ADVERT_LENGTH) throw new FileRefusal(`has a line that is too long (after row ${row}).`);
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    yield toRows(lines);
  }
  yield toRows([rest]);
  if (good === 0) throw new FileRefusal('is not JSON Lines: no line of it is a job posting.');
}

function readLine(line: string, row: number): AdvertRead {
  try {
    return toRead(JSON.parse(line), row);
  } catch {
    return { row, problem: 'is not well-formed JSON' };
  }
}

function toRead(value: unknown, row: number): AdvertRead {
  const inner = isObject(value) && isObject(value.item) && !isJobPosting(value) ? value.item : value;
  if (!isObject(inner)) return { row, problem: 'is not an object' };
  return { row, advert: readJobPosting(inner) };
}

/** Separates postings from their surroundings, token by token. */
class PostingDocument {
  readonly rows: AdvertRead[] = [];
  /** Number of characters since the last posting. */
  unread = 0;
  private row = 0;
  private depth = 0;
  private key = '';
  private listDepth?: number;
  private assembler?: Assembler;
  private assembledFrom = 0;
  /** Tokens of a top-level object without its lists: the object may itself be a posting. */
  private readonly single: Token[] = [];
  private top?: 'array' | 'object';

  consume(token: Token): void {
    if (this.assembler) this.assemble(token);
    else if (token.name === 'startArray' || token.name === 'startObject') this.start(token);
    else if (token.name === 'endArray' || token.name === 'endObject') this.finish(token);
    else if (this.listDepth === this.depth) this.push({ row: this.row + 1, problem: 'is not an object' });
    else {
      if (token.name === 'keyValue' && this.depth === 1) this.key = token.value;
      this.single.push(token);
    }
  }

  end(): void {
    if (this.top === undefined) throw new FileRefusal('is JSON, but neither a list nor a job posting.');
    if (this.top === 'object' && this.row === 0) {
      const assembler = new Assembler();
      for (const token of this.single) assembler.consume(token);
      const value: unknown = assembler.current;
      if (isObject(value) && isJobPosting(value)) this.push({ row: 1, advert: readJobPosting(value) });
    }
    if (this.row === 0) throw new FileRefusal('is JSON without a single job posting.');
  }

  private start(token: Token): void {
    const isArray = token.name === 'startArray';
    if (this.depth === 0) {
      this.top = isArray ? 'array' : 'object';
      if (isArray) this.listDepth = 1;
      else this.single.push(token);
      this.depth = 1;
    } else if (this.listDepth === this.depth) {
      this.assembler = new Assembler();
      this.assembledFrom = 0;
      this.assemble(token);
    } else {
      this.depth += 1;
      if (isArray && this.depth === 2 && LISTS.has(this.key)) {
        this.listDepth = 2;
        // The list is not part of the single posting, so its key gets a null value.
        this.single.push({ name: 'nullValue', value: null });
      } else this.single.push(token);
    }
  }

  private finish(token: Token): void {
    if (this.listDepth === this.depth) this.listDepth = undefined;
    else this.single.push(token);
    this.depth -= 1;
  }

  private assemble(token: Token): void {
    const assembler = this.assembler!;
    assembler.consume(token);
    if (token.name === 'startObject' || token.name === 'startArray') this.assembledFrom += 1;
    if (token.name === 'endObject' || token.name === 'endArray') this.assembledFrom -= 1;
    if (this.assembledFrom > 0) return;
    this.assembler = undefined;
    this.push(toRead(assembler.current, this.row + 1));
  }

  private push(read: AdvertRead): void {
    this.row += 1;
    this.unread = 0;
    this.rows.push(read);
  }
}

type JsonObject = Record<string, unknown>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether an object is a posting, as opposed to a list or an envelope with postings. */
function isJobPosting(value: JsonObject): boolean {
  return listOf(value['@type']).includes('JobPosting') || 'title' in value || 'jobTitle' in value;
}

/**
 * Reads a schema.org JobPosting with its common deviations: strings instead of objects, one value instead of a list, names instead of
 * terms.
 */
function readJobPosting(posting: JsonObject): Advert {
  const advert = emptyAdvert();
  const organization = first(posting.hiringOrganization) ?? first(posting.company) ?? posting.hiringOrganization;
  const contact = first(posting.applicationContact);
  return {
    ...advert,
    key: identifierOf(posting),
    title: textOf(posting.title ?? posting.jobTitle ?? posting.name),
    organization: nameOf(organization),
    organizationProfile: isObject(organization) ? textOf(organization.description) : undefined,
    organizationWebsite: isObject(organization) ? textOf(organization.url ?? organization.sameAs) : undefined,
    description: linesOf(posting.description),
    responsibilities: linesOf(posting.responsibilities),
    requirements: joined([
      linesOf(posting.qualifications),
      linesOf(posting.requirements),
      typeof posting.experienceRequirements === 'string' ? posting.experienceRequirements : undefined,
      isObject(posting.experienceRequirements) ? textOf(posting.experienceRequirements.description) : undefined,
    ]),
    benefits: joined([linesOf(posting.jobBenefits ?? posting.benefits), linesOf(posting.incentiveCompensation)]),
    place: placeOf(posting),
    remote: listOf(posting.jobLocationType).join(' ') || (posting.remote === true ? 'remote' : textOf(posting.remote)),
    eligibleCountries: all(posting.applicantLocationRequirements)
      .map((place) => (isObject(place) ? textOf(place.address ?? place.addressCountry ?? place.name) : textOf(place)))
      .filter((country) => country !== undefined),
    employmentTypes: listOf(posting.employmentType).flatMap((type) => type.split(/[,;|]/)),
    experience: levelOf(posting.experienceLevel ?? posting.seniority),
    experienceMonths: monthsOf(posting.experienceRequirements),
    education: all(posting.educationRequirements)
      .map((education) =>
        isObject(education) ? textOf(education.credentialCategory ?? education.name) : textOf(education),
      )
      .filter((education) => education !== undefined)
      .join(', '),
    industries: listOf(posting.industry),
    occupations: listOf(posting.occupationalCategory ?? posting.function ?? posting.category),
    skills: listOf(posting.skills).flatMap((skill) => (skill.length > 60 ? skill.split(/[,;•\n]/) : [skill])),
    salary: salaryOf(posting),
    published: textOf(posting.datePosted ?? posting.datePublished),
    closes: textOf(posting.validThrough),
    url: textOf(posting.url) ?? (isObject(contact) ? textOf(contact.url) : undefined) ?? textOf(posting.sameAs),
    email: isObject(contact) ? textOf(contact.email) : textOf(posting.email),
    language: nameOf(posting.inLanguage),
  };
}

function identifierOf(posting: JsonObject): string | undefined {
  const identifier = first(posting.identifier) ?? posting.identifier ?? posting.id;
  if (isObject(identifier)) return textOf(identifier.value) ?? textOf(identifier['@id']);
  return textOf(identifier) ?? textOf(posting['@id']);
}

function placeOf(posting: JsonObject): WrittenPlace {
  const place = first(posting.jobLocation) ?? posting.jobLocation ?? posting.location;
  if (!isObject(place)) return { text: textOf(place) };
  const address = first(place.address) ?? place.address ?? place;
  const geo = first(place.geo);
  const position = isObject(geo) ? { lat: numberOf(geo.latitude), lon: numberOf(geo.longitude) } : {};
  if (!isObject(address)) return { text: textOf(address), ...position };
  const parts: WrittenPlace = {
    country: nameOf(address.addressCountry),
    area: nameOf(address.addressRegion),
    locality: nameOf(address.addressLocality),
    zip: textOf(address.postalCode),
    street: textOf(address.streetAddress),
    ...position,
  };
  const isEmpty = Object.values(parts).every((part) => part === undefined);
  return isEmpty ? { text: textOf(place.name) } : parts;
}

function salaryOf(posting: JsonObject): AdvertSalary {
  const salary = first(posting.baseSalary) ?? first(posting.estimatedSalary) ?? posting.baseSalary ?? posting.salary;
  const currency = textOf(posting.salaryCurrency);
  if (!isObject(salary)) return { text: textOf(salary), currency };
  const value = first(salary.value) ?? salary.value ?? salary;
  const unit = textOf(salary.unitText);
  const own = textOf(salary.currency ?? salary.currencyCode) ?? currency;
  if (!isObject(value)) return { ...figureOf(value), currency: own, unit };
  const min = boundOf(value.minValue ?? salary.minValue);
  const max = boundOf(value.maxValue ?? salary.maxValue);
  const figure = min === undefined && max === undefined ? figureOf(value.value) : { min, max };
  return { ...figure, currency: own ?? textOf(value.currency), unit: textOf(value.unitText) ?? unit };
}

function figureOf(value: unknown): AdvertSalary {
  const figure = boundOf(value);
  return Number.isFinite(Number(figure)) ? { min: figure, max: figure } : { text: textOf(value) };
}

function boundOf(value: unknown): number | string | undefined {
  return typeof value === 'number' ? value : textOf(value);
}

function monthsOf(value: unknown): number | undefined {
  const requirements = first(value);
  return isObject(requirements) ? numberOf(requirements.monthsOfExperience) : undefined;
}

function levelOf(value: unknown): string | undefined {
  return nameOf(value);
}

function nameOf(value: unknown): string | undefined {
  const one = first(value) ?? (Array.isArray(value) ? (value as unknown[])[0] : value);
  return isObject(one) ? textOf(one.name ?? one.legalName ?? one.alternateName) : textOf(one);
}

/** Returns the object itself, or the first object of a list. */
function first(value: unknown): JsonObject | undefined {
  return all(value).find(isObject);
}

function all(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? (value as unknown[]) : [value];
}

function listOf(value: unknown): string[] {
  return all(value)
    .map((one) => (isObject(one) ? textOf(one.name ?? one.codeValue ?? one.value) : textOf(one)))
    .filter((text) => text !== undefined);
}

/** Turns a list into lines with bullets. */
function linesOf(value: unknown): string | undefined {
  const lines = listOf(value);
  return lines.length > 1 ? lines.map((line) => `• ${line}`).join('\n') : lines[0];
}

function joined(texts: (string | undefined)[]): string | undefined {
  return texts.filter((text) => text !== undefined && text !== '').join('\n\n') || undefined;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value;
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return undefined;
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || !/^\s*[$£€]?\s*\d[\d,' ]*(?:\.\d+)?\s*$/.test(value)) {
    return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined;
  }
  return Number(value.replace(/[^\d.]/g, ''));
}
