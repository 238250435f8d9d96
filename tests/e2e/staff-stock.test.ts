import { readFileSync } from 'node:fs'
import { createItem, createOrder } from './api.ts'
import { expect, test } from './fixtures.ts'

test('stock: a draft is published, prices and a CSV file change items, and customers see it live', async ({
  logIn,
  newVisitor,
}) => {
  const staff = await logIn('staff@example.com')
  const { page } = staff
  const item = await createItem(staff, 'Inkwater Journal', 20)
  const customer = await newVisitor()
  await customer.goto(`/items/${item._id}`)
  await expect(customer.locator('.buy-box')).toContainText('$20.00')

  await test.step('copies it as a draft that only staff see, and publishes it', async () => {
    await page.goto(`/admin/items/${item._id}`)
    await page.getByRole('button', { name: 'Copy' }).click()
    await expect(page.getByRole('heading', { name: 'Inkwater Journal (copy)', level: 1 })).toBeVisible()
    const id = page.url().split('/').at(-1)!
    const list = await page.context().newPage()
    await list.goto('/admin/items?archived=all&q=Inkwater Journal')
    const rows = list.getByRole('row').filter({ hasText: 'Inkwater Journal' })
    await expect(rows).toHaveCount(2)
    await expect(rows.filter({ hasText: '(copy)' })).toContainText('Draft')
    const heights = await Promise.all((await rows.all()).map(async (row) => (await row.boundingBox())!.height))
    expect(new Set(heights).size, 'a draft’s row is as high as the others').toBe(1)
    await list.goto('/admin/items')
    await list.getByRole('button', { name: /^\d+ drafts?$/ }).click()
    await expect(list, 'the list of what is on sale leads to the drafts').toHaveURL('/admin/items?archived=draft')
    await expect(list.getByRole('row').filter({ hasText: 'Inkwater Journal (copy)' })).toBeVisible()
    await list.close()
    expect((await customer.request.get(`/api/items/${id}`)).status()).toBe(404)
    await page.getByRole('link', { name: 'Preview' }).click()
    await expect(page.getByText('Only staff can see this draft')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add to cart' }).first()).toBeDisabled()
    await page.getByRole('link', { name: 'Back to the editor' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Inkwater Letters')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Item is on sale').first()).toBeVisible()
    expect((await customer.request.get(`/api/items/${id}`)).status()).toBe(200)
  })

  await test.step('changes the price after a preview', async () => {
    await page.goto('/admin/items?q=Inkwater Journal')
    await page.getByLabel('Select Inkwater Journal', { exact: true }).check()
    await page.getByRole('button', { name: 'Change prices of 1 item' }).click()
    await page.getByLabel('Percentage').fill('10')
    await page.getByLabel('Round').selectOption({ label: 'To the nearest .99' })
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(page.getByText('+10%, to the nearest .99')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Old and new prices' })).toContainText(/\$20\.00.*\$21\.99/)
    await page.getByRole('button', { name: 'Change 1 price' }).click()
    await expect(customer.locator('.buy-box'), 'an open page follows').toContainText('$21.99')
  })

  await test.step('has the export and the import in a menu on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveCount(0)
    await page.getByRole('button', { name: 'CSV', exact: true }).click()
    await expect(page.getByRole('menuitem', { name: 'Export CSV' })).toBeVisible()
    await page.getByRole('menuitem', { name: 'Import CSV' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  await test.step('imports the exported file with one price edited', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    const text = readFileSync(await download.path(), 'utf8')
    const edited = text.replace(/("Inkwater Journal".*?)"21\.99"/, '$1"17.50"')
    expect(edited).not.toBe(text)
    await page.getByRole('button', { name: 'Import CSV' }).click()
    const file = { name: 'items.csv', mimeType: 'text/csv', buffer: Buffer.from(edited) }
    await page.getByLabel('CSV file').setInputFiles(file)
    await expect(page.getByRole('status').getByText(/^1 changed, \d+ unchanged\.$/)).toBeAttached()
    await expect(page.getByRole('region', { name: 'Check' }).getByText(/^1 changed, \d+ unchanged\.$/)).toBeVisible()
    await expect(page.getByText('Price: 21.99 → 17.50')).toBeVisible()
    await page.getByRole('button', { name: 'Import 1 item' }).click()
    await expect(page.getByText('1 changed', { exact: true }).first()).toBeVisible()
    await expect(customer.locator('.buy-box')).toContainText('$17.50')
  })
})

test('coupons: a batch of personal codes with a minimum, and who used them @thorough', async ({
  logIn,
  newCustomer,
}) => {
  const staff = await logIn('mira@example.com')
  const { page } = staff
  await page.goto('/admin/coupons')
  await page.getByRole('button', { name: 'New coupon' }).first().click()
  await page.getByText('Personal codes', { exact: true }).click()
  await page.getByLabel('Prefix').fill('stock')
  await page.getByLabel('Number of codes').fill('2')
  await page.getByLabel('Minimum order').fill('30')
  await page.getByRole('button', { name: 'Create codes' }).click()
  await expect(page.getByText('2 codes created').first()).toBeVisible()
  const uses = page.getByRole('dialog', { name: 'Codes of STOCK' })
  await expect(uses).toContainText('0 of 2 codes used.')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download codes (CSV)' }).click(),
  ])
  const [code] = /STOCK[A-Z2-9]{10}/.exec(readFileSync(await download.path(), 'utf8'))!

  const customer = await newCustomer()
  const item = await createItem(staff, 'Inkwater Pen', 20)
  const apply = async (count: number) => {
    const order = await createOrder(customer, { ...item, count })
    await customer.page.goto(`/orders/${order._id}`)
    await customer.page.getByLabel('Coupon code').fill(code)
    await customer.page.getByRole('button', { name: 'Apply' }).click()
  }
  await apply(1)
  await expect(customer.page.getByLabel('Coupon code')).toHaveAccessibleDescription(
    'This coupon is for orders of $30.00 or more.',
  )
  await apply(2)
  await expect(customer.page.getByText('takes $4.00 off').first()).toBeVisible()
  await expect(uses, 'appears without a reload').toContainText('1 of 2 codes used.')
  await expect(uses).toContainText(code)
})
