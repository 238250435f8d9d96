import type { StreamEvent } from '../../shared/stream.ts'
import { type AccountsState, setUser } from './store.ts'

type Draft = { accounts: AccountsState }

export function applyAccounts(draft: Draft, event: StreamEvent) {
  const { user } = draft.accounts
  if (!user || event.stream !== 'user') return
  if (event.type === 'user.changed' && event.data.user._id === user._id) setUser(draft, event.data.user)
  if (event.type === 'points.changed') draft.accounts.user = { ...user, points: event.data.totalPoints }
}
