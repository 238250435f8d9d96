import { hydrateRoot } from 'react-dom/client'
import { rememberReferrer } from './accounts/brought-by.ts'
import { App } from './app.tsx'
import { createClient } from './client.ts'
import { warmLinks } from './layout/warm-links.ts'
import { readPageData } from './page-data.ts'
import { loadCode, loadPage } from './routes.tsx'
import { ClientProvider } from './store.tsx'

const client = createClient(readPageData(document.getElementById('data')!.textContent))

rememberReferrer(location.search)
void open()

// Not awaited at the top of this file: the page's code imports what is bundled with it, and would wait for it in turn.
async function open() {
  // Without its code there would be nothing to hydrate; where it does not come, the page itself says so.
  await loadCode(client.store.getState().accounts.prefs, location.pathname).catch(() => undefined)
  hydrateRoot(
    document.getElementById('root')!,
    <ClientProvider client={client}>
      <App />
    </ClientProvider>,
  )
  client.start()
  warmLinks(loadPage)
}
