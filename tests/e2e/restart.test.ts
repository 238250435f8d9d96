import { findItems, orderOf, pay } from './shop.ts'
import { expect, test } from './store.ts'

test('what happened while the store was away is on the open page when it is back', async ({ signedIn, store }) => {
  test.setTimeout(90_000)
  const ada = await signedIn('ada@example.com')
  const mira = await signedIn('mira@example.com')
  const { items } = await findItems(ada.page, 'limit=1')
  const paid = await orderOf(ada, items[0]!)
  await pay(ada, paid)

  await ada.page.goto(`/orders/details/${paid._id}`)
  await expect(ada.page.getByText('Live', { exact: true })).toBeVisible()

  await store.restart()
  // Before the page is back, so that it has to catch up with it.
  expect((await mira.call('PATCH', `/admin/orders/${paid._id}/verify`)).success).toBe(true)

  await expect(ada.page.getByText('Payment Verified').first()).toBeVisible({ timeout: 20_000 })
  await expect(ada.page.getByText('Live', { exact: true })).toBeVisible()
})
