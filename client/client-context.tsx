import { createContext, type ReactNode, use } from 'react'
import { useStore as useZustand } from 'zustand'
import type { Client } from './client.ts'
import type { State } from './state.ts'

export { isFailure, isNetwork, messageOf } from './api/call-failed.ts'

const ClientContext = createContext<Client | null>(null)

export const ClientProvider = ({ client, children }: { client: Client; children: ReactNode }) => (
  <ClientContext value={client}>{children}</ClientContext>
)

export function useClient(): Client {
  const client = use(ClientContext)
  if (!client) throw new Error('There is no ClientProvider above this component.')
  return client
}

/** @param select takes a part of the state that exists; one that it makes anew each time never settles */
export const useStore = <T,>(select: (state: State) => T): T => useZustand(useClient().store, select)
