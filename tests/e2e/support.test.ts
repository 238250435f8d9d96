import type { Locator, Page } from '@playwright/test'
import { orderNumber } from '../../shared/orders/rules.ts'
import type { SupportMessage } from '../../shared/support/schema.ts'
import { listOrders } from './api.ts'
import { expect, test } from './fixtures.ts'
import { openHydrated, toast } from './page-actions.ts'

// The app is restarted during a test.
test.use({ expectedErrors: /WebSocket/ })

const field = (page: Page, name: string | RegExp = 'Write a message') => page.getByRole('textbox', { name })
const thread = (page: Page) => page.getByRole('log', { name: 'Conversation' })
const inboxRow = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name: new RegExp(name) })

test('support: a customer and two members of staff chat, one by keyboard only', async ({ logIn }) => {
  const ada = await logIn('ada@example.com')
  const { data } = (await ada.call('GET', '/checkout?limit=50')) as unknown as {
    data: { _id: string; paymentStatus: string }[]
  }
  const order = data.find(({ paymentStatus }) => paymentStatus === 'paid')!._id
  const frames = recordFrames(ada.page)
  await ada.page.goto('/support')
  const { page: pointer } = await logIn('staff@example.com')
  await pointer.goto('/admin/support')
  const { page: keys, id: mira } = await logIn('mira@example.com')
  await keys.goto('/admin/support')
  await expect(ada.page.getByText('Support is online')).toBeVisible()

  // The customer attaches an order; Shift+Enter starts a new line.
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

  // It appears in both inboxes; one member of staff opens it with the pointer, the other with the keyboard.
  await inboxRow(pointer, 'Ada Fernando').click()
  await expect(inboxRow(keys, 'Ada Fernando')).toContainText('Have you got')
  const rows = keys.getByRole('list', { name: 'Conversations' }).getByRole('link')
  const place = (await rows.allTextContents()).findIndex((text) => text.includes('Ada Fernando'))
  for (let row = 0; row <= place; row += 1) {
    await keys.keyboard.press('j')
    await expect(rows.nth(row)).toBeFocused()
  }
  await keys.keyboard.press('Enter')
  await expect(thread(keys).getByText('Have you got')).toBeVisible()
  await expect(thread(ada.page).getByText('Read', { exact: true }), 'the customer sees the read receipt').toBeVisible()

  // Customer and colleague see the typing indicator.
  await keys.keyboard.press('r')
  await expect(field(keys, 'Reply to Ada')).toBeFocused()
  await keys.keyboard.type('Looking into it right now')
  await expect(ada.page.getByText('Mira is typing…')).toBeVisible()
  await expect(pointer.getByText('Mira is also replying…')).toBeVisible()
  await keys.keyboard.press('Enter')
  await expect(thread(ada.page).getByText('Looking into it right now')).toBeVisible()
  await expect(ada.page.getByText('Mira is typing…')).toHaveCount(0)
  await expect(thread(keys).getByText('Read', { exact: true })).toBeVisible()

  // After a look at the saved replies, the field takes letters again.
  await keys.keyboard.press('/')
  await expect(keys.getByRole('combobox', { name: 'Search saved replies' })).toBeFocused()
  await keys.keyboard.press('Escape')
  await expect(keys.getByRole('dialog')).toHaveCount(0)
  await keys.keyboard.type('k')
  await expect(field(keys, 'Reply to Ada')).toHaveValue('k')
  await keys.keyboard.press('Backspace')

  // Only staff see a note.
  await keys.keyboard.press('Escape')
  await keys.keyboard.press('n')
  await keys.keyboard.type('The bank called twice')
  await keys.keyboard.press('Enter')
  await expect(thread(pointer).getByText('The bank called twice')).toBeVisible()
  await expect(thread(pointer).getByText('Note by Mira').last()).toBeVisible()

  // The payment is verified in the inbox, and the attached card updates.
  await pointer.getByRole('button', { name: `Verify #${orderNumber(order)}` }).click()
  await pointer.getByRole('alertdialog').getByRole('button', { name: 'Verify payment' }).click()
  await expect(card).toContainText('Payment Verified')

  // A saved reply is created and chosen with '/', then the conversation is assigned and resolved by keyboard.
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

  // A reply from the customer reopens it.
  await field(ada.page).fill('That was quick of you')
  await field(ada.page).press('Enter')
  await expect(pointer.getByRole('button', { name: 'Resolve', exact: true })).toBeVisible()
  await expect(inboxRow(keys, 'Ada Fernando')).toContainText('That was quick of you')

  // An answer that resolves it, by keyboard and by pointer.
  await keys.keyboard.press('r')
  await keys.keyboard.type('You are welcome')
  await keys.keyboard.press('Control+Enter')
  await expect(thread(ada.page).getByText('You are welcome')).toBeVisible()
  await expect(pointer.getByRole('button', { name: 'Resolve', exact: true }), 'only sent').toBeVisible()
  await keys.keyboard.type('Enjoy it')
  await keys.keyboard.press('Control+Shift+Enter')
  await expect(thread(ada.page).getByText('Enjoy it')).toBeVisible()
  await expect(pointer.getByRole('button', { name: 'Reopen' })).toBeVisible()
  await keys.keyboard.press('Escape')
  await keys.keyboard.press('e')
  await expect(pointer.getByRole('button', { name: 'Resolve', exact: true }), 'reopened at once').toBeVisible()
  await field(pointer, 'Reply to Ada').fill('Anything else, just write')
  await pointer.getByRole('button', { name: 'Send and resolve' }).click()
  await expect(pointer.getByRole('button', { name: 'Reopen' })).toBeVisible()
  await expect(field(pointer, 'Reply to Ada')).toHaveValue('')

  expect(frames.join('\n')).toContain('Looking into it right now')
  expect(frames.join('\n'), 'notes are not sent to customers').not.toContain('The bank called twice')
})

