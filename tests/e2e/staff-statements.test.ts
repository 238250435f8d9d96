import type { Locator } from '@playwright/test'
import { createOrder, findItems, markPaid, type Order } from './api.ts'
import { expect, test } from './fixtures.ts'
import { openHydrated, orderNumber, toast } from './page-actions.ts'

type BankOrder = Order & { request: { amount: string } }

test('a statement that is dropped on Payments verifies what is sure, live for customers and colleagues', async ({
  logIn,
  newCustomer,
}) => {
  const [{ page }, colleague, customer] = [
    await logIn('mira@example.com'),
    await logIn('staff@example.com'),
    await newCustomer(),
  ]
  const { items } = await findItems(customer.page, 'sortBy=price-low&limit=1')
  const { _id } = await createOrder(customer, items[0]!)
  await markPaid(customer, { _id })
  const { data } = await customer.call('GET', `/checkout/${_id}`)
  const order = data as unknown as BankOrder
  await customer.page.goto(`/orders/details/${_id}`)
  const text = [
    'Date,Description,Debit,Credit',
    `2026-11-21,CEFT ${order.reference.slice(0, 3)} ${order.reference.slice(3)} THANKS,,${Number(order.request.amount).toFixed(2)}`,
    '2026-11-21,A stranger,,12.34',
    '2026-11-22,Charges,5.00,',
  ].join('\n')

  await page.goto('/admin/payments')
  await expect(page.getByRole('button', { name: 'Import a statement' })).toBeVisible()
  const transfer = await page.evaluateHandle((content) => {
    const data = new DataTransfer()
    data.items.add(new File([content], 'November.csv'))
    return data
  }, text)
  const heading = page.getByRole('heading', { name: 'Payments to verify' })
  await heading.dispatchEvent('dragover', { dataTransfer: transfer })
  await expect(page.getByText('Drop the bank statement')).toBeVisible()
  await heading.dispatchEvent('drop', { dataTransfer: transfer })
  await expect(page).toHaveURL(/\/admin\/statements\/./)
  const sure = page.getByRole('region', { name: /^Exact match/ })
  await expect(sure.getByRole('checkbox')).toBeChecked()
  await expect(sure, 'the heading says why').not.toContainText('as requested')
  const due = sure.getByRole('list', { name: 'Order' }).getByRole('listitem')
  await expect(due).toContainText(`${Number(order.request.amount).toLocaleString('en')} due`)
  await expect(due).toContainText(orderNumber(_id))
  await expect(due, 'as all of them do').not.toContainText('To verify')
  await expect(sure.locator('mark')).toHaveText(`${order.reference.slice(0, 3)} ${order.reference.slice(3)}`)
  await expect(page.getByRole('region', { name: /^Unknown/ }).getByRole('checkbox')).not.toBeChecked()
  await expect(page.getByRole('region', { name: /^Ignored/ }).getByRole('checkbox')).toHaveCount(0)
  await page.getByRole('button', { name: /^Ignore .*12\.34/ }).click()
  await expect(page.getByRole('region', { name: /^Unknown/ })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: /^Ignored/ }), 'the focus follows').toBeFocused()
  await colleague.page.goto(page.url())
  await expect(colleague.page.getByRole('region', { name: /^Exact match/ })).toBeVisible()

  const sum = `Rs\u00a0${Number(order.request.amount).toLocaleString('en')}`
  await expect(page.getByRole('status').filter({ hasText: '1 of 1 selected' })).toHaveText(`1 of 1 selected · ${sum}`)
  await page.getByRole('button', { name: 'Verify 1 payment' }).click()
  const question = page.getByRole('alertdialog', { name: 'Verify 1 payment?' })
  await expect(question).toHaveAccessibleDescription(`${sum}. The customer is notified right away.`)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(sure.getByRole('checkbox'), 'nothing is applied before the answer').toBeChecked()
  await page.getByRole('button', { name: 'Verify 1 payment' }).click()
  await question.getByRole('button', { name: 'Verify 1 payment' }).click()
  await expect(customer.page.getByText('Payment verified').first()).toBeVisible()
  for (const one of [page, colleague.page]) {
    await expect(one.getByRole('region', { name: /^Recorded/ })).toContainText('verified')
    await expect(one.getByRole('region', { name: /^Exact match/ })).toHaveCount(0)
  }

  await page.getByRole('button', { name: 'Take back' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click()
  await expect(sure).toContainText('1 line became an exact match')
  await expect(sure.getByRole('checkbox'), 'what becomes sure by itself is left to people').not.toBeChecked()
  await sure.getByRole('button', { name: 'Select it' }).click()
  await expect(sure.getByRole('checkbox')).toBeChecked()
  await page.goto('/admin/statements')
  await expect(page.getByRole('listitem').filter({ hasText: 'November.csv' })).toContainText('taken back')
})

