import { Module } from '@nestjs/common';
import { SitesModule } from '../sites/index.js';
import { EventAdmission } from './admission/event-admission.js';
import { RelayController } from './relay.controller.js';
import { RelayGuard } from './relay.guard.js';
import { Relays } from './relays.js';

/** Events of visitors, relayed to Google and Meta. */
@Module({
  imports: [SitesModule],
  controllers: [RelayController],
  providers: [Relays, EventAdmission, RelayGuard],
  exports: [Relays],
})
export class AnalyticsRelayModule {}
