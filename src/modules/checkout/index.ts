export { CheckoutModule } from './checkout.module.js';
export { readEventBodies } from './payment-events.controller.js';