test('the lines of a statement are selected and applied by keyboard @thorough', async ({ logIn }) => {
  const { page } = await logIn('mira@example.com')
  await openHydrated(page, '/admin/statements')
  const text = ['Date,Description,Debit,Credit', '2026-11-01,Lines by key,,7.01', '2026-11-02,Lines by key,,7.02']
  const file = {
    name: 'keys.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([...text, '2026-11-03,Fee,1.00,'].join('\n')),
  }
  await page.getByLabel('Bank statement').setInputFiles(file)
  const boxes = page.getByRole('region', { name: /^Unknown/ }).getByRole('checkbox')
  await expect(boxes).toHaveCount(2)
  await page.keyboard.press('v')
  await expect(page.getByRole('alertdialog'), 'nothing is selected').toHaveCount(0)
  await page.keyboard.press('j')
  await expect(boxes.nth(0)).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('Space')
  await expect(boxes.nth(1)).toBeChecked()
  await page.keyboard.press('k')
  await expect(boxes.nth(0)).toBeFocused()
  await expect(boxes.nth(0)).not.toBeChecked()
  await boxes.nth(0).press('Space')
  await page.keyboard.press('v')
  const question = page.getByRole('alertdialog', { name: 'Record 2 transfers?' })
  await expect(question).toHaveAccessibleDescription('Rs\u00a014.03 in total. No customer is notified.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await boxes.nth(0).press('Space')
  await page.keyboard.press('v')
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Record/ })
    .press('Enter')
  await expect(page.getByRole('region', { name: /^Recorded/ })).toContainText('7.02')
  await expect(boxes).toHaveCount(1)
})

test('on a phone, what can be done with an exact match is in a menu @thorough', async ({ logIn, newCustomer }) => {
  const [{ page }, customer] = [await logIn('mira@example.com'), await newCustomer()]
  const { items } = await findItems(customer.page, 'sortBy=price-low&limit=1')
  const { _id } = await createOrder(customer, items[0]!)
  await markPaid(customer, { _id })
  const { data } = await customer.call('GET', `/checkout/${_id}`)
  const { reference, request } = data as unknown as BankOrder
  await page.setViewportSize({ width: 390, height: 844 })
  await openHydrated(page, '/admin/statements')
  const text = `Date,Description,Debit,Credit\n2026-11-21,CEFT ${reference},,${Number(request.amount).toFixed(2)}`
  const file = { name: 'phone.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.getByLabel('Bank statement').setInputFiles(file)
  const sure = page.getByRole('region', { name: /^Exact match/ })
  await expect(sure).toContainText(orderNumber(_id))
  await expect(sure.getByRole('button', { name: /^Ignore/ })).toHaveCount(0)
  const menu = sure.getByRole('button', { name: /^Change Rs/ })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Change order' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Ignore' }).click()
  await expect(page.getByRole('region', { name: /^Ignored/ })).toContainText(reference)
  await expect(sure).toHaveCount(0)
})

test('the statements are walked through and opened by keyboard @thorough', async ({ logIn }) => {
  const { page } = await logIn('mira@example.com')
  await openHydrated(page, '/admin/statements')
  for (const name of ['older.csv', 'newer.csv']) {
    const text = `Date,Description,Debit,Credit\n2026-11-01,Walked through in ${name},,8.01`
    await page.getByLabel('Bank statement').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await page.getByRole('link', { name: 'Statements', exact: true }).click()
  }
  const links = page.getByRole('main').getByRole('listitem').getByRole('link')
  await expect(links.first()).toHaveText('newer.csv')
  for (const [key, index] of [
    ['j', 0],
    ['j', 1],
    ['k', 0],
    ['k', 0],
    ['j', 1],
  ] as const) {
    await page.keyboard.press(key)
    await expect(links.nth(index)).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'older.csv' })).toBeVisible()
})

