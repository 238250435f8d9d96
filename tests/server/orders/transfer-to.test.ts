import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TransferAccounts } from '../../../shared/payments/schema.ts'
import type { Wire } from '../../app.ts'
import { buildOrder, buildPaidOrder, buildStaff, buildUser, buildVerifiedOrder, type TestUser } from '../../build.ts'
import { getRoutes } from '../http/filled-server.ts'
import { startTestServerWithPages } from '../../pages.ts'

const accounts: TransferAccounts = {
  bank: {
    bankName: 'Bank-SECRET',
    branch: 'Branch-SECRET',
    accountName: 'Name-SECRET',
    accountNumber: '5120-SECRET',
    swift: 'SWIFT-SECRET',
  },
  binance: { name: 'Binance-SECRET', payId: '7788-SECRET' },
  crypto: [{ network: 'BASE', tokens: ['USDC'], address: `0x5EC2E7${'0'.repeat(34)}` }],
}
const secret = /SECRET|0x5EC2E7/i

let server: Awaited<ReturnType<typeof startTestServerWithPages>>
let [ada, sam, mira] = [] as unknown as [TestUser, TestUser, TestUser]
beforeAll(async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'kade-accounts-')), 'accounts.json')
  writeFileSync(file, JSON.stringify(accounts))
  server = await startTestServerWithPages({ TRANSFER_ACCOUNTS: file })
  ada = await buildUser(server)
  sam = await buildUser(server)
  mira = await buildStaff(server)
})
afterAll(() => server.close())

type WithTransferTo = Wire['order'] & { transferTo?: Partial<TransferAccounts> }
const read = (user: TestUser | null, id: string) =>
  server.call<WithTransferTo>('GET', `/checkout/${id}`, undefined, { token: user?.token })
const transferToOf = async (id: string) => (await read(ada, id)).body.data.transferTo
const decide = (id: string, action: string, reason = 'Nothing came') =>
  server.call('PATCH', `/admin/orders/${id}/${action}`, action === 'verify' ? undefined : { reason }, mira)

it('is every account while the order can be paid, then those of its method until the payment is closed', async () => {
  const order = await buildOrder(server, ada)
  expect(await transferToOf(order._id)).toEqual(accounts)
  await server.call('PATCH', `/checkout/${order._id}/mark-paid`, { paymentMethod: 'crypto' }, { token: ada.token })
  expect(await transferToOf(order._id)).toEqual({ crypto: accounts.crypto })
  await decide(order._id, 'verify')
  expect(await transferToOf(order._id)).toEqual({ crypto: accounts.crypto })
  await decide(order._id, 'refund')
  expect(await transferToOf(order._id)).toBeUndefined()

  const rejected = await buildPaidOrder(server, ada)
  expect(await transferToOf(rejected._id)).toEqual({ bank: accounts.bank })
  await decide(rejected._id, 'reject')
  expect(await transferToOf(rejected._id)).toBeUndefined()

  const cancelled = await buildOrder(server, ada)
  await server.call('PATCH', `/checkout/${cancelled._id}/cancel`, undefined, { token: ada.token })
  expect(await transferToOf(cancelled._id)).toBeUndefined()
})

it('is in no other response, event or page', async () => {
  const devices = [
    await server.connect(),
    await server.connect({ token: ada.token }),
    await server.connect({ token: sam.token }),
    await server.connect({ token: mira.token }),
  ]
  const pending = await buildOrder(server, ada)
  const paid = await buildPaidOrder(server, ada)
  const verified = await buildVerifiedOrder(server, ada, mira)
  const texts = new Map<string, string>()
  for (const order of [pending, paid, verified]) {
    texts.set(`created ${order._id}`, JSON.stringify(order))
    for (const reader of [null, sam, mira]) {
      const { status, body } = await read(reader, order._id)
      expect(status).toBe(reader ? 404 : 401)
      texts.set(`${reader?.id ?? 'visitor'} ${order._id}`, JSON.stringify(body))
    }
    for (const [name, { path }] of getRoutes) {
      for (const reader of [null, ada, sam, mira]) {
        if (name === 'order' && reader === ada) continue
        const { body } = await server.call('GET', path.replace(/:\w+/g, order._id), undefined, {
          token: reader?.token,
          headers: { accept: 'application/json' },
        })
        texts.set(`${name} for ${reader?.email ?? 'a visitor'}`, JSON.stringify(body))
      }
    }
  }
  const coupon = await server.call('PATCH', `/checkout/${pending._id}/apply-coupon`, { couponId: null }, ada)
  texts.set('coupon', JSON.stringify(coupon.body))
  const claim = await server.call('POST', `/admin/orders/${paid._id}/claim`, undefined, mira)
  texts.set('claim', JSON.stringify(claim.body))
  await expect.poll(() => devices[1]!.events().length).toBeGreaterThan(5)
  for (const [i, { received }] of devices.entries()) texts.set(`events ${i}`, JSON.stringify(received))
  for (const path of [
    '/',
    '/items',
    '/faq',
    '/cart',
    '/payment',
    `/orders/${paid._id}`,
    '/orders/details/none',
    '/none',
  ]) {
    texts.set(`page ${path}`, await (await server.router.request(`http://localhost${path}`)).text())
  }
  for (const [name, text] of texts) expect(text, name).not.toMatch(secret)
})
