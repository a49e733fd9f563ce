import { SaxesParser } from 'saxes';
import { MAX_ADVERT_LENGTH, type AdvertRead } from './advert.js';
import { advertOf, targetOf } from './csv-columns.js';
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
  name: string;
  text: string;
}

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
  /** The current job: its depth in the document, and its fields so far. */
  private job?: { depth: number; fields: Field[]; size: number };
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
    if (!this.job) {
      if (JOB_ELEMENTS.has(name)) {
        const fields = Object.entries(attributes).map(([key, text]) => ({ name: key, text }));
        this.job = { depth: this.depth, fields, size: 0 };
      }
      return;
    }
    const level = this.depth - this.job.depth;
    const last = this.job.fields.at(-1);
    if (level === 1) this.job.fields.push({ name, text: '' });
    // Markup inside a field: an XHTML description, or a group such as <location><city>.
    else if (level === 2 && targetOf(last?.name ?? '') !== 'description' && targetOf(name)) {
      this.job.fields.push({ name, text: '' });
    } else if (last) last.text += `<${name}>`;
  }

  private close(name: string): void {
    this.unread = 0;
    this.depth -= 1;
    if (!this.job) return;
    const level = this.depth - this.job.depth;
    if (level >= 1) {
      const last = this.job.fields.at(-1);
      if (last && last.name !== name) last.text += `</${name}>`;
    }
    if (level >= 0) return;
    const fields = this.job.fields.map(({ name: field, text }) => [targetOf(field), text] as const);
    this.job = undefined;
    this.count += 1;
    this.rows.push({ row: this.count, advert: advertOf(fields) });
  }

  private add(text: string): void {
    const last = this.job?.fields.at(-1);
    if (!this.job || !last) return;
    this.job.size += text.length;
    if (this.job.size > MAX_ADVERT_LENGTH) throw this.tooLong();
    last.text += text;
  }

  private tooLong(): FileRefusal {
    return new FileRefusal(`has a job that is too long (job ${this.count + 1}).`);
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}