test('a file that can’t be read says why, and changes nothing @thorough', async ({ logIn }) => {
  const { page } = await logIn('mira@example.com')
  await page.goto('/admin/statements')
  await expect(page.getByRole('button', { name: 'Import a statement' })).toBeVisible()
  const upload = (name: string, text: string) =>
    page.getByLabel('Bank statement').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await upload('x.xlsx', 'PK\u0003\u0004')
  const refusal = page.getByRole('alertdialog', { name: 'x.xlsx wasn’t imported' })
  await expect(refusal).toContainText('This is a spreadsheet or a zip file')
  await page.keyboard.press('Enter')
  await expect(refusal).toHaveCount(0)
  await upload('dates.csv', 'Date,Description,Amount\n03/04/2026,a stranger,3.21')
  const question = page.getByRole('dialog', { name: 'How are the dates written?' })
  await expect(question.getByText('03/04/2026'), 'the question has the focus').toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  await expect(question, 'nothing is answered by a stray key').toBeVisible()
  await page.keyboard.press('Tab')
  await expect(question.getByRole('button', { name: 'Month first' })).toBeFocused()
  await question.getByRole('button', { name: 'Day first 3 Apr 2026' }).click()
  await expect(page.getByText('3 Apr 2026').first()).toBeVisible()
  await page.getByRole('link', { name: 'Statements', exact: true }).click()
  await upload('other.csv', 'Account Number: 9988776655\nDate,Description,Amount\n2026-11-21,A stranger,10.00')
  const otherAccount = page.getByRole('alertdialog', { name: 'Import from another account?' })
  await expect(otherAccount).toContainText('account 9988 7766 55, not 0000 0000 0000')
  await expect(otherAccount.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(otherAccount).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await upload('again.csv', 'Date,Description,Amount\n03/04/2026,a stranger,3.21')
  const message = toast(page, 'Every line of this statement has already been imported')
  await expect(message).toBeVisible()
  const { y } = (await message.boundingBox())!
  for (const control of [
    page.getByRole('link', { name: 'Statements' }),
    page.getByRole('button', { name: /^Search/ }),
  ]) {
    const box = (await control.first().boundingBox())!
    expect(y, 'it covers none of the page’s controls').toBeGreaterThan(box.y + box.height)
  }
})

test('above a phone’s keyboard, the orders that a search finds for a transfer are in view @thorough', async ({
  logIn,
}) => {
  const { page } = await logIn('mira@example.com')
  await page.setViewportSize({ width: 390, height: 844 })
  await openHydrated(page, '/admin/statements')
  const text =
    'Date,Description,Debit,Credit\n2026-11-01,A transfer whose text has more lines than one has room for,,7.05'
  const file = { name: 'keyboard.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.getByLabel('Bank statement').setInputFiles(file)
  await page.getByRole('button', { name: /^Choose order/ }).click()
  const search = page.getByRole('dialog').getByRole('searchbox', { name: 'Find an order' })
  await page.getByRole('dialog').getByRole('button', { name: 'Choose', exact: true }).click()
  await expect(search).toHaveAccessibleDescription('Please choose an order')
  await expect(search).toBeFocused()
  await expect(toast(page, 'Please choose an order')).toBeVisible()
  // As phones do: the keyboard covers the page, which keeps its size.
  await page.evaluate(() => {
    Object.defineProperty(visualViewport, 'height', { value: 420 })
    visualViewport!.dispatchEvent(new Event('resize'))
  })
  const bottomOf = async (part: Locator) => {
    const { y, height } = (await part.boundingBox())!
    return Math.round(y + height)
  }
  const dialog = page.getByRole('dialog')
  await expect.poll(() => bottomOf(dialog)).toBe(420)
  await search.fill('ada')
  const found = dialog.getByRole('radio')
  await expect(found).toHaveCount(6)
  const foot = (await dialog.locator('.dialog-foot').boundingBox())!.y
  await expect.poll(() => bottomOf(found.first())).toBeLessThan(foot)
  await expect(search).toBeInViewport()
})
