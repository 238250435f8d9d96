import { produce } from 'immer'
import { createStore } from 'zustand/vanilla'
import { parseStreamCursor } from '../shared/stream-cursor.ts'
import type { StreamEvent } from '../shared/stream.ts'
import { loadMe } from './accounts/actions.ts'
import { createApi, type Send } from './api/call.ts'
import { createIdempotentRetry } from './api/idempotent-retry.ts'
import type { Locks } from './api/refresh.ts'
import { createSession } from './api/session.ts'
import { categoriesKey, itemKey, itemsKey } from './catalogue/store.ts'
import type { ActionContext } from './action-context.ts'
import type { Client } from './client.ts'
import { clearUserData } from './local-data.ts'
import type { PageData } from '../shared/page-data.ts'
import { localStorageOf, type Page, watchPage, webLocks } from './page-events.ts'
import type * as Realtime from './realtime.ts'
import { reviewsKey } from './reviews/store.ts'
import { createSessionEvents } from './session-events.ts'
import { initialState, type State } from './state.ts'
import { createSnapshotCalls } from './stream/snapshot-calls.ts'
import { createConnection, type UnknownEvent } from './stream/socket.ts'
import { createSync } from './stream/sync.ts'

type Environment = {
  send?: Send
  locks?: Locks | undefined
  /** The origin of the socket server; the page's own by default. */
  url?: string
}

/** Creates a client for a page. On the server there is one per request, and it is only read. */
export function createClient(data: PageData, { send, locks = webLocks(), url }: Environment = {}): Client {
  const store = createStore<State>(() => initialState(data))
  const update = (change: (draft: State) => void) =>
    store.setState((state) => produce(state, (draft: State) => void change(draft)), true)
  const session = createSession({ clearUserData })
  const api = createApi({ session, locks, ...(send && { send }) })
  const identity = () => session.current()?.user._id ?? null

  /** Loaded with the socket code: without a socket there are no events. */
  let realtime: typeof Realtime | null = null
  const sync = createSync<State, StreamEvent | UnknownEvent>({
    update,
    apply: (state, event, isNewerThanSnapshot) => realtime!.applyEvent(state, event, isNewerThanSnapshot),
    refetch,
    reconnect: () => connection.rejoin(),
  })
  sync.start(parseStreamCursor(data.position))
  const connection = createConnection({
    url,
    load: async () => (realtime = await import('./realtime.ts')),
    sync,
    token: () => session.current()?.token ?? null,
    refresh: api.refresh,
    onStatus: (status) => update((draft) => void Object.assign(draft.connection, { status, since: Date.now() })),
    onSignal: (signal) => update((draft) => realtime!.applySignal(draft, signal)),
    onEnd: (token, reason) => sessionEvents.onEndedByServer(token, reason),
    refetch,
  })

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
    rendered: new Set(renderedKeys(data)),
    storage: () => page && localStorageOf(page),
    expectSessionEnd: sessionEvents.expectSessionEnd,
    start,
    stop: () => cleanups.splice(0).forEach((cleanUp) => cleanUp()),
  }
}

function* renderedKeys({ items, item, missingItem, categories, reviews }: PageData) {
  if (items) yield itemsKey(items.filter)
  if (item) yield itemKey(item._id)
  if (missingItem !== undefined) yield itemKey(missingItem)
  if (categories) yield categoriesKey
  if (reviews) yield reviewsKey(reviews.item)
}
