import { produce } from 'immer'
import { expect, it } from 'vitest'
import { setUser } from '../../../client/accounts/store.ts'
import { setProfile } from '../../../client/profile/store.ts'
import { initialProfile } from '../../../client/profile/state.ts'
import { resetUserState } from '../../../client/state.ts'
import { afterEvents, stateWith } from '../apply-events.ts'
import { buildEvent, buildUser } from '../build.ts'

const pending = { firstName: 'Élodie' }
const withPending = stateWith((draft) => {
  setUser(draft, buildUser())
  setProfile(draft, { pending, unconfirmedEmail: null })
})
const userChanged = (fields: Parameters<typeof buildUser>[0]) =>
  buildEvent('user', 1, 'user.changed', { user: buildUser(fields) })

it('shows pending changes on top of a changed user', () => {
  const { accounts } = afterEvents(withPending, userChanged({ darkMode: true }))
  expect(accounts.user).toMatchObject({ firstName: 'Élodie', email: 'ada@example.com', darkMode: true })
})

it('forgets an unconfirmed email address once it is the user’s', () => {
  const state = stateWith((draft) => {
    setUser(draft, buildUser())
    setProfile(draft, { pending: null, unconfirmedEmail: 'new@example.com' })
  })
  expect(state.profile.unconfirmedEmail).toBe('new@example.com')
  expect(afterEvents(state, userChanged({ email: 'new@example.com' })).profile.unconfirmedEmail).toBeNull()
})

it('is cleared when the user logs out', () => {
  expect(produce(withPending, (draft) => void resetUserState(draft)).profile).toEqual(initialProfile())
})
