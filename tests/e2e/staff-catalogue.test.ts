import type { Page, Route } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from './fixtures.ts'
import { toast } from './page-actions.ts'

test.use({ expectedErrors: /ERR_FAILED/ })

const itemName = 'Lanternfold Archive'

const picture = async (width: number, height: number, background: string) => ({
  name: 'picture.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer(),
})

test('items: staff create, edit and archive one, and open pages update', async ({ logIn, newVisitor }) => {
  const staff = (await logIn('staff@example.com')).page
  const colleague = (await logIn('mira@example.com')).page
  const warnings: string[] = []
  for (const page of [staff, colleague]) {
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  }
  const customer = await newVisitor()
  await customer.goto('/items?sortBy=newest')
  await expect(customer.getByText(/services found$/)).toBeVisible()
  await colleague.goto('/admin/items')
  await expect(colleague.getByRole('row').nth(3)).toBeVisible()

  await test.step('creates an item with pictures and a description', async () => {
    await staff.goto('/admin/items')
    await expect(staff.getByRole('row').nth(3)).toBeVisible()
    await staff.keyboard.press('n')
    await expect(staff).toHaveURL('/admin/items/new')
    await staff.getByRole('button', { name: 'Create item' }).click()
    await expect(staff.getByText('Name is required')).toBeVisible()
    await expect(staff.getByLabel('Name', { exact: true })).toBeFocused()
    await staff.getByLabel('Name', { exact: true }).fill(itemName)
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
    const cover = (await preview.locator('.item-cover').boundingBox())!
    const logo = (await preview.locator('.item-logo').boundingBox())!
    expect(cover.width / cover.height, 'the banner fills the cover, whatever its shape').toBeCloseTo(8 / 5, 1)
    expect([logo.width, logo.height], 'the logo stays in a corner of it').toEqual([44, 44])
    await staff.getByRole('button', { name: 'Create item' }).click()
    await expect(staff.getByText('Item created and on sale').first()).toBeVisible()
    await expect(staff).toHaveURL(/\/admin\/items\/[a-z0-9]{10,}$/)
  })

  await expect(colleague.getByRole('row').nth(1), 'appears in the list of a colleague').toContainText(itemName)
  const card = customer.getByRole('article').filter({ hasText: itemName })
  await expect(card, 'appears in the catalogue without a reload').toContainText('$12.99')
  await card.getByRole('link', { name: itemName }).click()
  const buyBox = customer.locator('.buy-box')
  await expect(buyBox).toContainText('$12.99')
  const description = customer.getByRole('tabpanel', { name: 'Description' })
  await expect(description.getByRole('heading', { name: 'What it is' })).toBeVisible()
  await expect(description.locator('strong')).toHaveText('safe')
  await expect(description.getByRole('listitem')).toHaveText(['One', 'Two'])
  await expect(description.getByRole('link', { name: 'kade.example' })).toHaveAttribute(
    'href',
    'https://kade.example/about',
  )
  await expect(description.locator('[style], [class*="Mso"], span, script')).toHaveCount(0)

  await test.step('shows a conflict to the second of two editors', async () => {
    await colleague.getByRole('link', { name: itemName }).click()
    await colleague.getByLabel('Account type').fill('Shared seat')
    await expect(colleague.getByText('Unsaved changes')).toBeVisible()
    await staff.getByLabel('Price', { exact: true }).fill('9.50')
    await staff.keyboard.press('Control+s')
    await expect(staff.getByText('Item saved').first()).toBeVisible()
    await expect(buyBox, 'the open item page shows the new price').toContainText('$9.50')
    const conflict = colleague.getByRole('alert').filter({ hasText: 'Someone else changed this item' })
    await expect(conflict, 'shows what theirs is').toContainText(/Price\s*Theirs: 9\.50\s*Yours: 12\.99/)
    await expect(conflict).toContainText(/Account type\s*Theirs: Private account\s*Yours: Shared seat/)
    await expect(colleague.getByRole('button', { name: 'Save changes' })).toBeDisabled()
    await colleague.getByRole('button', { name: 'Load theirs' }).click()
    await expect(colleague.getByLabel('Price', { exact: true })).toHaveValue('9.50')
    await expect(colleague.getByLabel('Account type')).toHaveValue('Private account')
  })

  await test.step('asks before leaving with unsaved changes', async () => {
    await colleague.evaluate(() => Reflect.set(window, 'pushState', history.pushState))
    await colleague.getByLabel('Short description').fill('Half a sentence')
    await expect(colleague.getByText('Unsaved changes')).toBeVisible()
    const isPatched = () => colleague.evaluate(() => history.pushState !== Reflect.get(window, 'pushState'))
    expect(await isPatched(), 'the history is the browser’s own').toBe(false)
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

  await test.step('shows a new description without a reload', async () => {
    const editor = staff.getByRole('textbox', { name: 'Description', exact: true })
    await editor.click()
    await staff.keyboard.press('Control+End')
    await staff.keyboard.press('Enter')
    await staff.keyboard.press('Enter')
    await staff.keyboard.type('And more of it.')
    await staff.getByRole('button', { name: 'Save changes' }).click()
    await expect(description).toContainText('And more of it.')
  })

  await test.step('removes the item from sale', async () => {
    await staff.getByRole('button', { name: 'Delete item' }).click()
    await staff.getByRole('alertdialog').getByRole('button', { name: 'Delete item' }).click()
    await expect(staff).toHaveURL('/admin/items')
    await expect(customer.getByRole('heading', { name: 'Item not found' })).toBeVisible()
    await customer.goBack()
    await expect(customer.getByText(/services found$/)).toBeVisible()
    await expect(customer.getByRole('article').filter({ hasText: itemName })).toHaveCount(0)
  })

  expect(warnings, 'the editor starts again without a warning').toEqual([])
})

test('categories and coupons: changes appear live for colleagues and customers', async ({ logIn, newVisitor }) => {
  const staff = (await logIn('staff@example.com')).page
  const colleague = (await logIn('mira@example.com')).page
  const customer = await newVisitor()
  await customer.goto('/')
  for (const page of [staff, colleague]) {
    await page.goto('/admin/categories')
    await expect(page.getByRole('row').nth(3)).toBeVisible()
  }
  const first = await staff.getByRole('row').nth(1).getByRole('link').innerText()
  await staff.getByRole('button', { name: 'New category' }).click()
  await staff.getByLabel('Name', { exact: true }).fill(first)
  await staff.getByRole('button', { name: 'Create category' }).click()
  await expect(staff.getByText(`A category called “${first}” already exists.`).first()).toBeVisible()
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
  await expect(customer.getByText('Moving pictures').first()).toBeVisible()
  await staff.getByRole('button', { name: 'Delete Odds & Ends' }).click()
  await staff.getByRole('alertdialog').getByRole('button', { name: 'Delete category' }).click()
  await expect(colleague.getByText('Odds & Ends')).toHaveCount(0)

  for (const page of [staff, colleague]) {
    await page.getByRole('link', { name: 'Coupons', exact: true }).click()
    await expect(page.getByRole('row').nth(3)).toBeVisible()
  }
  await staff.keyboard.press('n')
  await staff.getByRole('textbox', { name: 'Code', exact: true }).fill('welcome10')
  await staff.getByRole('button', { name: 'Create coupon' }).click()
  await expect(staff.getByText('A coupon with the code WELCOME10 already exists.').first()).toBeVisible()
  await staff.getByRole('textbox', { name: 'Code', exact: true }).fill('autumn26')
  await staff.getByText('One item').click()
  await staff.getByRole('searchbox', { name: 'Item' }).fill('a')
  await staff.getByRole('dialog').getByRole('listitem').first().getByRole('button').click()
  await staff.getByLabel(/^Total uses/).fill('5')
  await staff.getByRole('button', { name: 'Create coupon' }).click()
  const row = colleague.getByRole('row').filter({ hasText: 'AUTUMN26' })
  await expect(row).toContainText('0 of 5')
  await colleague.getByRole('button', { name: 'Edit AUTUMN26' }).click()
  await colleague.getByLabel(/^Total uses/).fill('7')
  await colleague.getByRole('button', { name: 'Save coupon' }).click()
  await expect(staff.getByRole('row').filter({ hasText: 'AUTUMN26' })).toContainText('0 of 7')
  await staff.getByRole('button', { name: 'End AUTUMN26' }).click()
  await staff.getByRole('alertdialog').getByRole('button', { name: 'End coupon' }).click()
  await expect(staff.getByRole('row').filter({ hasText: 'AUTUMN26' })).toHaveCount(0)
  // The colleague had selected it: it stays in its place until they choose another.
  await expect(colleague.getByText('This row is no longer in the list.')).toBeVisible()
  await colleague.keyboard.press('j')
  await expect(row).toHaveCount(0)
})

/** Writes with the keyboard and the toolbar, and pastes HTML from a word processor. */
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

test('saving an item isn’t taken for a colleague’s change @thorough', async ({ logIn }) => {
  const { page, call } = await logIn('staff@example.com')
  const { data } = (await call('GET', '/admin/items?limit=1')) as unknown as { data: { _id: string; name: string }[] }
  const { _id, name } = data[0]!
  await page.goto(`/admin/items/${_id}`)
  await page.getByLabel('Name', { exact: true }).fill(`${name} Plus`)
  const conflict = page.getByText('Someone else changed this item')
  const answers: string[] = []
  await page.route(`**/api/admin/items/${_id}`, async (route) => {
    const response = await route.fetch()
    // By its event, the saved item is here before the answer.
    if (route.request().method() === 'PUT') {
      await expect.poll(() => answers, 'its new description is loaded').toContain('GET')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name} Plus`)
      await expect(conflict).toHaveCount(0)
    }
    await route.fulfill({ response })
    answers.push(route.request().method())
  })
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Item saved')).toBeVisible()
  expect(answers).toContain('PUT')
  await expect(conflict).toHaveCount(0)
})

test('what was saved although its answer was lost is not a colleague’s change @thorough', async ({ logIn }) => {
  const { page, call } = await logIn('staff@example.com')
  const { data } = (await call('GET', '/admin/items?limit=1')) as unknown as { data: { _id: string; name: string }[] }
  const { _id, name } = data[0]!
  const loseAnswer = async (route: Route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    await route.fetch().catch(() => undefined)
    await route.abort()
  }
  const conflict = page.getByText(/^Someone else changed/)
  await page.route(`**/api/admin/items/${_id}`, loseAnswer)
  await page.goto(`/admin/items/${_id}`)
  await page.getByLabel('Name', { exact: true }).fill(`${name} Again`)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Network error. Please try again.')).toBeVisible()
  await expect(page.getByText('All changes saved')).toBeVisible()
  await expect(conflict).toHaveCount(0)

  await page.route('**/api/admin/categories/*', loseAnswer)
  await page.goto('/admin/categories')
  await page
    .getByRole('row')
    .nth(1)
    .getByRole('button', { name: /^(Rename|Edit)/ })
    .click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('textbox').first()
  await field.fill('Renamed once')
  await field.press('Enter')
  await expect(toast(page, 'Network error. Please try again.').last()).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Renamed once' })).toHaveCount(1)
  await expect(conflict).toHaveCount(0)
})
