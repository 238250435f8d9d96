// The code of events, loaded after the first view.
export { shopEvents } from '../shared/shop-events.ts'
export { applyEvent, applySignal } from './apply-event.ts'
export { readEvents, readSignal, readWelcome, signalTypes } from './stream/parse-messages.ts'
