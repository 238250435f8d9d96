import { createContext, type ReactNode, use } from 'react'
import { useStore as useZustand } from 'zustand'
import type { Client } from './client.ts'
import type { State } from './state.ts'

export { isFailure, isNetworkError, messageOf } from './api/call-failed.ts'

const ClientContext = createContext<Client | null>(null)

export const ClientProvider = ({ client, children }: { client: Client; children: ReactNode }) => (
  <ClientContext value={client}>{children}</ClientContext>
)

/** The client, for calling actions: `loadOrders(client, …)`. */
export function useClient(): Client {
  const client = use(ClientContext)
  if (!client) throw new Error('useClient needs a ClientProvider above it')
  return client
}

/** @param select returns a part of the state; creating a new object on each call renders forever */
export const useStore = <T,>(select: (state: State) => T): T => useZustand(useClient().store, select)
