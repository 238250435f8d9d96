import { expect, it } from 'vitest'
import { watchOrder } from '../../../client/orders/actions.ts'
import { createOrderWatches } from '../../../client/stream/order-watches.ts'

function openTab() {
  const sent: string[] = []
  const watches = createOrderWatches((name, data) => {
    sent.push(`${name}${data.claiming ? ' claiming' : ''}`)
    return Promise.resolve(true)
  })
  let cleared = 0
  const update = () => void (cleared += 1)
  const client = { connection: { watchOrder: watches.watch }, update } as unknown as Parameters<typeof watchOrder>[0]
  return { sent, client, cleared: () => cleared }
}

it('forgets what was received about an order only when its last view is gone', () => {
  const { sent, client, cleared } = openTab()
  const leaveList = watchOrder(client, 'o1')
  const leavePage = watchOrder(client, 'o1')
  leaveList()
  expect(cleared(), 'the page still shows it').toBe(0)
  expect(sent).toEqual(['watch'])
  leavePage()
  expect(cleared()).toBe(1)
  expect(sent).toEqual(['watch', 'unwatch'])
})

it('keeps it while the claim is held, and says so when the claim ends first', () => {
  const { sent, client, cleared } = openTab()
  const leave = watchOrder(client, 'o1')
  const release = watchOrder(client, 'o1', true)
  release()
  expect(sent).toEqual(['watch', 'watch claiming', 'watch'])
  expect(cleared()).toBe(0)
  leave()
  expect(cleared()).toBe(1)
})
