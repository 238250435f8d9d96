import { openNewOrder } from './page-actions.ts'
import { expect, test } from './fixtures.ts'

const days = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa']
const inThreeDays = days[(new Date().getUTCDay() + 3) % days.length]
test.use({ env: { STORE_OPENING_HOURS: `${inThreeDays} 08:00-09:00 UTC` } })

test('outside the opening hours, the store says when it checks and answers again', async ({ newCustomer }) => {
  const { page, order, call } = await openNewOrder(await newCustomer())
  const moment = String.raw`\d+ \w+ at \d\d:\d\d`
  const bank = page.getByRole('radio', { name: 'Bank transfer' })
  await expect(page.locator('label').filter({ has: bank })).toContainText(new RegExp(`Checked from ${moment}`))
  await bank.check()
  await call('PATCH', `/checkout/${order._id}/mark-paid`, { paymentMethod: 'bank' })

  await page.goto(`/orders/details/${order._id}`)
  const progress = page.getByRole('list', { name: 'Progress of this order' })
  await expect(progress).toContainText(new RegExp(String.raw`We check payments again ${moment}, in \d+ d`))
  await expect(progress).not.toContainText('usually takes')

  await page.goto('/support')
  await expect(page.getByText(new RegExp(`Support is back ${moment}`))).toBeVisible()
})
