export { CheckoutModule } from './checkout.module.js';
export { readEventBodies } from './read-event-bodies.js';
