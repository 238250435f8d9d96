import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { loadItems } from '../../client/catalogue/actions.ts'
import { itemsKey } from '../../client/catalogue/store.ts'
import { createClient } from '../../client/create-client.ts'
import { type PageData, parsePageData, serializePageData } from '../../shared/page-data.ts'
import { initialPrefs, readPrefs } from '../../shared/accounts/prefs.ts'
import { ClientProvider, useClient, useStore } from '../../client/client-context.tsx'
import { useLoad } from '../../client/use-load.ts'
import { buildItem, buildPage } from './build.ts'

const filter = { category: 'c1' }
const page = buildPage({
  position: 'e;catalogue=7',
  items: { filter, answer: { data: [buildItem({ name: '</script><b>' })], totalCount: 1, nextCursor: null } },
  prefs: { theme: 'dark', currency: 'LKR', initials: 'AL' },
})

function Items({ category }: { category: string }) {
  const client = useClient()
  const { status } = useLoad(itemsKey({ category }), (signal) => loadItems(client, { category }, signal))
  const list = useStore(({ catalogue }) => catalogue.lists[itemsKey({ category })])
  const theme = useStore(({ accounts }) => accounts.prefs.theme)
  return `${status} ${list?.totalCount ?? 'nothing'} ${theme}`
}

const render = (data: PageData, category: string) =>
  renderToString(
    <ClientProvider client={createClient(data)}>
      <Items category={category} />
    </ClientProvider>,
  )

it('renders what the server has loaded, and a loading state for the rest', () => {
  expect(render(page, 'c1')).toBe('ready 1 dark')
  expect(render(page, 'c2')).toBe('loading nothing dark')
})

it('serializes page data losslessly, without ending the script element', () => {
  const text = serializePageData(page)
  expect(text).not.toContain('<')
  expect(parsePageData(text)).toEqual(page)
})

it('starts a client with the page’s data and no user', () => {
  const client = createClient(page)
  expect(client.store.getState().catalogue.items.i1).toMatchObject({ price: 1299 })
  expect(client.store.getState().accounts).toMatchObject({ ready: false, user: null })
})

it('reads preferences from the cookie, with defaults for an invalid one', () => {
  const prefs = { theme: 'light', currency: 'INR', initials: 'ÉL' } as const
  expect(readPrefs(encodeURIComponent(JSON.stringify(prefs)))).toEqual(prefs)
  for (const cookie of [undefined, '', '%', 'null', '{"theme":"pink"}']) expect(readPrefs(cookie)).toEqual(initialPrefs)
})
