import type { StreamCursor } from '../../../../shared/stream-cursor.ts'
import type { StreamEvent, Welcome } from '../../../../shared/stream.ts'
import { applyEvent } from '../../../../client/apply-event.ts'
import { applyStaffEvent } from '../../../../client/apply-staff-event.ts'
import { initialState, type State } from '../../../../client/state.ts'
import type { createSync, Sync } from '../../../../client/stream/sync.ts'
import { buildPage } from '../../build.ts'
import { createRandom } from './random.ts'
import { createServer } from './server.ts'
import { mutations, type Snapshot, snapshots } from './snapshots.ts'

type Message = { type: 'welcome'; welcome: Welcome } | { type: 'events'; events: StreamEvent[] }
/** `cursor`: null until the server starts to read. */
type Request = { snapshot: Snapshot; cursor: StreamCursor | null }
type Answer = {
  snapshotKey: string
  streams: Snapshot['streams']
  cursor: StreamCursor
  write: (state: State) => void
  /** What a list contained when it was read. */
  listed: string[] | undefined
  /** The snapshot to load again if the answer is stale; null for a mutation. */
  snapshot: Snapshot | null
}
/** Creates the client's state: changed in place, or with Immer as the store does. */
export type CreateState = (initial: State) => { state: () => State; update: (change: (state: State) => void) => void }

export const inPlace: CreateState = (state) => ({ state: () => state, update: (change) => change(state) })

/**
 * Runs a server and a client on a network that loses, repeats, delays and reorders messages, and then works again.
 * @returns what the client shows wrongly in the end; null if nothing
 */
