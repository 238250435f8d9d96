import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { items } from '../../../drizzle/schema.ts'
import { signOut } from '../../../client/accounts/actions.ts'
import { register, signIn } from '../../../client/accounts/sign-in-actions.ts'
import { loadCart } from '../../../client/cart/actions.ts'
import {
  addForVisitor,
  addVisitorLine,
  changeVisitorCount,
  loadVisitorItems,
  removeForVisitor,
} from '../../../client/cart/visitor-actions.ts'
import type { Client } from '../../../client/client.ts'
import type { Item } from '../../../shared/catalogue/schema.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildCategory, buildItem as insertItem, buildStaff } from '../../build.ts'
import { buildItem } from '../build.ts'
import { openDevice, openNetwork, stateOf, untilLive } from '../device.ts'

let server: TestServer
let network: Awaited<ReturnType<typeof openNetwork>>
let [first, second] = [] as unknown as [Item, Item]
beforeAll(async () => {
  server = await startTestServer()
  first = await insert('First')
  second = await insert('Second')
})
afterAll(() => server.close())
beforeEach(async () => {
  network = await openNetwork(server)
})

async function insert(name: string) {
  const { id } = await insertItem(server, { name, price: 1500 })
  return buildItem({ _id: id, name, price: 1500 })
}
let users = 0
const newCredentials = () => ({ email: `visitor${++users}@example.com`, password: 'secret1' })
const registerAs = (client: Client, credentials: ReturnType<typeof newCredentials>) =>
  register(client, { ...credentials, firstName: 'Nila', lastName: 'Dias' })
const shown = (client: Client) =>
  stateOf(client).cart.visitorLines.map(({ item, count }) => [item.name, count] as [string, number])
/** The user's cart, as the server has it. */
async function cartOf(client: Client) {
  const { body } = await server.call<{ item: Item; count: number }[]>('GET', '/cart', undefined, {
    token: client.session.current()!.token,
  })
  return body.data.map(({ item, count }) => [item.name, count])
}
const stored = (device: ReturnType<typeof openDevice>) => device.storage.get('cart')

describe('the cart of a visitor', () => {
  it('is kept on the device, shown in every tab, and there after a reload', async () => {
    const device = openDevice(network)
    const [tab, other] = [device.openTab(), device.openTab()]
    addForVisitor(tab, first, 1)
    addForVisitor(tab, first, 2)
    addForVisitor(tab, second, 1)
    expect(shown(tab)).toEqual([
      ['First', 3],
      ['Second', 1],
    ])
    expect(stateOf(tab).cart.count).toBe(4)
    await expect.poll(() => shown(other)).toEqual(shown(tab))
    changeVisitorCount(other, first._id, 7)
    removeForVisitor(other, second._id)
    await expect.poll(() => shown(tab)).toEqual([['First', 7]])
    const reopened = device.openTab()
    await expect.poll(() => shown(reopened)).toEqual([['First', 7]])
    removeForVisitor(tab, first._id)
    expect(stored(device)).toBeUndefined()
    const elsewhere = openDevice(network).openTab()
    expect(shown(elsewhere)).toEqual([])
  })

  it('has the limits of a cart', async () => {
    const tab = openDevice(network).openTab()
    addForVisitor(tab, first, 9999)
    expect(() => addForVisitor(tab, first, 1)).toThrow('You can order at most 9,999 of one item.')
    for (let i = 1; i < 100; i++) addForVisitor(tab, buildItem({ _id: `i${i}` }), 1)
    expect(() => addForVisitor(tab, second, 1)).toThrow('Your cart can have at most 100 different items.')
    expect(shown(tab)).toHaveLength(100)
  })

  it('puts a removed line back within these limits, and keeps what another tab added meanwhile', async () => {
    const device = openDevice(network)
    const [tab, other] = [device.openTab(), device.openTab()]
    addForVisitor(tab, first, 2)
    const [line] = stateOf(tab).cart.visitorLines
    removeForVisitor(tab, first._id)
    addForVisitor(other, first, 5)
    addVisitorLine(tab, line!)
    expect(shown(tab)).toEqual([['First', 7]])
    await expect.poll(() => shown(other)).toEqual([['First', 7]])

    changeVisitorCount(tab, first._id, 9998)
    expect(() => addVisitorLine(tab, line!)).toThrow('You can order at most 9,999 of one item.')
    removeForVisitor(tab, first._id)
    for (let i = 1; i <= 100; i++) addForVisitor(tab, buildItem({ _id: `i${i}` }), 1)
    expect(() => addVisitorLine(tab, line!)).toThrow('Your cart can have at most 100 different items.')
    expect(shown(tab)).toHaveLength(100)
  })

  it.each(['x', '{}', '[]', 'null', '{"key":"k","merges":[],"lines":[{"item":{},"count":-1}]}'])(
    'is empty when the device has %s in its place, and can be filled',
    async (text) => {
      const device = openDevice(network)
      device.storage.set('cart', text)
      const tab = device.openTab()
      addForVisitor(tab, first, 1)
      expect(shown(tab)).toEqual([['First', 1]])
    },
  )

  it('shows current prices and what is no longer for sale, when it opens and live', async () => {
    const staff = await buildStaff(server)
    const { id: categoryId } = await buildCategory(server)
    const [dear, gone] = [await insertItem(server, { categoryId }), await insertItem(server, { categoryId })]
    const tab = openDevice(network).openTab()
    await untilLive(tab)
    for (const { id, name } of [dear, gone]) addForVisitor(tab, buildItem({ _id: id, name, price: 900 }), 2)
    await server.app.db.update(items).set({ archivedAt: new Date() }).where(eq(items.id, gone.id))
    await loadVisitorItems(tab, [dear.id, gone.id])
    expect(stateOf(tab).cart.visitorLines).toMatchObject([
      { item: { price: 1000 }, priceWhenAdded: 900, isAvailable: true },
      { item: { name: gone.name }, isAvailable: false },
    ])
    expect(stateOf(tab).cart.count).toBe(2)
    const archived = await server.call('DELETE', `/admin/items/${dear.id}`, undefined, staff)
    expect(archived.status).toBe(200)
    await expect.poll(() => stateOf(tab).cart.count).toBe(0)
  })
})

