import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from './store.ts'

const name = 'Lanternfold Archive'

const picture = async (width: number, height: number, background: string) => ({
  name: 'picture.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer(),
})

test('staff put an item on the shelf, change it and take it off, and whoever looks sees it', async ({
  signedIn,
  browse,
}) => {
  test.setTimeout(120_000)
  const staff = (await signedIn('staff@example.com')).page
  const colleague = (await signedIn('mira@example.com')).page
  const shopper = await browse()
  await shopper.goto('/items')
  await expect(shopper.getByText(/services found$/)).toBeVisible()
  await colleague.goto('/admin/items')
  await expect(colleague.getByRole('row').nth(3)).toBeVisible()

  await test.step('a new item, with pictures and a description', async () => {
    await staff.goto('/admin/items')
    await expect(staff.getByRole('row').nth(3)).toBeVisible()
    await staff.keyboard.press('n')
    await expect(staff).toHaveURL('/admin/items/new')
    await staff.getByRole('button', { name: 'Create item' }).click()
    await expect(staff.getByText('Name is required')).toBeVisible()
    await expect(staff.getByLabel('Name', { exact: true })).toBeFocused()
    await staff.getByLabel('Name', { exact: true }).fill(name)
    await staff.getByLabel('Category').selectOption({ index: 1 })
    await staff.getByLabel('Account type').fill('Private account')
    await staff.getByLabel('Price', { exact: true }).fill('12.99')
    await staff.getByLabel(/^Old price/).fill('20')
    await staff.getByLabel('Short description').fill('Everything you keep, in one place.')
    await staff.getByLabel('Upload a logo').setInputFiles({
      name: 'logo.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    })
    await expect(staff.getByText('Please choose a PNG, JPEG, WebP or GIF.')).toBeVisible()
    await staff.getByLabel('Upload a logo').setInputFiles(await picture(400, 300, '#7b4a00'))
    await expect(staff.getByText('Replace the logo')).toBeVisible()
    await staff.getByLabel('Upload a banner').setInputFiles(await picture(1600, 900, '#0f5239'))
    await expect(staff.getByText('Replace the banner')).toBeVisible()
    await writeDescription(staff)
    await staff.getByRole('button', { name: 'Add a feature' }).click()
    await staff.keyboard.type('Two people')
    await staff.keyboard.press('Enter')
    await staff.keyboard.type('2 TB')
    const preview = staff.getByRole('complementary', { name: 'Preview' })
    await expect(preview).toContainText('Save 35%')
    await staff.getByRole('button', { name: 'Create item' }).click()
    await expect(staff.getByText('Item created: it is on sale').first()).toBeVisible()
    await expect(staff).toHaveURL(/\/admin\/items\/[a-z0-9]{10,}$/)
  })

  await expect(colleague.getByRole('row').nth(1), 'a colleague sees it in the list').toContainText(name)
  const card = shopper.getByRole('article').filter({ hasText: name })
  await expect(card, 'it appears on the shelf by itself').toContainText('$12.99')
  await card.getByRole('link', { name }).click()
  const price = shopper.locator('.buy-box')
  await expect(price).toContainText('$12.99')
  const about = shopper.getByRole('tabpanel', { name: 'Description' })
  await expect(about.getByRole('heading', { name: 'What it is' })).toBeVisible()
  await expect(about.locator('strong')).toHaveText('safe')
  await expect(about.getByRole('listitem')).toHaveText(['One', 'Two'])
  await expect(about.getByRole('link', { name: 'kade.example' })).toHaveAttribute('href', 'https://kade.example/about')
  await expect(about.locator('[style], [class*="Mso"], span, script')).toHaveCount(0)

  await test.step('two change it at once', async () => {
    await colleague.getByRole('link', { name }).click()
    await colleague.getByLabel('Account type').fill('Shared seat')
    await expect(colleague.getByText('Unsaved changes')).toBeVisible()
    await staff.getByLabel('Price', { exact: true }).fill('9.50')
    await staff.keyboard.press('Control+s')
    await expect(staff.getByText('Item saved').first()).toBeVisible()
    await expect(price, 'the open page has the new price').toContainText('$9.50')
    await expect(colleague.getByText('Somebody else changed this item.')).toBeVisible()
    await expect(colleague.getByRole('button', { name: 'Save changes' })).toBeDisabled()
    await colleague.getByRole('button', { name: 'Load theirs' }).click()
    await expect(colleague.getByLabel('Price', { exact: true })).toHaveValue('9.50')
    await expect(colleague.getByLabel('Account type')).toHaveValue('Private account')
  })

  await test.step('nothing unsaved is lost by leaving', async () => {
    await colleague.getByLabel('Short description').fill('Half a sentence')
    await colleague.getByRole('link', { name: 'Coupons' }).click()
    await expect(colleague.getByRole('alertdialog')).toContainText('Leave without saving?')
    await colleague.getByRole('button', { name: 'Stay' }).click()
    await colleague.goBack()
    await expect(colleague.getByRole('alertdialog')).toContainText('Leave without saving?')
    await colleague.getByRole('button', { name: 'Stay' }).click()
    await expect(colleague.getByLabel('Short description')).toHaveValue('Half a sentence')
    await colleague.goBack()
    await colleague.getByRole('button', { name: 'Leave' }).click()
    await expect(colleague).toHaveURL('/admin/items')
  })

  await test.step('a new description is shown without a reload', async () => {
    const editor = staff.getByRole('textbox', { name: 'Description', exact: true })
    await editor.click()
    await staff.keyboard.press('Control+End')
    await staff.keyboard.press('Enter')
    await staff.keyboard.press('Enter')
    await staff.keyboard.type('And more of it.')
    await staff.getByRole('button', { name: 'Save changes' }).click()
    await expect(about).toContainText('And more of it.')
  })

  await test.step('it is taken off sale', async () => {
    await staff.getByRole('button', { name: 'Take off sale' }).click()
    await staff.getByRole('alertdialog').getByRole('button', { name: 'Take off sale' }).click()
    await expect(staff).toHaveURL('/admin/items')
    await expect(shopper.getByRole('heading', { name: 'Item not found' })).toBeVisible()
    await shopper.goBack()
    await expect(shopper.getByText(/services found$/)).toBeVisible()
    await expect(shopper.getByRole('article').filter({ hasText: name })).toHaveCount(0)
  })
})

test('what one does to categories and coupons, the other sees', async ({ signedIn, browse }) => {
  test.setTimeout(90_000)
  const staff = (await signedIn('staff@example.com')).page
  const colleague = (await signedIn('mira@example.com')).page
  const shopper = await browse()
  await shopper.goto('/')
  for (const page of [staff, colleague]) {
    await page.goto('/admin/categories')
    await expect(page.getByRole('row').nth(3)).toBeVisible()
  }
  const first = await staff.getByRole('row').nth(1).getByRole('link').innerText()
  await staff.getByRole('button', { name: 'New category' }).click()
  await staff.getByLabel('Name', { exact: true }).fill(first)
  await staff.getByRole('button', { name: 'Create category' }).click()
  await expect(staff.getByText(`There is a category “${first}” already.`).first()).toBeVisible()
  await staff.getByLabel('Name', { exact: true }).fill('Odds & Ends')
  await staff.getByRole('button', { name: 'Create category' }).click()
  await expect(colleague.getByRole('row').last()).toContainText('Odds & Ends')
  await staff.getByRole('button', { name: 'Move Odds & Ends up' }).click()
  await expect(colleague.getByRole('row').last()).not.toContainText('Odds & Ends')
  await staff.getByRole('button', { name: `Delete ${first}` }).click()
  await expect(staff.getByRole('alertdialog')).toContainText('Move them to another category first.')
  await expect(staff.getByRole('button', { name: 'Delete category' })).toBeDisabled()
  await staff.getByRole('button', { name: 'Cancel' }).click()
  await staff.getByRole('button', { name: `Rename ${first}` }).click()
  await staff.getByLabel('Name', { exact: true }).fill('Moving pictures')
  await staff.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await expect(shopper.getByText('Moving pictures').first()).toBeVisible()
  await staff.getByRole('button', { name: 'Delete Odds & Ends' }).click()
  await staff.getByRole('alertdialog').getByRole('button', { name: 'Delete category' }).click()
  await expect(colleague.getByText('Odds & Ends')).toHaveCount(0)

  for (const page of [staff, colleague]) {
    await page.getByRole('link', { name: 'Coupons', exact: true }).click()
    await expect(page.getByRole('row').nth(3)).toBeVisible()
  }
  await staff.keyboard.press('n')
  await staff.getByLabel('Code', { exact: true }).fill('welcome10')
  await staff.getByRole('button', { name: 'Create coupon' }).click()
  await expect(staff.getByText('There is a coupon WELCOME10 already.').first()).toBeVisible()
  await staff.getByLabel('Code', { exact: true }).fill('autumn26')
  await staff.getByText('One item').click()
  await staff.getByRole('searchbox', { name: 'Item' }).fill('a')
  await staff.getByRole('dialog').getByRole('listitem').first().getByRole('button').click()
  await staff.getByLabel(/^Uses in all/).fill('5')
  await staff.getByRole('button', { name: 'Create coupon' }).click()
  const row = colleague.getByRole('row').filter({ hasText: 'AUTUMN26' })
  await expect(row).toContainText('0 of 5')
  await colleague.getByRole('button', { name: 'Change AUTUMN26' }).click()
  await colleague.getByLabel(/^Uses in all/).fill('7')
  await colleague.getByRole('button', { name: 'Save coupon' }).click()
  await expect(staff.getByRole('row').filter({ hasText: 'AUTUMN26' })).toContainText('0 of 7')
  await staff.getByRole('button', { name: 'End AUTUMN26' }).click()
  await staff.getByRole('alertdialog').getByRole('button', { name: 'End coupon' }).click()
  await expect(row).toHaveCount(0)
})

/** With the keyboard, the tools, and by pasting what a word processor puts on the clipboard. */
async function writeDescription(page: Page) {
  const editor = page.getByRole('textbox', { name: 'Description', exact: true })
  await editor.click()
  await page.getByRole('button', { name: 'Heading', exact: true }).click()
  await page.keyboard.type('What it is')
  await page.keyboard.press('Enter')
  await page.keyboard.type('It is ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('safe')
  await page.keyboard.press('Control+b')
  await page.keyboard.type(' here.')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await page.keyboard.type('One')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Two')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await editor.evaluate((element) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData(
      'text/html',
      '<p class="MsoNormal" style="color:red;margin:0"><span style="font-size:30pt">Pasted</span> from ' +
        '<a href="https://kade.example/about" onclick="alert(1)">kade.example</a> and ' +
        '<a href="javascript:alert(1)">elsewhere</a></p><script>alert(1)</script><img src="x" onerror="alert(1)">',
    )
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(editor).toContainText('Pasted from kade.example and elsewhere')
  await expect(editor.locator('img, script, [style], [class*="Mso"]')).toHaveCount(0)
}
