import type { Page } from '@playwright/test'
import { orderNumber } from '../../shared/orders.ts'
import type { SupportMessage } from '../../shared/support.ts'
import { expect, test } from './store.ts'

/** The store goes away and comes back. */
test.use({ provoked: /WebSocket/ })

const field = (page: Page, name: string | RegExp = 'Write a message') => page.getByRole('textbox', { name })
const thread = (page: Page) => page.getByRole('log', { name: 'Conversation' })
const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name: new RegExp(name) })

test('a customer and two of staff talk, one of them by keyboard alone', async ({ signedIn }) => {
  test.setTimeout(120_000)
  const ada = await signedIn('ada@example.com')
  const { data } = (await ada.call('GET', '/checkout?limit=50')) as unknown as {
    data: { _id: string; paymentStatus: string }[]
  }
  const order = data.find(({ paymentStatus }) => paymentStatus === 'paid')!._id
  const heard = framesOf(ada.page)
  await ada.page.goto('/support')
  const { page: pointer } = await signedIn('staff@example.com')
  await pointer.goto('/admin/support')
  const { page: keys, id: mira } = await signedIn('mira@example.com')
  await keys.goto('/admin/support')
  await expect(ada.page.getByText('Support is online')).toBeVisible()

  // With an order, chosen from the list; Shift+Enter is a new line.
  await ada.page.getByRole('button', { name: 'Attach an item or an order' }).click()
  await ada.page.getByRole('tab', { name: 'Orders' }).click()
  await ada.page.getByRole('button', { name: new RegExp(`#${orderNumber(order)}`) }).click()
  await field(ada.page).pressSequentially('Have you got')
  await field(ada.page).press('Shift+Enter')
  await field(ada.page).pressSequentially('my money?')
  await field(ada.page).press('Enter')
  await expect(thread(ada.page).getByText('Have you got')).toBeVisible()
  expect(await thread(ada.page).getByText('Have you got').textContent()).toContain('Have you got\nmy money?')
  await expect(field(ada.page)).toHaveValue('')
  const card = thread(ada.page)
    .getByRole('link', { name: new RegExp(`Order #${orderNumber(order)}`) })
    .last()
  await expect(card).toContainText('Paid (pending verification)')

  // It is in both inboxes without a reload; one opens it with the pointer, the other without.
  await row(pointer, 'Ada Fernando').click()
  await expect(row(keys, 'Ada Fernando')).toContainText('Have you got')
  await expect(async () => {
    await keys.keyboard.press('j')
    await expect(row(keys, 'Ada Fernando')).toBeFocused({ timeout: 200 })
  }).toPass()
  await keys.keyboard.press('Enter')
  await expect(thread(keys).getByText('Have you got')).toBeVisible()
  await expect(thread(ada.page).getByText('Read', { exact: true }), 'the customer sees that it was read').toBeVisible()

  // Who writes is seen by the customer and by the colleague.
  await keys.keyboard.press('r')
  await expect(field(keys, 'Reply to Ada')).toBeFocused()
  await keys.keyboard.type('Looking into it right now')
  await expect(ada.page.getByText('Mira is typing…')).toBeVisible()
  await expect(pointer.getByText('Mira is also replying…')).toBeVisible()
  await keys.keyboard.press('Enter')
  await expect(thread(ada.page).getByText('Looking into it right now')).toBeVisible()
  await expect(ada.page.getByText('Mira is typing…')).toHaveCount(0)
  await expect(thread(keys).getByText('Read', { exact: true })).toBeVisible()

  // A note stays between colleagues.
  await keys.keyboard.press('Escape')
  await keys.keyboard.press('n')
  await keys.keyboard.type('The bank called twice')
  await keys.keyboard.press('Enter')
  await expect(thread(pointer).getByText('The bank called twice')).toBeVisible()
  await expect(thread(pointer).getByText('Note by Mira').last()).toBeVisible()

  // The payment is verified right there, and the card that was sent along follows.
  await pointer.getByRole('button', { name: `Verify #${orderNumber(order)}` }).click()
  await pointer.getByRole('alertdialog').getByRole('button', { name: 'Verify payment' }).click()
  await expect(card).toContainText('Payment Verified')

  // A saved reply, chosen with '/', and taken in hand and resolved, all by keyboard.
  await keys.keyboard.press('Escape')
  await keys.keyboard.press('r')
  await keys.keyboard.press('/')
  await keys.getByRole('button', { name: 'Manage replies' }).press('Enter')
  await keys.getByRole('button', { name: 'New reply' }).press('Enter')
  await keys.keyboard.type('Arrived')
  await keys.keyboard.press('Tab')
  await keys.keyboard.type('Hello {name}, the money for {order} is here.')
  await keys.getByRole('button', { name: 'Save reply' }).press('Enter')
  await expect(keys.getByText('Reply saved').first()).toBeVisible()
  await keys.keyboard.press('Escape')
  await expect(keys.getByRole('combobox', { name: 'Search saved replies' })).toBeFocused()
  await keys.keyboard.type('the money for')
  await keys.keyboard.press('Enter')
  await expect(field(keys, 'Reply to Ada')).toHaveValue(
    `Hello Ada, the money for order #${orderNumber(order)} is here.`,
  )
  await expect(field(keys, 'Reply to Ada')).toBeFocused()
  await keys.keyboard.press('Enter')
  await expect(thread(ada.page).getByText(/^Hello Ada, the money for/)).toBeVisible()
  await keys.keyboard.press('Escape')
  await keys.keyboard.press('a')
  await expect(pointer.getByLabel('Assigned to')).toHaveValue(mira)
  await keys.keyboard.press('e')
  await expect(pointer.getByRole('button', { name: 'Reopen' })).toBeVisible()

  // A reply opens it again.
  await field(ada.page).fill('That was quick of you')
  await field(ada.page).press('Enter')
  await expect(pointer.getByRole('button', { name: 'Resolve' })).toBeVisible()
  await expect(row(keys, 'Ada Fernando')).toContainText('That was quick of you')

  expect(heard.join('\n')).toContain('Looking into it right now')
  expect(heard.join('\n'), 'no note reaches a customer').not.toContain('The bank called twice')
})