test('support: an unread reply is counted on every page until it is read @thorough', async ({ logIn }) => {
  const { page, id } = await logIn('sam@example.com')
  const staff = await logIn('staff@example.com')
  await page.goto('/items')
  await expect(page.getByRole('link', { name: 'Support', exact: true })).toBeVisible()
  const announcement = page.getByRole('status').filter({ hasText: 'New message from' })
  await expect(announcement).toHaveCount(0)
  await staff.call('POST', '/support-chat/message', { message: 'Your plan is ready', userId: id })
  await expect(announcement).toHaveText(/^New message from \w+ at support, 1 unread$/)
  await page.getByRole('link', { name: 'Support 1 unread' }).click()
  await expect(thread(page).getByText('Your plan is ready')).toBeVisible()
  await expect(announcement, 'the conversation reads it out').toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Support', exact: true })).toBeVisible()
})

test('support: each message of an open conversation is announced, and the inbox says what it found @thorough', async ({
  logIn,
  newCustomer,
}) => {
  const customer = await newCustomer()
  const staff = await logIn('staff@example.com')
  const send = (user: typeof staff, message: string) =>
    user.call('POST', '/support-chat/message', { message, ...(user === staff && { userId: customer.id }) })
  await send(customer, 'Is it ready?')
  await customer.page.goto('/support')
  await staff.page.goto(`/admin/support/${customer.id}`)
  for (const { page } of [customer, staff]) await expect(thread(page).getByText('Is it ready?')).toBeVisible()
  for (const text of ['ok', 'ok', 'Done']) await send(staff, text)
  const announced = (page: Page, name: RegExp) => page.getByRole('status').getByText(name)
  await expect(announced(customer.page, /: (ok|Done)$/)).toHaveText([/: ok$/, /: ok$/, /: Done$/])
  for (const text of ['Thanks', 'Thanks']) await send(customer, text)
  await expect(announced(staff.page, /: Thanks$/)).toHaveCount(2)

  const search = staff.page.getByRole('searchbox', { name: 'Search conversations' })
  await search.fill(customer.email)
  await expect(staff.page.getByRole('status').getByText('1 conversation', { exact: true })).toHaveCount(1)
  await search.fill('nobody wrote this')
  await expect(staff.page.getByRole('status').getByText('0 conversations', { exact: true })).toHaveCount(1)
})

