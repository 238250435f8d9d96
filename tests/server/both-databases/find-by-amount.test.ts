import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseAmount } from '../../../server/orders/find-by-amount.ts'
import { startTestServer, type TestServer, type Wire } from '../../app.ts'
import { buildOrder, buildStaff, buildUser } from '../../build.ts'
import { openTimeoutMs } from '../../database.ts'

let server: TestServer
let [staff, customer] = ['', '']
const numbers: Record<string, string> = {}

beforeAll(async () => {
  server = await startTestServer({ TRANSFER_ACCOUNTS: 'tests/transfer-accounts.json' })
  const ada = await buildUser(server)
  ;[staff, customer] = [(await buildStaff(server)).token, ada.token]
  const choices = {
    bank: { method: 'bank' },
    binance: { method: 'binance' },
    base: { method: 'crypto', network: 'BASE', token: 'USDC' },
    bnb: { method: 'crypto', network: 'BEP20', token: 'USDT' },
    ether: { method: 'crypto', network: 'BASE', token: 'ETH' },
    none: null,
  }
  for (const [name, choice] of Object.entries(choices)) {
    const { _id } = await buildOrder(server, ada, { price: name === 'none' ? 7433 : 2437 })
    numbers[_id] = name
    if (choice) await server.call('POST', `/checkout/${_id}/payment-request`, choice, { token: customer })
  }
}, openTimeoutMs)
afterAll(() => server.close())

const find = async (path: string) => {
  const { body } = await server.call<Wire['order'][]>('GET', path, undefined, { token: staff })
  return body.data.map(({ _id }) => numbers[_id]!).toSorted()
}

const inDollars = ['base', 'binance', 'bnb', 'bank', 'ether'].toSorted()

it.each([
  ['Rs 7,433', ['bank']],
  ['7433 LKR', ['bank']],
  ['7,433.00', ['bank']],
  // An order of $7,433 would match it too, one of $74.33 doesn't.
  ['7433', ['bank']],
  ['$74.33', ['none']],
  ['24.37', inDollars],
  ['$24.37', inDollars],
  ['24.370', ['base', 'binance', 'bnb', 'ether', 'bank'].toSorted()],
  ['24.37 USDT', ['binance']],
  ['24.3701', ['base', 'bnb']],
  ['24.3701 USDC', ['base']],
  ['24.3701 usdt', ['bnb']],
  ['Rs 24.37', []],
  ['24.38', []],
  ['24,37', []],
  ['€ 24.37', []],
])('finds by %s the orders that ask for it', async (q, names) => {
  expect(await find(`/admin/orders?q=${encodeURIComponent(q)}`)).toEqual(names)
})

it('finds them from every page of staff, and not for others', async () => {
  const { body } = await server.call<{ orders: { _id: string }[] }>('GET', '/admin/search?q=Rs%207%2C433', undefined, {
    token: staff,
  })
  expect(body.data.orders.map(({ _id }) => numbers[_id])).toEqual(['bank'])
  const refused = await server.call('GET', '/admin/search?q=Rs%207%2C433', undefined, { token: customer })
  expect(refused.status).toBe(403)
})

it.each(['', 'abc', '1.2.3', '12 34', 'Rs', '#D375HX', '1,23', '$5 USDT', '9'.repeat(13)])(
  'reads no amount in “%s”',
  (text) => expect(parseAmount(text)).toBeNull(),
)
