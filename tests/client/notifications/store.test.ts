import { produce } from 'immer'
import { describe, expect, it } from 'vitest'
import { setNotifications } from '../../../client/notifications/store.ts'
import type { State } from '../../../client/state.ts'
import { afterEvents, stateWith } from '../apply-events.ts'
import { at, buildEvent, buildNotification } from '../build.ts'

describe('notifications', () => {
  const newer = buildNotification({ createdAt: at + 1 })
  const older = buildNotification({ _id: 'n0', createdAt: at })
  const page = { notifications: [newer, older], unread: 2, nextCursor: null }
  const loaded = stateWith((draft) => setNotifications(draft, page))

  it('come first when they are new, and are counted before the list is loaded', () => {
    const notification = buildNotification({ _id: 'n2', createdAt: at + 2 })
    const created = buildEvent('user', 1, 'notification.created', { notification, unread: 3 })
    const { notifications } = afterEvents(loaded, created)
    expect(notifications).toEqual({ list: [notification, newer, older], unread: 3, nextCursor: null })
    const notLoaded = stateWith(() => undefined)
    expect(afterEvents(notLoaded, created).notifications).toMatchObject({ list: null, unread: 3 })
  })

  it('are marked as read one by one, or all at once', () => {
    const one = afterEvents(loaded, buildEvent('user', 1, 'notification.read', { ids: ['n0'], unread: 1 }))
    expect(one.notifications.list!.map(({ read }) => read)).toEqual([false, true])
    const all = afterEvents(loaded, buildEvent('user', 1, 'notification.read', { ids: 'all', unread: 0 }))
    expect([all.notifications.list!.every(({ read }) => read), all.notifications.unread]).toEqual([true, 0])
  })

  it('of a page are appended, unless the list was reloaded in the meantime', () => {
    const next = { notifications: [buildNotification({ _id: 'n9', createdAt: at - 1 })], unread: 2, nextCursor: null }
    const partlyLoaded = stateWith((draft) => setNotifications(draft, { ...page, nextCursor: 'c' }))
    const idsAfter = (cursor: string) => {
      const state: State = produce(partlyLoaded, (draft) => setNotifications(draft, next, cursor))
      return state.notifications.list!.map(({ _id }) => _id)
    }
    expect(idsAfter('c')).toEqual(['n1', 'n0', 'n9'])
    expect(idsAfter('b')).toEqual(['n1', 'n0'])
  })
})