test('support: nothing moves while a message is sent, nor for who reads further up when one arrives @thorough', async ({
  newCustomer,
  logIn,
}) => {
  const [customer, staff] = [await newCustomer(), await logIn('staff@example.com')]
  const send = (user: typeof staff, message: string) =>
    user.call('POST', '/support-chat/message', { message, ...(user === staff && { userId: customer.id }) })
  for (let i = 1; i <= 80; i += 1)
    await send(i % 3 ? staff : customer, `${i}: ${'a long sentence, '.repeat((i % 7) * 3)}`)
  const { page } = customer
  await page.setViewportSize({ width: 390, height: 844 })
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage(async (message) => {
      if (String(message).includes('Thank you')) await released
      server.send(message)
    })
  })
  await openHydrated(page, '/support')
  const rows = thread(page).locator('.chat-row')
  const topOf = async (row: Locator) => Math.round((await row.boundingBox())!.y)
  await expect(rows.nth(40)).toBeAttached()
  const last = rows.filter({ hasText: /80: / })

  await field(page).fill('Thank you')
  await field(page).press('Enter')
  await expect(rows.filter({ hasText: 'Sending…' })).toHaveCount(1)
  const before = await topOf(last)
  release()
  await expect(rows.filter({ hasText: 'Thank you' }).getByText('Sent', { exact: true })).toBeVisible()
  expect(await topOf(last)).toBe(before)

  await thread(page).hover()
  for (let step = 0; step < 8; step += 1) {
    const [scrolled, top] = [thread(page), await thread(page).evaluate((box) => box.scrollTop)]
    await page.mouse.wheel(0, -500)
    await expect.poll(() => scrolled.evaluate((box) => box.scrollTop)).toBeLessThan(top)
  }
  // Its scrolling is over.
  await thread(page).evaluate(async (box) => {
    for (let [at, still] = [NaN, 0]; still < 5; still = box.scrollTop === at ? still + 1 : 0) {
      at = box.scrollTop
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  })
  const inView = rows.nth(await firstInView(thread(page)))
  const place = await topOf(inView)
  for (const text of ['Your plan is ready', 'Have a good day']) {
    await send(staff, text)
    await expect(rows.filter({ hasText: text })).toHaveCount(1)
    expect(Math.abs((await topOf(inView)) - place), text).toBeLessThanOrEqual(2)
  }
})

/** The index of the first row whose top is in view. */
const firstInView = (box: Locator) =>
  box.evaluate((element) => {
    const { top } = element.getBoundingClientRect()
    return [...element.querySelectorAll('.chat-row')].findIndex((row) => row.getBoundingClientRect().top >= top)
  })

test('support: staff delete their own notes after confirmation, for everyone @thorough', async ({ logIn }) => {
  const customer = await logIn('sam@example.com')
  const { page } = await logIn('staff@example.com')
  const { page: colleague, call } = await logIn('mira@example.com')
  await call('POST', `/admin/support/${customer.id}/notes`, { text: 'Called, no answer' })
  await page.goto(`/admin/support/${customer.id}`)
  await colleague.goto(`/admin/support/${customer.id}`)
  await page.getByText('Note', { exact: true }).click()
  await field(page, 'Write a note (only staff can see this)').fill('Wrong customer')
  await field(page, 'Write a note (only staff can see this)').press('Enter')
  await expect(thread(colleague).getByText('Wrong customer')).toBeVisible()
  await expect(thread(page).getByText('Called, no answer')).toBeVisible()

  const deleteButton = (text: string) =>
    thread(page).locator('.bubble-note').filter({ hasText: text }).getByRole('button', { name: 'Delete the note' })
  await expect(deleteButton('Called, no answer'), 'not for a colleague’s note').toHaveCount(0)
  await deleteButton('Wrong customer').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(thread(page).getByText('Wrong customer')).toBeVisible()
  await deleteButton('Wrong customer').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete note' }).click()
  await expect(thread(page).getByText('Wrong customer')).toHaveCount(0)
  await expect(thread(colleague).getByText('Wrong customer')).toHaveCount(0)
  await expect(field(page, 'Write a note (only staff can see this)')).toBeFocused()
})

test('support: what is written while a note is saved stays @thorough', async ({ logIn, newCustomer }) => {
  const [customer, { page }] = [await newCustomer(), await logIn('staff@example.com')]
  await customer.call('POST', '/support-chat/message', { message: 'Where is my order?' })
  let release = () => {}
  await page.route('**/notes', async (route) => {
    await new Promise<void>((resolve) => (release = resolve))
    await route.continue()
  })
  await openHydrated(page, `/admin/support/${customer.id}`)
  const [reply, note] = [field(page, /^Reply to/), field(page, /^Write a note/)]
  await expect(thread(page).getByText('Where is my order?')).toBeVisible()
  await page.getByText('Note', { exact: true }).click()
  for (const more of ['', ' and again']) {
    await note.fill('Paid twice')
    const sent = page.waitForRequest('**/notes')
    await note.press('Enter')
    await sent
    if (more) await note.fill(`Paid twice${more}`)
    await page.getByText('Reply', { exact: true }).click()
    await reply.fill('We saw your transfer')
    release()
    await expect(thread(page).getByText('Paid twice')).toHaveCount(more ? 2 : 1)
    await expect(reply).toHaveValue('We saw your transfer')
    await page.getByText('Note', { exact: true }).click()
    await expect(note).toHaveValue(more.trim())
  }
  await page.reload()
  await expect(reply).toHaveValue('We saw your transfer')
})