test('an answer is counted wherever the customer is, until it is read', async ({ signedIn }) => {
  const { page, call } = await signedIn('sam@example.com')
  const { user } = (await call('GET', '/auth/me')) as unknown as { user: { _id: string } }
  const staff = await signedIn('staff@example.com')
  await page.goto('/items')
  await expect(page.getByRole('link', { name: 'Support', exact: true })).toBeVisible()
  await staff.call('POST', '/support-chat/message', { message: 'Your plan is ready', userId: user._id })
  await page.getByRole('link', { name: 'Support, 1 unread' }).click()
  await expect(thread(page).getByText('Your plan is ready')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Support', exact: true })).toBeVisible()
})

test('one’s own note can be deleted, after a question, and is gone for colleagues', async ({ signedIn }) => {
  const customer = await signedIn('sam@example.com')
  const { page } = await signedIn('staff@example.com')
  const { page: colleague, call } = await signedIn('mira@example.com')
  await call('POST', `/admin/support/${customer.id}/notes`, { text: 'Called, nobody there' })
  await page.goto(`/admin/support/${customer.id}`)
  await colleague.goto(`/admin/support/${customer.id}`)
  await page.getByText('Note', { exact: true }).click()
  await field(page, 'A note that only colleagues see').fill('Wrong customer')
  await field(page, 'A note that only colleagues see').press('Enter')
  await expect(thread(colleague).getByText('Wrong customer')).toBeVisible()
  await expect(thread(page).getByText('Called, nobody there')).toBeVisible()

  const deletion = (text: string) =>
    thread(page).locator('.bubble-note').filter({ hasText: text }).getByRole('button', { name: 'Delete the note' })
  await expect(deletion('Called, nobody there'), 'a colleague’s stays').toHaveCount(0)
  await deletion('Wrong customer').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(thread(page).getByText('Wrong customer')).toBeVisible()
  await deletion('Wrong customer').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete note' }).click()
  await expect(thread(page).getByText('Wrong customer')).toHaveCount(0)
  await expect(thread(colleague).getByText('Wrong customer')).toHaveCount(0)
  await expect(field(page, 'A note that only colleagues see')).toBeFocused()
})

test('the inbox shows all, or what nobody has read, and keeps both in its address', async ({ signedIn, newcomer }) => {
  const customer = await newcomer()
  await customer.call('POST', '/support-chat/message', { message: 'Is anybody here?' })
  const { page, call } = await signedIn('staff@example.com')
  await page.goto('/admin/support')
  await page.getByRole('group', { name: 'State' }).getByText('All').click()
  await page.getByRole('button', { name: 'Unread' }).click()
  await expect(page).toHaveURL(/\/admin\/support\?status=all&unread=1$/)
  await expect(page.getByRole('button', { name: 'Unread', pressed: true })).toBeVisible()
  await expect(row(page, 'Is anybody here')).toBeVisible()
  const list = page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')
  const { totalCount } = (await call('GET', '/admin/support?unread=1')) as unknown as { totalCount: number }
  await expect(list).toHaveCount(totalCount)

  // Once it is read, it is in the whole list alone.
  await row(page, 'Is anybody here').click()
  await expect(thread(page).getByText('Is anybody here?')).toBeVisible()
  await expect(page).toHaveURL(/status=all&unread=1$/)
  await expect(row(page, 'Is anybody here')).toHaveCount(0)
  await page.reload()
  await page.getByRole('button', { name: 'Unread', pressed: true }).click()
  await expect(row(page, 'Is anybody here')).toBeVisible()
  await expect(page).toHaveURL(/status=all$/)
})

test('what is written while the store is away arrives once, also after a reload', async ({ signedIn, store }) => {
  const { page, call } = await signedIn('sam@example.com')
  await page.goto('/support')
  await field(page).fill('Before')
  await field(page).press('Enter')
  await expect(thread(page).getByText('Before', { exact: true })).toBeVisible()

  const back = store.restart()
  await field(page).fill('While you were away')
  await field(page).press('Enter')
  await field(page).fill('And this as well')
  await field(page).press('Enter')
  await field(page).fill('Not finished')
  await expect(thread(page).getByText('And this as well')).toBeVisible()
  await back
  await page.reload()
  for (const text of ['Before', 'While you were away', 'And this as well']) {
    await expect(thread(page).getByText(text, { exact: true })).toHaveCount(1)
  }
  await expect(thread(page).getByText(/Sending|Not sent/)).toHaveCount(0)
  await expect(field(page), 'what was not sent is still there').toHaveValue('Not finished')
  const { messages } = (await call('GET', '/support-chat')) as unknown as { messages: { message: string }[] }
  expect(messages.slice(-3).map(({ message }) => message)).toEqual([
    'Before',
    'While you were away',
    'And this as well',
  ])
})

test('nobody types for long after their tab has died', async ({ signedIn }) => {
  const customer = await signedIn('sam@example.com')
  await customer.page.goto('/support')
  const { page } = await signedIn('staff@example.com')
  const { user } = (await customer.call('GET', '/auth/me')) as unknown as { user: { _id: string } }
  await page.goto(`/admin/support/${user._id}`)
  await expect(field(page, /^Reply to/)).toBeVisible()
  await field(customer.page).pressSequentially('Never to be sen')
  await expect(page.getByText('Sam is typing…')).toBeVisible()
  const devtools = await customer.context.newCDPSession(customer.page)
  void devtools.send('Page.crash').catch(() => undefined)
  await expect(page.getByText('Sam is typing…')).toHaveCount(0, { timeout: 7000 })
})

test('a conversation of 2,000 messages opens at its end, and scrolls back without a jump', async ({ signedIn }) => {
  test.setTimeout(120_000)
  const { page, call } = await signedIn('sam@example.com')
  const { messages } = (await call('GET', '/support-chat?limit=1')) as unknown as { messages: SupportMessage[] }
  const last = messages.at(-1)!
  expect(last.seq).toBeGreaterThanOrEqual(2000)
  await page.goto('/support')
  const box = thread(page)
  await expect(box.locator('.bubble').last()).toContainText(last.message.slice(0, 20))
  await expect(box.locator('.bubble').last()).toBeInViewport()

  const first = box.locator('.bubble').first()
  await box.evaluate(scrollBack, last.seq)
  await expect(first).toBeInViewport()

  // Somebody who reads further up is not moved by what comes in.
  const before = await first.boundingBox()
  await call('POST', '/support-chat/message', { message: 'One more' })
  await page.getByRole('button', { name: '1 new message' }).click({ trial: true })
  expect((await first.boundingBox())!.y).toBeCloseTo(before!.y, 0)
  await page.getByRole('button', { name: '1 new message' }).click()
  await expect(box.getByText('One more', { exact: true })).toBeInViewport()
})

/** To the very beginning, a screen at a time, as more of it comes. */
async function scrollBack(box: Element, count: number) {
  const isWhole = () => box.querySelectorAll('.bubble').length >= count
  while (!isWhole() || box.scrollHeight - box.clientHeight + box.scrollTop > 1) {
    box.scrollTop -= 400
    await new Promise((drawn) => requestAnimationFrame(drawn))
  }
}

/** All that its socket hears. */
function framesOf(page: Page): string[] {
  const heard: string[] = []
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push(String(payload))))
  return heard
}
