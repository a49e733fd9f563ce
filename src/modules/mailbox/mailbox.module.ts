import { Module } from '@nestjs/common';
import { MailboxController } from './mailbox.controller.js';

/** Only part of the product where mails are sent to nobody. */
@Module({ controllers: [MailboxController] })
export class MailboxModule {}