test('support: a draft is the same in two tabs, and gone from both once it is sent @thorough', async ({
  newCustomer,
}) => {
  const { page, context } = await newCustomer()
  const other = await context.newPage()
  for (const tab of [page, other]) await openHydrated(tab, '/support')
  await field(page).fill('Where is my order?')
  await expect(field(other)).toHaveValue('Where is my order?')
  await field(other).press('Enter')
  for (const tab of [page, other]) {
    await expect(field(tab)).toHaveValue('')
    await expect(thread(tab).getByText('Where is my order?')).toHaveCount(1)
  }
})

test('inbox: filters for all and unread, kept in the URL @thorough', async ({ logIn, newCustomer }) => {
  const customer = await newCustomer()
  await customer.call('POST', '/support-chat/message', { message: 'Is anyone here?' })
  const { page, call } = await logIn('staff@example.com')
  await page.goto('/admin/support')
  await page.getByRole('group', { name: 'Status' }).getByText('All').click()
  await page.getByRole('button', { name: 'Unread' }).click()
  await expect(page).toHaveURL(/\/admin\/support\?status=all&unread=1$/)
  await expect(page.getByRole('button', { name: 'Unread', pressed: true })).toBeVisible()
  await expect(inboxRow(page, 'Is anyone here')).toBeVisible()
  const list = page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')
  const { totalCount } = (await call('GET', '/admin/support?unread=1')) as unknown as { totalCount: number }
  await expect(list).toHaveCount(totalCount)

  // Reading it removes it from the unread list, once the pointer has left it.
  await inboxRow(page, 'Is anyone here').click()
  await expect(thread(page).getByText('Is anyone here?')).toBeVisible()
  await expect(page).toHaveURL(/status=all&unread=1$/)
  await thread(page).hover()
  await expect(inboxRow(page, 'Is anyone here')).toHaveCount(0)
  await page.reload()
  await page.getByRole('button', { name: 'Unread', pressed: true }).click()
  await expect(inboxRow(page, 'Is anyone here')).toBeVisible()
  await expect(page).toHaveURL(/status=all$/)
})

test('support: messages written offline arrive once, also after a reload', async ({ logIn, app }) => {
  const { page, call } = await logIn('sam@example.com')
  await page.goto('/support')
  await field(page).fill('Before')
  await field(page).press('Enter')
  await expect(thread(page).getByText('Before', { exact: true })).toBeVisible()

  const restarted = app.restart()
  await field(page).fill('While you were away')
  await field(page).press('Enter')
  await field(page).fill('And this as well')
  await field(page).press('Enter')
  await field(page).fill('Not finished')
  await expect(thread(page).getByText('And this as well')).toBeVisible()
  await restarted
  await page.reload()
  for (const text of ['Before', 'While you were away', 'And this as well']) {
    await expect(thread(page).getByText(text, { exact: true })).toHaveCount(1)
  }
  await expect(thread(page).getByText(/Sending|Not sent/)).toHaveCount(0)
  await expect(field(page), 'the draft survives').toHaveValue('Not finished')
  const { messages } = (await call('GET', '/support-chat')) as unknown as { messages: { message: string }[] }
  expect(messages.slice(-3).map(({ message }) => message)).toEqual([
    'Before',
    'While you were away',
    'And this as well',
  ])

  const hint = page.getByText('Sent once you’re online')
  await expect(hint).toHaveCount(0)
  await page.context().setOffline(true)
  await expect(hint).toBeVisible()
  await page.context().setOffline(false)
  await expect(hint).toHaveCount(0)
})

