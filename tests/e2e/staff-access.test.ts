import { expect, test } from './store.ts'

test('one customer’s order is nobody else’s page', async ({ signedIn }) => {
  const ada = await signedIn('ada@example.com')
  const sam = await signedIn('sam@example.com')
  const orders = (await ada.call('GET', '/checkout')).data as unknown as { _id: string }[]
  await sam.page.goto(`/orders/details/${orders[0]!._id}`)
  await expect(sam.page.getByText('Order not found')).toBeVisible()
  await sam.page.goto('/admin/payments')
  await expect(sam.page.getByText('Payments to verify')).toHaveCount(0)
})