describe('logging in', () => {
  it('adds the lines to the cart once, in whichever tab, and empties the device after the answer', async () => {
    const device = openDevice(network)
    const tabs = [device.openTab(), device.openTab(), device.openTab()] as const
    addForVisitor(tabs[0], first, 2)
    addForVisitor(tabs[0], second, 1)
    await expect.poll(() => shown(tabs[2])).toHaveLength(2)
    await registerAs(tabs[1], newCredentials())
    await expect.poll(() => stored(device)).toBeUndefined()
    await expect.poll(() => stateOf(tabs[2]).cart.merge).toBe('none')
    expect(await cartOf(tabs[1])).toEqual([
      ['First', 2],
      ['Second', 1],
    ])
    for (const tab of tabs) {
      expect(shown(tab)).toEqual([])
      await expect.poll(() => tab.session.current()).not.toBeNull()
      // As every page does for a user: a tab may have begun to listen after the lines were added.
      await loadCart(tab)
      expect(stateOf(tab).cart.count).toBe(3)
    }
  })

  it('shows the merged cart on the user’s other device', async () => {
    const credentials = newCredentials()
    const laptop = openDevice(network).openTab()
    await registerAs(laptop, credentials)
    await untilLive(laptop)
    const phone = openDevice(network).openTab()
    addForVisitor(phone, first, 2)
    await signIn(phone, credentials)
    await expect.poll(() => stateOf(laptop).cart.count).toBe(2)
    await expect.poll(() => stateOf(phone).cart.mergeNotice).toMatchObject({ isComplete: true })
  })

  it('adds nothing twice when the answer is lost', async () => {
    const device = openDevice(network)
    const tab = device.openTab()
    addForVisitor(tab, first, 2)
    await untilLive(tab)
    let isLost = false
    tab.store.subscribe(({ cart }) => {
      if (cart.merge === 'sending' && !isLost) network.loseAnswer('/cart/merge')
      isLost ||= cart.merge === 'waiting'
    })
    await registerAs(tab, newCredentials())
    await expect.poll(() => isLost).toBe(true)
    expect(await cartOf(tab)).toEqual([['First', 2]])
    const again = device.openTab()
    await expect.poll(() => stored(device)).toBeUndefined()
    expect(await cartOf(again)).toEqual([['First', 2]])
  })

  it('keeps the lines while the server can’t be reached, for this user alone, and adds them later', async () => {
    const device = openDevice(network)
    const [ada, sam] = [newCredentials(), newCredentials()]
    const tab = device.openTab()
    await registerAs(tab, sam)
    await signOut(tab)
    addForVisitor(tab, first, 2)
    await expect(signIn(tab, { ...sam, password: 'wrong password' })).rejects.toThrow()
    expect(shown(tab), 'the login failed').toEqual([['First', 2]])
    const stopListening = tab.session.listen(({ type }) => type === 'signed-in' && network.cut())
    await registerAs(tab, ada)
    stopListening()
    await expect.poll(() => stateOf(tab).cart.merge).toBe('waiting')
    expect(shown(tab)).toEqual([])
    network.heal()
    await signOut(tab)
    addForVisitor(tab, second, 1)
    await signIn(tab, sam)
    await expect.poll(() => cartOf(tab)).toEqual([['Second', 1]])
    await signOut(tab)
    await signIn(tab, ada)
    await expect.poll(() => cartOf(tab)).toEqual([['First', 2]])
    await expect.poll(() => stored(device)).toBeUndefined()
  })

  it('says which items are no longer for sale', async () => {
    const [id, name] = ['deleted', 'Deleted plan']
    const tab = openDevice(network).openTab()
    addForVisitor(tab, buildItem({ _id: id, name }), 1)
    addForVisitor(tab, first, 1)
    await registerAs(tab, newCredentials())
    await expect
      .poll(() => stateOf(tab).cart.mergeNotice)
      .toEqual({ message: `No longer available: ${name}.`, isComplete: false })
    expect(await cartOf(tab)).toEqual([['First', 1]])
  })

  it('after a day without an answer, adds only what the cart doesn’t have', async () => {
    const device = openDevice(network)
    const tab = device.openTab()
    addForVisitor(tab, first, 2)
    addForVisitor(tab, second, 3)
    tab.session.listen(({ type }) => type === 'signed-in' && network.cut())
    const { _id } = await registerAs(tab, newCredentials())
    await expect.poll(() => stateOf(tab).cart.merge).toBe('waiting')
    tab.stop()
    network.heal()
    const { token } = tab.session.current()!
    await server.call('POST', '/cart', { item: first._id, count: 2 }, { token })
    const cart = JSON.parse(stored(device)!) as { merges: { startedAt: number; user: string }[] }
    expect(cart.merges).toMatchObject([{ user: _id }])
    cart.merges[0]!.startedAt -= 86_400_000
    device.storage.set('cart', JSON.stringify(cart))
    const later = device.openTab()
    await expect
      .poll(() => cartOf(later))
      .toEqual([
        ['First', 2],
        ['Second', 3],
      ])
    await expect.poll(() => stored(device)).toBeUndefined()
  })
})