test('support: the typing indicator ends when a tab is killed', async ({ logIn }) => {
  const customer = await logIn('sam@example.com')
  await customer.page.goto('/support')
  const { page } = await logIn('staff@example.com')
  await page.goto(`/admin/support/${customer.id}`)
  await expect(field(page, /^Reply to/)).toBeVisible()
  await field(customer.page).pressSequentially('Never to be sen')
  await expect(page.getByText('Sam is typing…')).toBeVisible()
  const devtools = await customer.context.newCDPSession(customer.page)
  void devtools.send('Page.crash').catch(() => undefined)
  await expect(page.getByText('Sam is typing…')).toHaveCount(0)
})

test(
  'support: a conversation of 2,000 messages opens at its end and scrolls back without jumping',
  { tag: '@thorough' },
  async ({ logIn }) => {
    const { page, call } = await logIn('sam@example.com')
    const { messages } = (await call('GET', '/support-chat?limit=1')) as unknown as { messages: SupportMessage[] }
    const last = messages.at(-1)!
    expect(last.seq).toBeGreaterThanOrEqual(2000)
    await page.goto('/support')
    const box = thread(page)
    await expect(box.locator('.bubble').last()).toContainText(last.message.slice(0, 20))
    await expect(box.locator('.bubble').last()).toBeInViewport()

    const first = box.locator('.bubble').first()
    await box.evaluate(scrollToStart, last.seq)
    await expect(first).toBeInViewport()

    // A new message doesn't move what is being read further up.
    const before = await first.boundingBox()
    await call('POST', '/support-chat/message', { message: 'One more' })
    await page.getByRole('button', { name: '1 new message' }).click({ trial: true })
    // To the pixel: positions of scrolled content are whole pixels, those of lines of text are not.
    expect(Math.abs((await first.boundingBox())!.y - before!.y)).toBeLessThanOrEqual(1)
    await page.getByRole('button', { name: '1 new message' }).click()
    await expect(box.getByText('One more', { exact: true })).toBeInViewport()
  },
)

/** Scrolls up in steps until all messages have loaded and the first one is reached. */
async function scrollToStart(box: Element, count: number) {
  const isComplete = () => box.querySelectorAll('.bubble').length >= count
  while (!isComplete() || box.scrollHeight - box.clientHeight + box.scrollTop > 1) {
    box.scrollTop -= 400
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
}

/** Records the socket frames that a page receives. */
function recordFrames(page: Page): string[] {
  const frames: string[] = []
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))))
  return frames
}

test('inbox: a shortcut never undoes what a colleague has just done, and rows stay under the pointer', async ({
  logIn,
  newCustomer,
}) => {
  const [ishara, mira] = [await logIn('staff@example.com'), await logIn('mira@example.com')]
  const ids: string[] = []
  for (const text of ['First inbox question', 'Second inbox question', 'Third inbox question']) {
    const customer = await newCustomer()
    await customer.call('POST', '/support-chat/message', { message: text })
    ids.push(customer.id)
  }
  const [first, second] = ids as [string, string]
  const { page } = ishara
  const change = (id: string, body: unknown) => mira.call('PATCH', `/admin/support/${id}`, body)
  const stateOf = async () => (await mira.call('GET', `/admin/support/${first}`)).data.conversation
  await page.goto(`/admin/support/${first}?q=inbox+question`)
  await expect(thread(page).getByText('First inbox question')).toBeVisible()

  await change(first, { status: 'resolved', assignee: mira.id })
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible()
  await page.locator('body').press('e')
  await expect(toast(page, 'This conversation was resolved meanwhile. Press e again to reopen it.')).toBeVisible()
  expect(await stateOf()).toMatchObject({ status: 'resolved' })
  await page.locator('body').press('e')
  await expect(page.getByRole('button', { name: 'Resolve', exact: true })).toBeVisible()
  await change(first, { assignee: null })
  await page.locator('body').press('a')
  await expect.poll(stateOf).toMatchObject({ assignee: { _id: ishara.id } })
  await change(first, { assignee: mira.id })
  await expect(page.getByLabel('Assigned to')).toHaveValue(mira.id)
  await page.locator('body').press('a')
  await expect(toast(page, 'Mira has taken this conversation. Press a again to take it over.')).toBeVisible()
  expect(await stateOf()).toMatchObject({ assignee: { _id: mira.id } })

  const rows = page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')
  const thirdRow = rows.filter({ hasText: 'Third inbox question' })
  await expect(rows).toHaveCount(2)
  await thirdRow.hover()
  const { y } = (await thirdRow.boundingBox())!
  await change(second, { status: 'resolved' })
  const goneRow = rows.filter({ hasText: 'Second inbox question' })
  await expect(goneRow.locator('.inbox-row-gone')).toBeVisible()
  await page.keyboard.press('Control')
  await expect(rows, 'Control may belong to a click').toHaveCount(2)
  expect((await thirdRow.boundingBox())!.y).toBe(y)
  // The mouse stays where it is, but the keyboard is used.
  await page.keyboard.press('x')
  await expect(rows).toHaveCount(1)
})

