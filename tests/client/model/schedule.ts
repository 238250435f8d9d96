import type { Position } from '../../../shared/position.ts'
import type { StreamEvent, Welcome } from '../../../shared/stream.ts'
import { applyEvent } from '../../../client/apply.ts'
import { initialState, type State } from '../../../client/state.ts'
import type { createSync, Sync } from '../../../client/stream/sync.ts'
import { buildPage } from '../build.ts'
import { createRandom } from './random.ts'
import { createServer } from './server.ts'
import { mutations, type Slice, slices } from './slices.ts'

type Message = { type: 'welcome'; welcome: Welcome } | { type: 'events'; events: StreamEvent[] }
/** Asked, not read yet. */
type Asked = { slice: Slice; position: Position | null }
type Answer = {
  slice: Pick<Slice, 'key' | 'streams'> & Partial<Slice>
  position: Position
  write: (state: State) => void
  listed: string[] | undefined
  again: boolean
}
/** Makes the state that is changed: in place, or with immer as the store does. */
export type Keep = (initial: State) => { state: () => State; update: (change: (state: State) => void) => void }

export const inPlace: Keep = (state) => ({ state: () => state, update: (change) => change(state) })

/**
 * A store and a client on a network that loses, repeats, delays and reorders; then the network heals.
 * @returns what the client shows wrongly in the end; null when all is right
 */
export function runSchedule(seed: number, create: typeof createSync, keep: Keep = inPlace): string | null {
  const random = createRandom(seed)
  const server = createServer(random, random.pick([2, 6, 100]))
  const { state, update } = keep(initialState(buildPage()))
  const mounted = new Set<Slice>()
  /** The connection from the server's side; its messages in their order. */
  let line: Message[] | null = null
  let connecting = true
  let wanted: Slice[] = []
  let asked: Asked[] = []
  const answers: Answer[] = []
  let newest: { epoch: string; seq: number; lists: string[][] } = { epoch: '', seq: 0, lists: [] }

  const sync: Sync<State, StreamEvent> = create<State, StreamEvent>({
    update,
    apply: applyEvent,
    refetch: () => (wanted = [...mounted]),
    reconnect: hangUp,
    held: random.pick([3, 10, 256]),
  })
  server.listen((events) => line?.push({ type: 'events', events }))
  if (random.chance(0.5)) sync.start(server.position())

  function hangUp() {
    line = null
    connecting = true
  }

  function connect() {
    if (!connecting) return
    connecting = false
    const { welcome, missed } = server.join(sync.position())
    line = [{ type: 'welcome', welcome }]
    while (missed.length > 0) line.push({ type: 'events', events: missed.splice(0, 1 + random.below(4)) })
  }

  function deliver() {
    const message = line?.shift()
    if (message?.type === 'welcome') sync.welcome(message.welcome)
    if (message?.type === 'events') sync.events(message.events)
  }

  /** Messages that are lost, repeated, or overtake each other; the welcome comes first in any case. */
  function disturb() {
    const events = line?.filter((message) => message.type === 'events') ?? []
    if (!line || events.length === 0) return
    const message = random.pick(events)
    const at = line.indexOf(message)
    if (random.chance(0.4)) line.splice(at, 1)
    else if (random.chance(0.5)) line.push(message)
    else line.push(...line.splice(at, 1))
  }

  function mount() {
    const some = slices.filter((slice) => random.chance(slice.list || mounted.has(slice) ? 1 : 0.2))
    const slice = random.pick(some)
    mounted.add(slice)
    wanted.push(slice)
  }

  function ask() {
    if (wanted.length > 0) asked.push({ slice: random.take(wanted), position: null })
  }

  /** The server takes the position first and reads the data later: changes come between. */
  function serve() {
    if (asked.length === 0) return
    const request = random.pick(asked)
    if (!request.position) return void (request.position = server.position())
    asked = asked.filter((one) => one !== request)
    const { slice, position } = request
    answers.push({ slice, position, write: slice.read(server), listed: slice.list?.(server), again: true })
  }

  function mutate() {
    const { key, streams, run } = random.pick(mutations)
    const position = server.position()
    answers.push({ slice: { key, streams }, position, write: run(server), listed: undefined, again: false })
  }

  function receive() {
    if (answers.length === 0) return
    // A kept answer may be given again, long after.
    const { slice, position, write, listed, again } = random.chance(0.1) ? random.pick(answers) : random.take(answers)
    const fate = sync.snapshot(slice.key, slice.streams, position, write)
    if (fate !== 'stale') return void (listed && remember(position, listed))
    if (again) wanted.push(slice as Slice)
    else wanted = [...mounted]
  }

  /** The lists that came with the newest position; they may have been read at different moments after it. */
  function remember(position: Position, listed: string[]) {
    const isNewer = position.epoch !== newest.epoch || position.heads.catalogue! > newest.seq
    if (isNewer) newest = { epoch: position.epoch, seq: position.heads.catalogue!, lists: [] }
    if (position.heads.catalogue === newest.seq) newest.lists.push(listed)
  }

  /** The process starts again: its connections and what it was about to read are gone. */
  function restart() {
    for (const { slice } of asked.splice(0)) wanted.push(slice)
    hangUp()
    if (random.chance(0.4)) server.begin()
  }

  const steps: [number, () => void][] = [
    [24, () => server.change()],
    [30, deliver],
    [7, disturb],
    [8, mount],
    [12, ask],
    [20, serve],
    [5, mutate],
    [14, receive],
    [12, connect],
    [2, hangUp],
    [1, restart],
    [1, () => server.truncate()],
  ]
  const bag = steps.flatMap(([share, step]) => Array.from({ length: share }, () => step))
  for (let left = 20 + random.below(80); left > 0; left--) random.pick(bag)()

  return settle() ? difference() : 'it never comes to rest'

  /** From here on nothing is lost, but what was late comes still later. */
  function settle() {
    hangUp()
    for (let left = 2000; left > 0; left--) {
      const works = [
        connecting && connect,
        line && line.length > 0 && deliver,
        wanted.length > 0 && ask,
        asked.length > 0 && serve,
        answers.length > 0 && receive,
      ].filter((work) => work !== false && work !== null)
      if (works.length === 0) return true
      random.pick(works)()
    }
    return false
  }

  function difference() {
    for (const slice of mounted) {
      const shown = JSON.stringify(slice.shown(state()))
      const right = (slice.list ? newest.lists : [[]]).map((listed) => JSON.stringify(slice.true(server, listed)))
      if (!right.includes(shown)) return `${slice.key}\n shows ${shown}\n is    ${right.join(' or ')}`
    }
    return null
  }
}
