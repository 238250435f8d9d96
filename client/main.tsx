import { hydrateRoot } from 'react-dom/client'
import { removePasswordFromUrl } from './accounts/remove-password-from-url.ts'
import { rememberReferrer } from './referrals/referral-storage.ts'
import { App } from './app.tsx'
import { createClient } from './create-client.ts'
import { prefetchLinks } from './layout/prefetch-links.ts'
import { parsePageData } from '../shared/page-data.ts'
import { loadCode, loadPage } from './routes.tsx'
import { ClientProvider } from './client-context.tsx'

const client = createClient(parsePageData(document.getElementById('data')!.textContent))

removePasswordFromUrl(window)
rememberReferrer(location.search)
void open()

// Not awaited at the top level: the page's chunk imports this one, and each would wait for the other.
async function open() {
  // Hydration needs the page's code. If it can't be loaded, the page's error boundary says so.
  await loadCode(client.store.getState().accounts.prefs, location.pathname).catch(() => undefined)
  hydrateRoot(
    document.getElementById('root')!,
    <ClientProvider client={client}>
      <App />
    </ClientProvider>,
  )
  client.start()
  prefetchLinks(loadPage)
}