test('saved replies: the second of two editors sees what the first one saved @thorough', async ({ logIn }) => {
  const { page } = await logIn('staff@example.com')
  const mira = await logIn('mira@example.com')
  const { data: reply } = await mira.call('POST', '/admin/replies', { title: 'Opening hours', text: 'From 8 to 5' })
  const inbox = (await mira.call('GET', '/admin/support?status=open&limit=1')).data as unknown as { _id: string }[]
  await page.goto(`/admin/support/${inbox[0]!._id}`)
  await page.getByRole('button', { name: 'Saved replies (/)' }).click()
  await page
    .getByRole('button', { name: /Edit|Manage/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Edit Opening hours' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit reply' })
  await dialog.getByLabel('Text').fill('From 9 to 5')
  await mira.call('PUT', `/admin/replies/${reply._id as string}`, {
    title: 'Opening hours',
    text: 'From 8 to 6',
    version: 1,
  })
  await expect(dialog.getByRole('alert')).toContainText(/Theirs: From 8 to 6\s*Yours: From 9 to 5/)
  await expect(dialog.getByRole('button', { name: 'Save reply' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await dialog.getByRole('button', { name: 'Save reply' }).click()
  await expect(toast(page, 'Reply saved')).toBeVisible()
  await mira.call('DELETE', `/admin/replies/${reply._id as string}`)
})

test('inbox: without any conversation there is nothing to filter; with one, there is @thorough', async ({ logIn }) => {
  const { page } = await logIn('staff@example.com')
  const counts = { open: 0, waiting: 0, resolved: 0 }
  const search = page.getByRole('searchbox', { name: 'Search conversations' })
  await page.route(/\/api\/admin\/support\?/, async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    await route.fulfill({ response, json: { ...body, data: [], totalCount: 0, nextCursor: null, counts } })
  })
  await page.goto('/admin/support?status=resolved')
  await expect(page.getByText('No conversations yet')).toBeVisible()
  await expect(search).toHaveCount(0)
  counts.open = 1
  await page.reload()
  await expect(page.getByText('No resolved conversations')).toBeVisible()
  await expect(search).toBeVisible()
})

test('inbox: a search without matches in a tab is repeated in all, and the heading counts what is listed @thorough', async ({
  logIn,
  newCustomer,
}) => {
  const customer = await newCustomer()
  await customer.call('POST', '/support-chat/message', { message: 'About the zeppelin' })
  const { page, call } = await logIn('staff@example.com')
  await call('PATCH', `/admin/support/${customer.id}`, { status: 'resolved' })
  const heading = page.getByRole('heading', { level: 1 })
  const clearFilters = page.getByRole('button', { name: 'Clear filters' })
  await page.goto('/admin/support?q=zeppelin')
  await expect(page.getByRole('heading', { name: 'No open conversations match “zeppelin”' })).toBeVisible()
  await expect(heading).toHaveText(/^Support0 of \d+$/)
  await expect(clearFilters, 'none is set').toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Clear search' })).toBeVisible()

  await page.goto('/admin/support?status=waiting&who=mine&unread=1&q=zeppelin')
  await expect(page.getByText('No answered conversations match “zeppelin” with your filters')).toBeVisible()
  await expect(clearFilters).toBeVisible()
  await page.getByRole('button', { name: 'Search all conversations' }).click()
  await expect(page).toHaveURL('/admin/support?status=all&q=zeppelin')
  await expect(inboxRow(page, 'About the zeppelin')).toBeVisible()
  await expect(heading).toHaveText(/^Support1 of \d+$/)
  const search = page.getByRole('searchbox', { name: 'Search conversations' })
  await expect(search).toBeFocused()
  await search.clear()
  const { counts } = (await call('GET', '/admin/support?limit=1')) as unknown as { counts: Record<string, number> }
  await expect(heading).toHaveText(`Support${counts.open! + counts.waiting! + counts.resolved!}`)
  await page.getByRole('group', { name: 'Status' }).getByText('Answered').click()
  await expect(heading).toHaveText(`Support${counts.waiting}`)
})

for (const width of [390, 768, 1440]) {
  const what = width === 1440 ? 'header, reply box and customer' : 'header and reply box'
  const tag = width === 390 ? '' : ' @thorough'
  test(`inbox: ${what} keep their places when the conversation arrives, at ${width} px${tag}`, async ({ logIn }) => {
    const ada = await logIn('ada@example.com')
    await ada.call('POST', '/support-chat/message', { message: 'Where is it?' })
    const { page } = await logIn('staff@example.com')
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => (release = resolve))
    await page.route(`**/api/admin/support/${ada.id}`, async (route) => {
      await isReleased
      await route.continue()
    })
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/admin/support/${ada.id}`)
    const parts = [
      page.locator('.inbox-thread .border-b').first(),
      page.locator('.composer'),
      page.locator('.composer-field'),
      ...(width === 1440 ? [page.locator('.inbox-customer dl'), page.locator('.inbox-customer li').first()] : []),
    ]
    const measure = () => Promise.all(parts.map((part) => part.boundingBox()))
    await expect(page.getByText('Loading the conversation…')).toHaveCount(1)
    await expect(page.locator('.inbox-list .skeleton')).toHaveCount(0)
    const before = await measure()
    release()
    await expect(field(page, 'Reply to Ada')).toBeVisible()
    await expect(thread(page).getByText('Where is it?').last()).toBeVisible()
    const after = await measure()
    expect(after.map((box) => [box!.x, box!.y])).toEqual(before.map((box) => [box!.x, box!.y]))
    expect(after.slice(0, 4).map((box) => box!.height)).toEqual(before.slice(0, 4).map((box) => box!.height))
  })
}

test('inbox: the customer’s orders are named, each with the one status that matters @thorough', async ({ logIn }) => {
  const ada = await logIn('ada@example.com')
  const orders = await listOrders(ada)
  const { page } = await logIn('staff@example.com')
  await page.goto(`/admin/support/${ada.id}`)
  const rowOf = (status: string) => {
    const order = orders.find((one) => one.paymentStatus === status)!
    return page.getByRole('complementary', { name: 'Customer' }).getByRole('listitem', {
      name: `Order #${orderNumber(order._id)}`,
    })
  }
  await expect(rowOf('paid')).toContainText('To verify')
  await expect(rowOf('verified')).toContainText(/Completed|To deliver/)
  await expect(rowOf('verified')).not.toContainText('Verified')
})

