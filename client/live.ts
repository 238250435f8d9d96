// What keeps a page live: fetched when it is shown, beside what it shows.
export { applyEvent, hearSignal } from './apply.ts'
export { io, readEvents, readSignal, readWelcome, signalTypes } from './stream/wire.ts'
