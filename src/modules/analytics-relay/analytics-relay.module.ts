import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { FormRegistry, FormsModule } from '../forms/index.js';
import { SitesModule } from '../sites/index.js';
import { EventAdmission } from './admission/event-admission.js';
import { measurementForm } from './measurement-forms.js';
import { RelayController } from './relay.controller.js';
import { RelayGuard } from './relay.guard.js';
import { RelayReports } from './relay-reports.js';
import { Relays } from './relays.js';

/** Relays visitors' events to Google and Meta. */
@Module({
  imports: [SitesModule, FormsModule],
  controllers: [RelayController],
  providers: [Relays, EventAdmission, RelayGuard, RelayReports],
  exports: [Relays, RelayReports],
})
export class AnalyticsRelayModule implements OnModuleInit {
  constructor(
    @Inject(FormRegistry) private readonly forms: FormRegistry,
    @Inject(Relays) private readonly relays: Relays,
  ) {}

  onModuleInit(): void {
    this.forms.add(measurementForm(this.relays));
  }
}
