import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import { waitFor } from '../wait-for.js';

/** A mail that the server received. */
export interface ReceivedMail extends Email {
  /** Recipients in the SMTP envelope. */
  recipients: string[];
  /** Addresses of the links in the text part. */
  links: string[];
  raw: string;
  /** Whether the mail was sent over an encrypted connection. */
  secure: boolean;
}

/** Current behaviour of the server. */
export type SmtpMood = 'well' | 'later' | 'refusing' | 'refusing-sender' | 'hanging' | 'breaking-off';

/**
 * A real SMTP server on loopback that can misbehave. Start a product with
 * `startProduct({ DATA_DIR: ownFolder, SMTP_URL: server.url, PUBLIC_URL: 'https://jobs.example.org' })`. It needs its own data folder,
 * since products that share a database share its outbox.
 */
export class TestSmtpServer {
  readonly mails: ReceivedMail[] = [];
  mood: SmtpMood = 'well';
  /** Number of mails that clients started to send, whether or not they were accepted. */
  attempts = 0;
  /** Called when a mail has been received completely, before it is accepted. */
  beforeTaking: (mail: ReceivedMail) => Promise<void> | void = () => undefined;
  private server: SMTPServer | undefined;
  private readonly sockets = new Set<Socket>();
  private port = 0;

  /** @param certificate enables STARTTLS */
  constructor(private readonly certificate?: { key: string; cert: string }) {}

  static async start(certificate?: { key: string; cert: string }): Promise<TestSmtpServer> {
    const server = new TestSmtpServer(certificate);
    await server.start();
    return server;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Starts, or starts again on the same port. */
  async start(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: this.certificate ? ['AUTH'] : ['STARTTLS', 'AUTH'],
      ...this.certificate,
      disableReverseLookup: true,
      logger: false,
      onMailFrom: (_address, _session, callback) => {
        this.attempts += 1;
        if (this.mood !== 'hanging') callback(this.mood === 'refusing-sender' ? answer(550, 'Unknown sender') : null);
      },
      onRcptTo: (_address, _session, callback) => {
        if (this.mood === 'later') callback(answer(451, 'Try again later'));
        else if (this.mood === 'refusing') callback(answer(550, 'No such user'));
        else callback();
      },
      onData: (stream, session, callback) => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        void this.receive(stream, recipients, session.secure).then(
          (mail) => {
            if (mail) this.mails.push(mail);
            callback(null);
          },
          // The sending process has died.
          () => undefined,
        );
      },
    });
    this.server = server;
    server.on('error', () => undefined);
    server.server.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
    });
    await new Promise<void>((resolve, reject) => {
      server.server.once('error', reject);
      server.listen(this.port, '127.0.0.1', () => resolve());
    });
    this.port = (server.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    const server = this.server;
    this.server = undefined;
    this.breakOff();
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }

  /** Destroys all connections, whatever their state. */
  breakOff(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  mailsTo(address: string): ReceivedMail[] {
    return this.mails.filter(({ recipients }) => recipients.includes(address));
  }

  /** @returns the newest mail to an address, once there are at least `count` */
  async mailTo(address: string, count = 1, withinMs = 30_000): Promise<ReceivedMail> {
    await waitFor(`mail ${count} to ${address}`, () => this.mailsTo(address).length >= count, withinMs);
    return this.mailsTo(address).at(-1)!;
  }

  private async receive(
    stream: SMTPServerDataStream,
    recipients: string[],
    secure: boolean,
  ): Promise<ReceivedMail | undefined> {
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(part as Buffer);
    const raw = Buffer.concat(parts);
    const parsed = await PostalMime.parse(raw);
    const links = parsed.text?.match(/https?:\/\/\S+/g) ?? [];
    const mail = { ...parsed, recipients, links, raw: raw.toString('utf8'), secure };
    await this.beforeTaking(mail);
    if (this.mood !== 'breaking-off') return mail;
    this.breakOff();
    return undefined;
  }
}

function answer(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
