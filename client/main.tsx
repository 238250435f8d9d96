import { type ReactNode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { removePasswordFromUrl } from './accounts/remove-password-from-url.ts'
import { rememberReferrer } from './referrals/referral-storage.ts'
import { App } from './app.tsx'
import { connectPage } from './connect-page.ts'
import { markFailedStyles } from './layout/failed-styles.ts'
import { openPage } from './page-client.ts'
import { localStorageOf } from './page-events.ts'
import { parsePageData } from '../shared/page-data.ts'
import { isForReading, loadCode, loadPage } from './routes.tsx'
import { ClientProvider } from './client-context.tsx'
import { watchNavigation } from './lib/link-back.ts'
import { whenIdle } from './lib/when-idle.ts'

const page = openPage(parsePageData(document.getElementById('data')!.textContent))
const { client } = page

markFailedStyles(document)
removePasswordFromUrl(window)
rememberReferrer(location.search)
// A window gives its events to listeners in the order in which they came: before the router's.
watchNavigation()
let onBack: ((event: PopStateEvent) => void) | null = null
addEventListener('popstate', (event) => onBack?.(event))
void open()

// Not awaited at the top level: the page's chunk imports this one, and each would wait for the other.
async function open() {
  const { prefs } = client.store.getState().accounts
  const isVisitor = !localStorageOf(window)?.getItem('token')
  const connected = isVisitor && isForReading(prefs, location.pathname) ? null : connectPage(page)
  // Hydration needs the page's code. If it can't be loaded, the page stays as it was sent until it can.
  await Promise.all([loadCode(prefs, location.pathname).catch(() => undefined), connected])
  const hydrate = (onHydrated: () => void) =>
    hydrateRoot(
      document.getElementById('root')!,
      <ClientProvider client={client}>
        <Hydration onEnd={onHydrated}>
          <App />
        </Hydration>
      </ClientProvider>,
    )
  if (connected) {
    hydrate(() => {})
    client.start()
  } else {
    const connect = () => void whenIdle(() => void connectPage(page).then(() => client.start()))
    // As a transition it is done in slices, between which the page scrolls and paints.
    startTransition(() => void hydrate(connect))
  }
  whenIdle(
    () =>
      void import('./layout/idle-page.ts').then(
        ({ prepareNavigation }) => (onBack = prepareNavigation(loadPage, !isVisitor)),
        () => {},
      ),
  )
}

function Hydration({ onEnd, children }: { onEnd: () => void; children: ReactNode }) {
  useEffect(() => onEnd(), [onEnd])
  return children
}
