import { produce } from 'immer'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { parsePosition } from '../shared/position.ts'
import type { StreamEvent } from '../shared/stream.ts'
import { loadMe } from './accounts/actions.ts'
import { writePrefs } from './accounts/prefs.ts'
import { setUser } from './accounts/store.ts'
import { type Attempt, createAttempts } from './api/attempts.ts'
import { type Call, createApi, type Send } from './api/call.ts'
import type { Locks } from './api/refresh.ts'
import { createSession, type SessionChange, type SessionKeeper } from './api/session.ts'
import { categoriesKey, itemKey, itemsKey } from './catalogue/store.ts'
import type { PageData } from './page-data.ts'
import { reviewsKey } from './reviews/store.ts'
import { forgetPerson, initialState, type State } from './state.ts'
import { createExchange, type Exchange } from './stream/exchange.ts'
import { type Connection, createConnection, type EndReason, type UnknownEvent } from './stream/socket.ts'
import { createSync } from './stream/sync.ts'

/** A visitor's store, and all that keeps it true. */
export type Client = Exchange<State> & {
  store: StoreApi<State>
  session: SessionKeeper
  connection: Connection
  update: (change: (draft: State) => void) => void
  call: Call
  attempt: Attempt
  /** What the page came with and need not be loaded again. */
  rendered: Set<string>
  /** What is kept on this device; null on the server, and where it is forbidden. */
  storage: () => Storage | null
  /** Signing out of one's own will: that the session ends is no news then. */
  leaving: boolean
  /** In the browser, once: finds out who is signed in, and listens to the store and the other tabs. */
  start: (page?: Page) => void
  stop: () => void
}

/** The part of the browser's window that is used. */
export type Page = Pick<
  Window,
  'addEventListener' | 'removeEventListener' | 'dispatchEvent' | 'document' | 'localStorage'
>

type Outside = {
  send?: Send
  locks?: Locks | undefined
  /** Where the push channel is, if not where the page came from. */
  url?: string
}

/** On the server it is made for each page, and only read. */
export function createClient(data: PageData, { send, locks = webLocks(), url }: Outside = {}): Client {
  const store = createStore<State>(() => initialState(data))
  const session = createSession()
  const api = createApi({ session, locks, ...(send && { send }) })
  const update = (change: (draft: State) => void) =>
    store.setState((state) => produce(state, (draft: State) => void change(draft)), true)

  /** Events and signals come over the socket, whose code brings it. */
  let live: typeof import('./live.ts') | null = null
  const sync = createSync<State, StreamEvent | UnknownEvent>({
    update,
    apply: (state, event, isNews) => live!.applyEvent(state, event, isNews),
    refetch,
    reconnect: () => connection.rejoin(),
  })
  sync.start(parsePosition(data.position))
  const identity = () => session.current()?.user._id ?? null
  const exchange = createExchange<State>({ call: api.call, snapshot: sync.snapshot, refetch, identity })
  const connection = createConnection({
    url,
    load: async () => (live = await import('./live.ts')),
    sync,
    token: () => session.current()?.token ?? null,
    refresh: api.refresh,
    onStatus: (status) => update((draft) => void Object.assign(draft.connection, { status, since: Date.now() })),
    onSignal: (signal) => update((draft) => live!.hearSignal(draft, signal)),
    onEnd: endSession,
    refetch,
  })
  const closing: (() => void)[] = []
  let page: Page | null = null

  const client: Client = {
    ...exchange,
    store,
    session,
    connection,
    update,
    call: api.call,
    attempt: createAttempts(),
    rendered: new Set(renderedKeys(data)),
    storage: () => page && storageOf(page),
    leaving: false,
    start,
    stop: () => closing.splice(0).forEach((close) => close()),
  }

  function start(opened: Page = window) {
    page = opened
    closing.push(session.open(page, storageOf(page)), session.listen(becomeSomebody), store.subscribe(keep))
    const signedIn = session.current()
    update((draft) => {
      draft.accounts.ready = true
      if (signedIn) setUser(draft, signedIn.user)
    })
    keep(store.getState())
    if (signedIn) void reloadMe()
    closing.push(
      on(page, 'online', connection.reconnect),
      on(page, 'offline', connection.lost),
      on(page, 'focus', connection.hurry),
      on(page, 'pageshow', connection.hurry),
      on(page.document, 'visibilitychange', () => opened.document.visibilityState === 'visible' && connection.hurry()),
      whenIdle(() => void connection.start()),
      connection.stop,
    )
  }

  function becomeSomebody(change: SessionChange) {
    if (change.type === 'refreshed') return void connection.renewed(change.session.token)
    sync.forget(['user', 'staff'])
    update((draft) => {
      forgetPerson(draft)
      if (change.type === 'signed-in') {
        setUser(draft, change.session.user)
        draft.accounts.ended = null
      }
      if (change.type === 'expired') draft.accounts.ended = 'expired'
      // Another tab left, or was the first to hear that the session is over.
      if (change.type === 'signed-out' && !client.leaving) draft.accounts.ended ??= 'logout'
    })
    connection.reconnect()
    if (change.type === 'signed-in') void reloadMe()
    page?.dispatchEvent(new Event(change.type === 'expired' ? 'auth-expired' : 'auth-changed'))
  }

  /** The store ended the session of this token; another one may have begun since. */
  function endSession(token: string, reason: EndReason) {
    if (client.leaving) return
    if (session.reread()?.token !== token) return connection.hurry()
    update((draft) => void (draft.accounts.ended = reason))
    session.clear()
  }

  /** Keeps what the next page has to know before anything is loaded. */
  function keep({ accounts }: State, before?: State) {
    if (accounts.user) session.setUser(accounts.user)
    if (page && accounts.prefs !== before?.accounts.prefs) writePrefs(page.document, accounts.prefs)
  }

  function refetch() {
    update((draft) => void (draft.generation += 1))
    if (identity()) void reloadMe()
  }

  /** Unasked for: where it fails, what is known of the user stays. */
  const reloadMe = () => loadMe(client).catch(() => undefined)

  return client
}

function* renderedKeys({ items, item, categories, reviews }: PageData) {
  if (items) yield itemsKey(items.filter)
  if (item) yield itemKey(item._id)
  if (categories) yield categoriesKey
  if (reviews) yield reviewsKey(reviews.item)
}

function on(target: Pick<Page, 'addEventListener' | 'removeEventListener'>, type: string, hear: () => void) {
  target.addEventListener(type, hear)
  return () => target.removeEventListener(type, hear)
}

/** The page comes first. Safari has no idle callbacks. */
function whenIdle(work: () => void) {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, 200)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(work, { timeout: 2000 })
  return () => cancelIdleCallback(idle)
}

/** null where it is forbidden: then the session lasts as long as the page. */
function storageOf(page: Page): Storage | null {
  try {
    return page.localStorage
  } catch {
    return null
  }
}

function webLocks(): Locks | undefined {
  if (typeof navigator === 'undefined' || !navigator.locks) return undefined
  return { request: async (name, held) => navigator.locks.request(name, held) }
}
