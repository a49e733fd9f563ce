import { strToU8 } from 'fflate';
import { sql } from 'kysely';
import { docxOf } from '../../../../../test/support/data/resume-files.js';
import { applicationWorld, PDF, type Person } from '../../../../../test/support/worlds/application-world.js';

const TEXT = `query T($id: ID!) { applicationFileText(id: $id) { name isOwn lines problem } }`;
const FILES = `query F($id: ID!) { receivedApplication(id: $id) { attachments { id url view } } }`;
const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const REL = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const RELS = 'http://schemas.openxmlformats.org/package/2006/relationships';

interface Text {
  name: string;
  isOwn: boolean;
  lines: string[];
  problem: string | null;
}

/** A document with a script link, an image on another server, a field that fetches a URL, and an embedded HTML page. */
function hostileDocument(): Uint8Array {
  const link = `<w:p><w:hyperlink r:id="rLink"><w:r><w:t>my work</w:t></w:r></w:hyperlink></w:p>`;
  const script = `<w:p><w:r><w:t>&lt;script&gt;alert(1)&lt;/script&gt;</w:t></w:r></w:p>`;
  const field = `<w:p><w:r><w:instrText> INCLUDEPICTURE "https://tracker.test/x.png" </w:instrText></w:r></w:p>`;
  const chunk = `<w:altChunk r:id="rChunk"/>`;
  const relation = (id: string, type: string, target: string, mode = 'External') =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="${mode}"/>`;
  return docxOf(['Hello'], {
    'word/document.xml': strToU8(
      `<w:document ${WORD} ${REL}><w:body>${link}${script}${field}${chunk}<w:p><w:r><w:t>I cook.</w:t></w:r></w:p></w:body></w:document>`,
    ),
    'word/_rels/document.xml.rels': strToU8(
      `<Relationships xmlns="${RELS}">${relation('rLink', 'hyperlink', 'javascript:alert(1)')}${relation('rImage', 'image', 'https://tracker.test/x.png')}${relation('rChunk', 'aFChunk', 'evil.html', 'Internal')}</Relationships>`,
    ),
    'word/evil.html': strToU8('<script>alert(2)</script>'),
  });
}

describe('[REC-05] viewing files of an application', () => {
  const world = applicationWorld();
  let id: string;

  const filesOf = (of = id) =>
    world.ask<{ attachments: { id: string; url: string; view: string | null }[] }>(FILES, { id: of }, 'owner');
  const read = (file: string, who: Person) => world.ask<Text | null>(TEXT, { id: file }, who);

  beforeEach(async () => {
    await sql`delete from application`.execute(world.database);
  });

  async function applyWith(name: string, bytes: Uint8Array) {
    const attachments = [await world.sendFile(name, bytes)];
    id = (await world.apply(await world.job(), { attachments }, 'applicant')).applicationId!;
    return (await filesOf()).attachments[0]!;
  }

  it('shows only the text of a document, to those who may have it, and records a download', async () => {
    const file = await applyWith('cv.docx', hostileDocument());
    expect(file.view).toBe('text');
    const text = await read(file.id, 'owner');
    expect(text).toEqual({
      name: 'cv.docx',
      isOwn: false,
      lines: ['my work', '<script>alert(1)</script>', '', 'I cook.'],
      problem: null,
    });
    expect(JSON.stringify(text)).not.toMatch(/javascript:|tracker|alert\(2\)/);
    expect((await read(file.id, 'applicant'))!.isOwn).toBe(true);
    for (const who of ['other', 'stranger', 'job_editor', 'site_admin', 'administrator'] as const)
      expect([who, await read(file.id, who)]).toEqual([who, null]);
    const { rows } = await sql<{ actor: string }>`
      select actor_id as actor from audit_event where action = 'application.downloaded' and details ->> 'file' = ${file.id}
    `.execute(world.database);
    expect(rows).toEqual([{ actor: world.ids.owner }]);
  });

  it('a PDF is shown by the browser’s viewer in a sandbox, only on request', async () => {
    const file = await applyWith('cv.pdf', PDF);
    expect(file.view).toBe('pdf');
    const shown = await world.fetch(`${file.url}?view=1`, 'owner');
    expect(shown.body.equals(PDF)).toBe(true);
    expect(shown.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    });
    expect(shown.headers['content-disposition']).toMatch(/^inline; filename="cv\.pdf"/);
    expect((await world.fetch(file.url, 'owner')).headers['content-disposition']).toMatch(/^attachment;/);
    expect((await world.fetch(`${file.url}?view=1`, 'stranger')).status).toBe(404);
    expect((await world.fetch(`${file.url}?view=1`)).status).toBe(404);
    expect(await read(file.id, 'owner')).toBeNull();
  });

  it('files of another type are always downloaded, whatever the address requests', async () => {
    const file = await applyWith('cv.docx', docxOf(['Hello']));
    const answer = await world.fetch(`${file.url}?view=1`, 'owner');
    expect(answer.headers['content-disposition']).toMatch(/^attachment;/);
  });
});