test('inbox: a search without matches is cleared; on a phone, Back stands next to the name and the status below @thorough', async ({
  logIn,
}) => {
  const { page } = await logIn('staff@example.com')
  await page.goto('/admin/support?status=all&q=nosuchthing&who=mine')
  await expect(page.getByText('No conversations match “nosuchthing” with your filter')).toBeVisible()
  await expect(page.getByText('Select a conversation'), 'there is none').toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Search all conversations' }), 'all are searched').toHaveCount(0)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/admin/support?status=all')
  await expect(page.getByRole('searchbox', { name: 'Search conversations' })).toHaveValue('')
  await expect(page.getByText('Select a conversation')).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await inboxRow(page, 'Malith Fonseka').click()
  const [back, name] = [
    page.getByRole('link', { name: 'All conversations' }),
    page.getByRole('heading', { name: 'Malith Fonseka', level: 1 }),
  ]
  const [{ y, height }, title] = [(await back.boundingBox())!, (await name.boundingBox())!]
  expect(Math.abs(y + height / 2 - title.y - title.height / 2)).toBeLessThan(2)
  await expect(
    page.getByRole('region', { name: /^Conversation with/ }).getByText('Open', { exact: true }),
  ).toBeVisible()
  await back.click()
  await expect(inboxRow(page, 'Malith Fonseka')).toBeVisible()
  await expect(page.getByLabel('Assignee'), 'the filters leave the room to the list').toBeHidden()
  await page.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel('Assignee').selectOption('Unassigned')
  await sheet.getByLabel('Unread only').check()
  await expect(page).toHaveURL('/admin/support?status=all&who=none&unread=1')
  await expect(page.getByRole('button', { name: 'Filters (2 set)' })).toHaveCount(1)
  await sheet.getByRole('button', { name: 'Show conversations' }).click()
  await expect(sheet).toHaveCount(0)
})
