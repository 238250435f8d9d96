import { produce } from 'immer'
import { parseStreamCursor } from '../shared/stream-cursor.ts'
import type { EventSchemas, StreamEvent, Welcome } from '../shared/stream.ts'
import { loadMe } from './accounts/actions.ts'
import { createApi, type Send } from './api/call.ts'
import { createIdempotentRetry } from './api/idempotent-retry.ts'
import type { Locks } from './api/refresh.ts'
import { createSession } from './api/session.ts'
import { followDeviceCart } from './cart/follow-device-cart.ts'
import type { ActionContext } from './action-context.ts'
import type { Client, ConnectedClient, PageClient } from './client.ts'
import { clearUserData } from './local-data.ts'
import type { PageData } from '../shared/page-data.ts'
import { openPage } from './page-client.ts'
import { localStorageOf, type Page, watchPage, webLocks } from './page-events.ts'
import type * as Realtime from './realtime.ts'
import { createSessionEvents } from './session-events.ts'
import type { State } from './state.ts'
import { createSnapshotCalls } from './stream/snapshot-calls.ts'
import type { UnknownEvent } from './stream/connection-options.ts'
import { createConnection } from './stream/socket.ts'
import { createSync } from './stream/sync.ts'

type Environment = {
  send?: Send
  locks?: Locks | undefined
  /** The origin of the socket server; the page's own by default. */
  url?: string
}

/** What staff load besides the code of events. */
type StaffRealtime = {
  eventData: EventSchemas
  applyStaffEvent: (state: State, event: StreamEvent | UnknownEvent) => void
}

/** Creates a client that is connected from the beginning. */
export function createClient(data: PageData, environment: Environment = {}): Client {
  const { client, connect } = openPage(data)
  connect(connectClient(client, environment))
  return client
}

/** Creates what a page's client lacks. */
export function connectClient(
  { store, position }: PageClient,
  { send, locks = webLocks(), url }: Environment = {},
): ConnectedClient & Pick<PageClient, 'storage'> {
  const update = (change: (draft: State) => void) =>
    store.setState((state) => produce(state, (draft: State) => void change(draft)), true)
  const session = createSession({ clearUserData })
  const api = createApi({ session, locks, ...(send && { send }) })
  const identity = () => session.current()?.user._id ?? null

  /** Loaded with the socket code: without a socket there are no events. */
  let realtime: typeof Realtime | null = null
  let staffRealtime: StaffRealtime | null = null
  const sync = createSync<State, StreamEvent | UnknownEvent>({
    update,
    apply: (state, event, isNewerThanSnapshot) => {
      realtime!.applyEvent(state, event, isNewerThanSnapshot)
      staffRealtime?.applyStaffEvent(state, event)
    },
    refetch,
    reconnect: () => connection.rejoin(),
  })
  sync.start(parseStreamCursor(position))
  const connection = createConnection({
    url,
    load: async () => {
      const [code, { io }] = await Promise.all([
        import('./realtime.ts'),
        import('./stream/io.ts'),
        isStaff() && loadStaffEvents(),
      ])
      realtime = code
      return { ...code, io, readEvents: (data) => code.readEvents(data, staffRealtime?.eventData ?? code.shopEvents) }
    },
    sync: { ...sync, welcome },
    token: () => session.current()?.token ?? null,
    refresh: api.refresh,
    onStatus: (status) => update((draft) => void Object.assign(draft.connection, { status, since: Date.now() })),
    onSignal: (signal) => update((draft) => realtime!.applySignal(draft, signal)),
    onEnd: (token, reason) => sessionEvents.onEndedByServer(token, reason),
    refetch,
  })

  const isStaff = () => session.current()?.user.isAdmin === true
  const loadStaffEvents = async () => void (staffRealtime = await import('./apply-staff-event.ts'))

  /** Events of the staff stream that arrive before their code are made up for by loading everything again. */
  function welcome(message: Welcome) {
    sync.welcome(message)
    if (message.streams.staff && !staffRealtime) void loadStaffEvents().then(refetch, connection.handleDisconnect)
  }

  const context: ActionContext = {
    ...createSnapshotCalls<State>({ call: api.call, snapshot: sync.snapshot, refetch, identity }),
    store,
    update,
    call: api.call,
    idempotently: createIdempotentRetry(),
  }
  let page: Page | null = null
  const sessionEvents = createSessionEvents({
    update,
    session,
    connection,
    dropStreams: sync.dropStreams,
    reloadUser,
    page: () => page,
  })

  function refetch() {
    update((draft) => void (draft.refetchVersion += 1))
    if (identity()) reloadUser()
  }

  /** If this fails, the user stays as they are known. */
  function reloadUser() {
    loadMe(context).catch(() => undefined)
  }

  const cleanups: (() => void)[] = []
  function start(opened: Page = window) {
    page = opened
    cleanups.push(
      session.open(page, localStorageOf(page)),
      session.listen(sessionEvents.onSessionChange),
      store.subscribe(sessionEvents.persist),
      followDeviceCart({ ...context, store, session }, page),
    )
    sessionEvents.restore()
    sessionEvents.persist(store.getState())
    cleanups.push(watchPage(page, connection, session.reload), connection.stop)
  }

  return {
    ...context,
    store,
    session,
    connection,
    storage: () => page && localStorageOf(page),
    expectSessionEnd: sessionEvents.expectSessionEnd,
    start,
    stop: () => cleanups.splice(0).forEach((cleanUp) => cleanUp()),
  }
}
