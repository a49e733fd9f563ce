import { makeCertificate } from '../../../../test/support/servers/certificate.js';
import { TestSmtpServer } from '../../../../test/support/servers/smtp-server.js';
import type { Delivery, OutgoingMail } from './mailer.port.js';
import { SmtpMailer } from './smtp.mailer.js';

const TIMEOUTS = { connectMs: 5000, answerMs: 5000, mailMs: 10_000 };
const certificate = makeCertificate();
const trusted = `tls.ca=${encodeURIComponent(certificate.cert)}`;

let server: TestSmtpServer;
let mailer: SmtpMailer | undefined;

afterEach(async () => {
  mailer?.close();
  await server.stop();
});

function send(url: string, to: string): Promise<Delivery> {
  mailer = new SmtpMailer(url, TIMEOUTS);
  const from = { name: 'Good Jobs', address: 'hello@good.test' };
  const mail = {
    messageId: '<1@good.test>',
    at: new Date(),
    from,
    replyTo: 'hello@good.test',
    to,
    language: 'en',
    subject: 'Hello',
    text: 'Hello',
    html: '<p>Hello</p>',
  } satisfies OutgoingMail;
  return mailer.send(mail);
}

describe('mail by SMTP', () => {
  it('is encrypted if the server offers STARTTLS', async () => {
    server = await TestSmtpServer.start(certificate);
    expect(await send(`${server.url}?${trusted}`, 'ada@example.org')).toEqual({ outcome: 'sent' });
    expect(await send(`${server.url}?requireTLS=true&${trusted}`, 'ada@example.org')).toEqual({ outcome: 'sent' });
    expect(server.mailsTo('ada@example.org').map(({ secure }) => secure)).toEqual([true, true]);
  });

  it('is not sent to a server with an untrusted certificate', async () => {
    server = await TestSmtpServer.start(certificate);
    const reason = expect.stringMatching(/self-signed|certificate/i) as string;
    expect(await send(server.url, 'ada@example.org')).toEqual({ outcome: 'unreachable', reason });
    const other = encodeURIComponent(makeCertificate().cert);
    expect(await send(`${server.url}?tls.ca=${other}`, 'ada@example.org')).toMatchObject({ outcome: 'unreachable' });
    expect(server.mails).toEqual([]);
  });

  it('waits without sending anything if encryption is required but not offered', async () => {
    server = await TestSmtpServer.start();
    const reason = expect.stringMatching(/STARTTLS|TLS/) as string;
    expect(await send(`${server.url}?requireTLS=true`, 'ada@example.org')).toEqual({ outcome: 'unreachable', reason });
    expect([server.mails, server.attempts]).toEqual([[], 0]);
    expect(await send(server.url, 'ada@example.org')).toEqual({ outcome: 'sent' });
    expect(server.mails.map(({ secure }) => secure)).toEqual([false]);
  });
});
