import { findItems, createOrder, markPaid } from './api.ts'
import { expect, test } from './fixtures.ts'

test('changes made during a restart appear on open pages', async ({ logIn, app }) => {
  const ada = await logIn('ada@example.com')
  const mira = await logIn('mira@example.com')
  const { items } = await findItems(ada.page, 'limit=1')
  const order = await createOrder(ada, items[0]!)
  await markPaid(ada, order)

  await ada.page.goto(`/orders/details/${order._id}`)
  await expect(ada.page.getByText('Live', { exact: true })).toBeVisible()

  await app.restart()
  // Before the page has reconnected, so that it has to catch up.
  expect((await mira.call('PATCH', `/admin/orders/${order._id}/verify`)).success).toBe(true)

  await expect(ada.page.getByText('Payment Verified').first()).toBeVisible()
  await expect(ada.page.getByText('Live', { exact: true })).toBeVisible()
})
