// The real-time code, loaded after the first view.
export { applyEvent, applySignal } from './apply-event.ts'
export { io, readEvents, readSignal, readWelcome, signalTypes } from './stream/parse-messages.ts'
