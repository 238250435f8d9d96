import { createStore } from 'zustand/vanilla'
import { bestSellers } from '../shared/catalogue/rules.ts'
import type { PageData } from '../shared/page-data.ts'
import { categoriesKey, itemKey, itemsKey, relatedKey } from './catalogue/store.ts'
import type { Client, ConnectedClient, PageClient } from './client.ts'
import { contentKey } from './content/store.ts'
import { reviewsKey } from './reviews/store.ts'
import { initialState, type State } from './state.ts'
import { shopKey, storefrontKey } from './storefront/store.ts'

export type OpenPage = {
  /** Its calls wait until the page is connected; what else `ConnectedClient` has is only there from then on. */
  client: Client
  connect: (rest: ConnectedClient & Pick<PageClient, 'storage'>) => void
}

/** Creates the client with which a page is rendered and hydrated. On the server there is one per request. */
export function openPage(data: PageData): OpenPage {
  let onConnected: () => void
  const connected = new Promise<void>((resolve) => (onConnected = resolve))
  const page: PageClient = {
    store: createStore<State>(() => initialState(data)),
    rendered: new Set(renderedKeys(data)),
    position: data.position,
    connected,
    storage: () => null,
  }
  const later =
    (name: 'call' | 'load' | 'send' | 'idempotently' | 'update') =>
    async (...args: unknown[]) => {
      await connected
      return (client[name] as (...all: unknown[]) => unknown)(...args)
    }
  const names = ['call', 'load', 'send', 'idempotently', 'update'] as const
  const client = Object.assign(page, Object.fromEntries(names.map((name) => [name, later(name)]))) as unknown as Client

  return {
    client,
    connect(rest) {
      Object.assign(client, rest)
      onConnected()
    },
  }
}

function* renderedKeys({ items, item, missingItem, related, categories, reviews, storefront, ...data }: PageData) {
  if (data.content) yield contentKey(data.content.slug)
  if (data.rated) yield itemsKey(data.rated.filter)
  if (data.shop) yield shopKey
  if (items) yield itemsKey(items.filter)
  if (data.bestSellers) yield itemsKey(bestSellers)
  if (item) yield itemKey(item._id)
  if (missingItem !== undefined) yield itemKey(missingItem)
  if (related) yield relatedKey(related.item)
  if (categories) yield categoriesKey
  if (storefront) yield storefrontKey
  if (reviews) yield reviewsKey(reviews.item)
}
