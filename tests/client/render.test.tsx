import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { loadItems } from '../../client/catalogue/actions.ts'
import { itemsKey } from '../../client/catalogue/store.ts'
import { createClient } from '../../client/client.ts'
import { type PageData, readPageData, writePageData } from '../../client/page-data.ts'
import { initialPrefs, readPrefs } from '../../client/accounts/prefs.ts'
import { ClientProvider, useClient, useStore } from '../../client/store.tsx'
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

test('what the server has read is there at once; what it has not is being loaded', () => {
  expect(render(page, 'c1')).toBe('ready 1 dark')
  expect(render(page, 'c2')).toBe('loading nothing dark')
})

test('the data of a page come back as they were, and cannot end the script that carries them', () => {
  const text = writePageData(page)
  expect(text).not.toContain('<')
  expect(readPageData(text)).toEqual(page)
})

test('a client begins with what the page came with, and nobody signed in', () => {
  const client = createClient(page)
  expect(client.store.getState().catalogue.items.i1).toMatchObject({ price: 1299 })
  expect(client.store.getState().accounts).toMatchObject({ ready: false, user: null })
})

test('preferences are read from their cookie, and the usual where it cannot be read', () => {
  const prefs = { theme: 'light', currency: 'INR', initials: 'ÉL' } as const
  expect(readPrefs(encodeURIComponent(JSON.stringify(prefs)))).toEqual(prefs)
  for (const cookie of [undefined, '', '%', 'null', '{"theme":"pink"}']) expect(readPrefs(cookie)).toEqual(initialPrefs)
})
