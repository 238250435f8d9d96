import { expect, it } from 'vitest'
import { setUser } from '../../../client/accounts/store.ts'
import { afterEvents, stateWith } from '../apply-events.ts'
import { buildEvent, buildUser } from '../build.ts'

const loaded = stateWith((draft) => setUser(draft, buildUser()))

it('applies changed settings of the user', () => {
  const user = buildUser({ darkMode: true, currency: 'LKR', firstName: 'Élodie' })
  const { accounts } = afterEvents(loaded, buildEvent('user', 1, 'user.changed', { user }))
  expect(accounts.prefs).toEqual({ theme: 'dark', currency: 'LKR', initials: 'ÉL' })
})

it('ignores changes of another user', () => {
  const otherUser = buildEvent('user', 1, 'user.changed', { user: buildUser({ _id: 'u9' }) })
  expect(afterEvents(loaded, otherUser)).toEqual(loaded)
})
