import { SaxesParser } from 'saxes';
import { MAX_ADVERT_LENGTH, type AdvertRead } from './advert.js';
import { advertOf, type Target, targetOf } from './csv-columns.js';
import { FileRefusal } from './file-format.js';

const JOB_ELEMENTS = new Set(['job', 'item', 'vacancy', 'position', 'jobposting', 'stelle', 'offre']);

// Entities that feeds use without declaring them.
const HTML_ENTITIES: Record<string, string> = {
  nbsp: '\u00a0',
  ndash: '–',
  mdash: '—',
  rsquo: '’',
  lsquo: '‘',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  hellip: '…',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
  ecirc: 'ê',
  ouml: 'ö',
  uuml: 'ü',
  auml: 'ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  Auml: 'Ä',
  szlig: 'ß',
  euro: '€',
  pound: '£',
  copy: '©',
  reg: '®',
  trade: '™',
  laquo: '«',
  raquo: '»',
  middot: '·',
};

// A description may contain a whole web page; deeper nesting does not occur in advertisements, and every level uses memory.
const MAX_DEPTH = 200;

interface Field {
  target: Target | undefined;
  text: string;
}

/** A job that is being read. */
interface OpenJob {
  /** Depth of its element in the document. */
  depth: number;
  fields: Field[];
  /** Fields of elements inside another one, such as `<location><city>`: a field of the job itself takes precedence. */
  nested: Field[];
  /** Field of the current element of the job, and of the element inside it. */
  outer?: Field;
  inner?: Field;
  size: number;
}

const PLACE: readonly (Target | undefined)[] = ['country', 'area', 'city', 'zip', 'street', 'street2', 'lat', 'lon'];
const PAY: readonly (Target | undefined)[] = ['salaryMin', 'salaryMax', 'currency', 'salaryUnit'];

/** Whether an element inside another one is a field of the job: an employer or a category has an id and an address of its own. */
function isFieldIn(outer: Target | undefined, inner: Target): boolean {
  if (outer === 'place') return PLACE.includes(inner);
  if (outer === 'salary') return PAY.includes(inner);
  return outer === undefined || outer === inner;
}

/** Fields that contain markup, whose elements have any names. */
const TEXTS: readonly (Target | undefined)[] = [
  ...(['description', 'responsibilities', 'requirements', 'benefits', 'organizationProfile'] as const),
];

/** Reads a job feed: elements `job` (or `item`, `vacancy`…) with an element for each field, in upper or lower case. */
export async function* readXmlAdverts(pieces: AsyncIterable<string>): AsyncGenerator<AdvertRead[], void, undefined> {
  const feed = new JobFeed();
  for await (const piece of pieces) {
    feed.write(piece);
    if (feed.rows.length > 0) yield feed.rows.splice(0);
  }
  feed.end();
  if (feed.rows.length > 0) yield feed.rows.splice(0);
  if (feed.count === 0) throw new FileRefusal('is XML without a single <job> element.');
}

class JobFeed {
  readonly rows: AdvertRead[] = [];
  count = 0;
  private readonly parser = new SaxesParser({ xmlns: false });
  private job?: OpenJob;
  private depth = 0;
  /** Number of characters since the last tag. */
  private unread = 0;

  constructor() {
    Object.assign(this.parser.ENTITIES, HTML_ENTITIES);
    this.parser.on('error', (error) => {
      throw new FileRefusal(`is not well-formed XML: ${error.message}.`);
    });
    this.parser.on('opentag', ({ name, attributes }) => this.open(localName(name), attributes));
    this.parser.on('closetag', ({ name }) => this.close(localName(name)));
    this.parser.on('text', (text) => this.add(text));
    this.parser.on('cdata', (text) => this.add(text));
  }

  /** @throws FileRefusal also if a single text exceeds the limit for a whole advertisement: the parser returns a text only when it ends */
  write(piece: string): void {
    this.unread += piece.length;
    if (this.unread > MAX_ADVERT_LENGTH) throw this.tooLong();
    this.parser.write(piece);
  }

  end(): void {
    this.parser.close();
  }

  private open(name: string, attributes: Record<string, string>): void {
    this.unread = 0;
    this.depth += 1;
    if (this.depth > MAX_DEPTH)
      throw new FileRefusal(`has elements nested more than ${MAX_DEPTH} levels deep (job ${this.count + 1}).`);
    if (this.job) openField(this.job, name, this.depth - this.job.depth);
    else if (JOB_ELEMENTS.has(name)) {
      const fields = Object.entries(attributes).map(([key, text]) => ({ target: targetOf(key), text }));
      this.job = { depth: this.depth, fields, nested: [], size: 0 };
    }
  }

  private close(name: string): void {
    this.unread = 0;
    this.depth -= 1;
    if (!this.job) return;
    const level = this.depth - this.job.depth;
    if (level >= 0) {
      closeField(this.job, name, level);
      return;
    }
    const { fields, nested } = this.job;
    this.job = undefined;
    this.count += 1;
    const values = [...fields, ...nested].map(({ target, text }) => [target, text] as const);
    this.rows.push({ row: this.count, advert: advertOf(values) });
  }

  private add(text: string): void {
    const { job } = this;
    const field = job?.inner ?? job?.outer;
    if (!job || !field) return;
    job.size += text.length;
    if (job.size > MAX_ADVERT_LENGTH) throw this.tooLong();
    field.text += text;
  }

  private tooLong(): FileRefusal {
    return new FileRefusal(`has a job that is too long (job ${this.count + 1}).`);
  }
}

/** @param level 1 for an element of the job itself */
function openField(job: OpenJob, name: string, level: number): void {
  const target = targetOf(name);
  if (level === 1) {
    job.outer = { target, text: '' };
    job.fields.push(job.outer);
    return;
  }
  if (level === 2 && target && !TEXTS.includes(job.outer?.target)) {
    const isField = isFieldIn(job.outer?.target, target);
    // The text of any other element with a known name is left out.
    job.inner = { target: isField ? target : undefined, text: '' };
    job.nested.push(job.inner);
    return;
  }
  const field = job.inner ?? job.outer;
  if (field) field.text += `<${name}>`;
}

/** @param level number of the job's elements that are still open */
function closeField(job: OpenJob, name: string, level: number): void {
  if (level === 0) job.outer = undefined;
  else if (level === 1 && job.inner) job.inner = undefined;
  else {
    const field = job.inner ?? job.outer;
    if (field) field.text += `</${name}>`;
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}
