import { extractText } from 'unpdf';
import { folded } from '../../support/data/site.js';
import { type ReceivedMail, TestSmtpServer } from '../../support/servers/smtp-server.js';
import type { FormVisitor } from '../../support/visitors/form-visitor.js';
import { ShopWorld } from '../../support/worlds/shop-world.js';

const SITE = 'charity-ca';
const BOOKS = 'books@maple.test';
const PRODUCT = '/checkout?product=job-credits-1&quantity=1';
const PROFILE = {
  companyName: 'Maple Shelter',
  firstName: 'Ada',
  lastName: 'Roy',
  email: BOOKS,
  countryCode: 'CA',
  addressLine1: '1 Main St',
  addressLine2: '',
  zip: 'K1A 0A1',
  locality: 'Ottawa',
  administrativeArea: 'Ontario',
  vatNumber: '',
};

let smtp: TestSmtpServer;
let world: ShopWorld;
let buyer: FormVisitor;
let administrator: FormVisitor;

beforeAll(async () => {
  smtp = await TestSmtpServer.start();
  world = await ShopWorld.open(
    { buyer: 'recruiter', admin: 'administrator' },
    { SMTP_URL: smtp.url, MAIL_FROM: 'mail@causeboard.test' },
  );
  await world.organization('Maple Shelter', 'buyer', SITE);
  buyer = await world.loggedIn('buyer', SITE);
  administrator = await world.loggedIn('admin', SITE);
}, 180_000);
afterAll(async () => {
  await world.close();
  await smtp.stop();
});

/** @returns the number of the order */
async function order(): Promise<string> {
  await buyer.send(PRODUCT, 'form[data-checkout-form]', PROFILE);
  const answer = await buyer.send(`${PRODUCT}&step=review`, 'form[data-order-form]', {
    provider: 'invoice',
    terms: 'yes',
  });
  expect(answer.status).toBe(303);
  return /order=(\d+)/.exec(answer.headers.location!)![1]!;
}

/** The only attachment of a mail. */
async function pdfOf({ attachments }: ReceivedMail): Promise<{ name: string; bytes: Buffer; text: string }> {
  expect(attachments.map(({ mimeType, disposition }) => [mimeType, disposition])).toEqual([
    ['application/pdf', 'attachment'],
  ]);
  const [{ filename, content } = { filename: '', content: '' }] = attachments;
  const bytes = Buffer.from(content as ArrayBuffer);
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: true });
  return { name: filename ?? '', bytes, text: folded(text) };
}

it('[REC-08] invoices and credit notes are attached to the mails about them, with the same bytes if a mail is sent again', async () => {
  const sent: string[] = [];
  smtp.mood = 'breaking-off';
  // The server has received the whole mail, and the connection breaks before its response.
  smtp.beforeTaking = ({ raw, messageId }) => {
    sent.push(`${messageId} ${raw.length}`);
    if (sent.length > 1) smtp.mood = 'well';
  };
  const id = await order();
  const invoiced = await smtp.mailTo(BOOKS, 1, 60_000);
  expect(new Set(sent).size).toBe(1);
  const { name, bytes, text } = await pdfOf(invoiced);
  expect(name).toMatch(/^GWC-\d+\.pdf$/);
  expect(text).toContain(name.replace('.pdf', ''));
  expect(text).toContain('Maple Shelter');
  expect(invoiced.text).toContain('The invoice is attached');
  const page = await buyer.page(`/checkout/order?order=${id}`);
  const shown = await buyer.get(page('#documents a').attr('href')!).then(({ body }) => body as Buffer);
  expect(bytes.equals(shown)).toBe(true);

  await administrator.send(`/admin/order?order=${id}`, '#paid form', { paidReason: 'On the account' });
  expect((await pdfOf(await smtp.mailTo(BOOKS, 2))).name).toBe(name);
  await administrator.send(`/admin/order?order=${id}`, '#refund form', { refundReason: 'Goodwill', amount: '10' });
  const credit = await pdfOf(await smtp.mailTo(BOOKS, 3));
  expect(credit.name).not.toBe(name);
  expect(credit.text).toContain(name.replace('.pdf', ''));
  expect(credit.text).toMatch(/10\.00/);
}, 120_000);
