import { expect, test } from './fixtures.ts'

test('a review is written, appears on open pages, and is deleted', async ({ logIn, newVisitor }) => {
  const sam = await logIn('sam@example.com')
  const items = (await sam.call('GET', '/items?limit=5&sortBy=newest')).data as unknown as { _id: string }[]
  const path = `/items/${items[2]!._id}`
  const visitor = await newVisitor()
  for (const page of [sam.page, visitor]) {
    await page.goto(path)
    const tab = page.getByRole('tab', { name: /Reviews/ })
    // The page is visible before it is hydrated.
    await expect(async () => {
      await tab.click()
      await expect(tab).toHaveAttribute('aria-selected', 'true', { timeout: 500 })
    }).toPass()
  }
  await sam.page.getByRole('button', { name: 'Write a review' }).click()
  const dialog = sam.page.getByRole('dialog')
  await dialog.getByLabel('Your review').fill('ab')
  await dialog.getByRole('button', { name: 'Submit review' }).click()
  await expect(dialog.getByText('Please enter at least 3 characters').first()).toBeVisible()
  await dialog.getByLabel('Your review').fill('Did what it says, within the hour.')
  await dialog.getByRole('button', { name: 'Submit review' }).click()
  await expect(visitor.getByText('Did what it says, within the hour.'), 'appears without a reload').toBeVisible()

  await sam.page.getByRole('button', { name: 'Delete' }).click()
  await sam.page.getByRole('alertdialog').getByRole('button', { name: 'Delete review' }).click()
  await expect(visitor.getByText('Did what it says, within the hour.')).toHaveCount(0)
})