export function runSchedule(
  seed: number,
  create: typeof createSync,
  createState: CreateState = inPlace,
): string | null {
  const random = createRandom(seed)
  const server = createServer(random, random.pick([2, 6, 100, 100, 100, 100]))
  const { state, update } = createState(initialState(buildPage()))
  const mounted = new Set<Snapshot>()
  /** The messages on their way to the client; null without a connection. */
  let connection: Message[] | null = null
  /** The events that this connection has delivered. */
  let delivered: Message[] = []
  let isConnecting = true
  let toLoad: Snapshot[] = []
  let requests: Request[] = []
  const answers: Answer[] = []
  let newest: { epoch: string; seq: number; lists: string[][] } = { epoch: '', seq: 0, lists: [] }

  const sync: Sync<State, StreamEvent> = create<State, StreamEvent>({
    update,
    apply(state, event, isNewerThanSnapshot) {
      applyEvent(state, event, isNewerThanSnapshot)
      applyStaffEvent(state, event)
    },
    refetch: () => (toLoad = [...mounted]),
    reconnect: disconnect,
    maxBufferedEvents: random.pick([3, 10, 256, 256, 256, 256]),
  })
  server.listen((events) => connection?.push({ type: 'events', events }))
  if (random.chance(0.5)) sync.start(server.cursor())

  function disconnect() {
    connection = null
    isConnecting = true
  }

  function connect() {
    if (!isConnecting) return
    isConnecting = false
    const { welcome, missed } = server.join(sync.cursor())
    connection = [{ type: 'welcome', welcome }]
    delivered = []
    while (missed.length > 0) connection.push({ type: 'events', events: missed.splice(0, 1 + random.below(4)) })
  }

  function deliver() {
    const message = connection?.shift()
    if (message?.type === 'welcome') sync.welcome(message.welcome)
    if (message?.type !== 'events') return
    delivered.push(message)
    sync.events(message.events)
  }

  /** Loses, repeats or delays a message; the welcome message always comes first. */
  function disturb() {
    const pending = connection?.filter((message) => message.type === 'events') ?? []
    if (!connection || pending.length + delivered.length === 0) return
    if (random.chance(0.3)) return void connection.push(random.pick([...delivered, ...pending]))
    if (pending.length === 0) return
    const [message] = connection.splice(connection.indexOf(random.pick(pending)), 1)
    if (random.chance(0.4)) connection.push(message!)
  }

  function mount() {
    const candidates = snapshots.filter((each) => random.chance(each.list || mounted.has(each) ? 1 : 0.2))
    const snapshot = random.pick(candidates)
    mounted.add(snapshot)
    toLoad.push(snapshot)
  }

  /** Most pages have loaded what they show before anything goes wrong. */
  function openPage() {
    for (let count = 1 + random.below(4); count > 0; count--) mount()
    if (random.chance(0.7)) connect()
    for (let count = connection?.length ?? 0; count > 0; count--) deliver()
    while (toLoad.length + requests.length + answers.length > 0) random.pick([request, serve, receive])()
  }

  function request() {
    if (toLoad.length > 0) requests.push({ snapshot: random.take(toLoad), cursor: null })
  }

  /** The server takes the cursor first and reads the data later, so changes happen in between. */
  function serve() {
    if (requests.length === 0) return
    const picked = random.pick(requests)
    if (!picked.cursor) return void (picked.cursor = server.cursor())
    requests = requests.filter((other) => other !== picked)
    const { snapshot, cursor } = picked
    const { key: snapshotKey, streams, read, list } = snapshot
    answers.push({ snapshotKey, streams, cursor, write: read(server), listed: list?.(server), snapshot })
  }

  function mutate() {
    const { key: snapshotKey, streams, run } = random.pick(mutations)
    const cursor = server.cursor()
    answers.push({ snapshotKey, streams, cursor, write: run(server), listed: undefined, snapshot: null })
  }

  function receive() {
    if (answers.length === 0) return
    // An idempotent replay may bring an old answer again.
    const answer = random.chance(0.1) ? random.pick(answers) : random.take(answers)
    const { snapshotKey, streams, cursor, write, listed, snapshot } = answer
    const result = sync.snapshot(snapshotKey, streams, cursor, write)
    if (result !== 'stale') return void (listed && remember(cursor, listed))
    if (snapshot) toLoad.push(snapshot)
    else toLoad = [...mounted]
  }

  /** Remembers the lists of the newest cursor, which may have been read at different moments after it. */
  function remember(cursor: StreamCursor, listed: string[]) {
    const isNewer = cursor.epoch !== newest.epoch || cursor.heads.catalogue! > newest.seq
    if (isNewer) newest = { epoch: cursor.epoch, seq: cursor.heads.catalogue!, lists: [] }
    if (cursor.heads.catalogue === newest.seq) newest.lists.push(listed)
  }

  /** Restarts the server: its connections and unfinished requests are lost, sometimes its database too. */
  function restart() {
    for (const { snapshot } of requests.splice(0)) toLoad.push(snapshot)
    disconnect()
    if (random.chance(0.4)) server.reset()
  }

  const steps: [weight: number, step: () => void][] = [
    [24, () => server.change()],
    [30, deliver],
    [7, disturb],
    [8, mount],
    [12, request],
    [20, serve],
    [5, mutate],
    [14, receive],
    [12, connect],
    [2, disconnect],
    [1, restart],
    [1, () => server.prune()],
  ]
  const weightedSteps = steps.flatMap(([weight, step]) => Array.from({ length: weight }, () => step))
  if (random.chance(0.8)) openPage()
  for (let remaining = 20 + random.below(80); remaining > 0; remaining--) random.pick(weightedSteps)()

  return settle() ? findDifference() : 'it never settles'

  /** From here on nothing is lost, but late messages still arrive. */
  function settle() {
    disconnect()
    for (let remaining = 2000; remaining > 0; remaining--) {
      const pending = [
        isConnecting && connect,
        connection && connection.length > 0 && deliver,
        toLoad.length > 0 && request,
        requests.length > 0 && serve,
        answers.length > 0 && receive,
      ].filter((step) => step !== false && step !== null)
      if (pending.length === 0) return true
      random.pick(pending)()
    }
    return false
  }

  function findDifference() {
    for (const snapshot of mounted) {
      const shown = JSON.stringify(snapshot.shown(state()))
      const lists = snapshot.list ? newest.lists : [[]]
      const expected = lists.map((listed) => JSON.stringify(snapshot.expected(server, listed)))
      if (!expected.includes(shown)) {
        return `${snapshot.key}\n shows    ${shown}\n expected ${expected.join(' or ')}`
      }
    }
    return null
  }
}
