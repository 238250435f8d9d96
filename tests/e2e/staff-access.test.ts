import { expect, test } from './fixtures.ts'

test("a customer can't open another customer's order or a staff page", async ({ logIn }) => {
  const ada = await logIn('ada@example.com')
  const sam = await logIn('sam@example.com')
  const orders = (await ada.call('GET', '/checkout')).data as unknown as { _id: string }[]
  await sam.page.goto(`/orders/details/${orders[0]!._id}`)
  await expect(sam.page.getByText('Order not found')).toBeVisible()
  await sam.page.goto('/admin/payments')
  await expect(sam.page.getByText('Payments to verify')).toHaveCount(0)
  const html = await (await sam.page.request.get('/admin/payments')).text()
  expect(html, 'nor its frame, before the session is restored').not.toContain('aria-label="Staff"')
})
