import type { Page } from '@playwright/test'
import { createOrder, findItems, markPaid } from './api.ts'
import { expect, test } from './fixtures.ts'
import { toast } from './page-actions.ts'

const reply = (page: Page) => page.getByRole('textbox', { name: /^Reply to/ })
const nextButton = (page: Page) => page.getByRole('button', { name: 'Next conversation' })
const unlisted = (page: Page) => page.getByRole('list', { name: 'Open conversation' })
const rows = (page: Page) => page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')

test('inbox: resolving a conversation leads on to the next one, and never into its reply', async ({
  logIn,
  newCustomer,
}) => {
  const { page } = await logIn('staff@example.com')
  const mira = await logIn('mira@example.com')
  const ids: string[] = []
  for (const text of ['First', 'Second', 'Third', 'Fourth']) {
    const customer = await newCustomer()
    await customer.call('POST', '/support-chat/message', { message: `${text} queue question` })
    ids.push(customer.id)
  }
  const [first, second, third, fourth] = ids as [string, string, string, string]
  const urlOf = (id: string) => `/admin/support/${id}?q=queue+question`
  const change = (id: string, status: string) => mira.call('PATCH', `/admin/support/${id}`, { status })
  await page.goto(urlOf(second))
  await expect(reply(page)).toBeVisible()
  const composer = page.locator('.composer')
  const { y } = (await composer.boundingBox())!
  await expect(unlisted(page)).toHaveCount(0)

  // A colleague's change offers nothing, and moves nothing.
  await change(second, 'resolved')
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible()
  await expect(nextButton(page)).toHaveCount(0)
  await change(second, 'open')
  await expect(page.getByRole('button', { name: 'Resolve', exact: true })).toBeVisible()

  // By keyboard; the conversation that was reopened waits the shortest, and after the last comes the first.
  await reply(page).click()
  await page.keyboard.type('All done')
  await page.keyboard.press('Control+Shift+Enter')
  await expect(nextButton(page)).toBeVisible()
  await expect(unlisted(page), 'the list no longer has it, and it stays in sight').toContainText('All done')
  await expect(rows(page).filter({ hasText: 'All done' })).toHaveCount(0)
  await expect(reply(page), 'typing on still writes to the same customer').toBeFocused()
  expect((await composer.boundingBox())!.y, 'the reply stays in its place').toBe(y)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(urlOf(first))
  await expect(unlisted(page)).toHaveCount(0)
  await expect(reply(page)).toBeVisible()
  await page.keyboard.type('zz')
  await expect(reply(page)).toHaveValue('')
  await page.keyboard.press('e')
  await expect(nextButton(page)).toBeFocused()
  // Undone at once: there is nothing to go on from.
  await page.keyboard.press('e')
  await expect(page.getByRole('button', { name: 'Resolve', exact: true })).toBeVisible()
  await expect(nextButton(page)).toHaveCount(0)
  await page.keyboard.press('e')
  await expect(nextButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(urlOf(third))

  // By pointer.
  await page.getByRole('button', { name: 'Resolve', exact: true }).click()
  await nextButton(page).click()
  await expect(page).toHaveURL(urlOf(fourth))
  await page.getByRole('button', { name: 'Resolve', exact: true }).click()
  await expect(rows(page)).toHaveCount(0)
  await expect(nextButton(page), 'nothing is left').toHaveCount(0)
})

test('inbox: a conversation that was answered comes back when staff are reminded, seen by colleagues', async ({
  logIn,
  newCustomer,
}) => {
  const [{ page }, colleague] = [await logIn('staff@example.com'), await logIn('mira@example.com')]
  const customer = await newCustomer()
  await customer.call('POST', '/support-chat/message', { message: 'A promise question' })
  const path = `/admin/support/${customer.id}?status=all&q=promise+question`
  for (const desk of [page, colleague.page]) {
    await desk.goto(path)
    await expect(reply(desk)).toBeVisible()
  }
  const remind = (desk: Page) => desk.getByRole('button', { name: 'Remind me' })
  await expect(remind(page), 'an open one waits already').toHaveCount(0)
  await reply(page).fill('I’ll send it tomorrow')
  await page.keyboard.press('Enter')

  await expect(remind(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('h')
  await page.getByRole('menuitem', { name: /^Tomorrow/ }).press('Enter')
  const comesBack = 'Comes back tomorrow at 09:00'
  await expect(toast(page, comesBack)).toBeVisible()
  await expect(rows(page).getByText('Assigned to you')).toBeVisible()
  for (const desk of [page, colleague.page]) {
    await expect(desk.getByRole('button', { name: comesBack })).toBeVisible()
    await expect(rows(desk).getByText(comesBack)).toBeVisible()
  }
  await colleague.page.getByRole('button', { name: comesBack }).press('Enter')
  await colleague.page.getByRole('menuitem', { name: 'Don’t remind me' }).press('Enter')
  await expect(remind(page)).toBeVisible()
  await expect(rows(page).getByText(comesBack)).toHaveCount(0)
})

test('inbox: conversations of a colleague are found by name, and the address keeps who it is @thorough', async ({
  logIn,
  newCustomer,
}) => {
  const { page, id: ishara } = await logIn('staff@example.com')
  const mira = await logIn('mira@example.com')
  const [hers, other] = [await newCustomer(), await newCustomer()]
  for (const { call } of [hers, other]) await call('POST', '/support-chat/message', { message: 'Filter question' })
  await mira.call('PATCH', `/admin/support/${hers.id}`, { assignee: mira.id })
  await page.goto('/admin/support?q=filter+question')
  await expect(rows(page)).toHaveCount(2)
  const assignee = page.getByRole('combobox', { name: 'Assignee' })
  await assignee.selectOption(mira.id)
  await expect(page).toHaveURL(`/admin/support?who=${mira.id}&q=filter+question`)
  await expect(rows(page)).toHaveCount(1)
  await page.reload()
  await expect(assignee).toHaveValue(mira.id)
  await expect(rows(page)).toHaveCount(1)
  await page.goto(`/admin/support?who=${ishara}&q=filter+question`)
  await expect(assignee).toHaveValue('mine')
})

test('inbox: saved replies leave the message that is answered in view, and select none by themselves @thorough', async ({
  logIn,
  newCustomer,
}) => {
  const { page, call } = await logIn('staff@example.com')
  const customer = await newCustomer()
  await customer.call('POST', '/support-chat/message', { message: 'A panel question' })
  const { data: saved } = await call('POST', '/admin/replies', { title: 'Panel reply', text: 'From the panel' })
  await page.goto(`/admin/support/${customer.id}?q=panel+question`)
  const message = page.getByRole('log', { name: 'Conversation' }).getByText('A panel question')
  await reply(page).click()
  const bottomOf = async () => {
    const { y, height } = (await message.boundingBox())!
    return y + height
  }
  const before = await bottomOf()
  await page.keyboard.press('/')
  const panel = page.getByRole('dialog', { name: 'Saved replies' })
  const option = panel.getByRole('option', { name: /^Panel reply/ })
  const selected = panel.getByRole('option', { selected: true })
  await expect(option).toHaveCount(1)
  expect(await bottomOf()).toBeLessThan(before)
  expect(await bottomOf(), 'above the replies').toBeLessThanOrEqual((await panel.boundingBox())!.y)
  await expect(selected).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(panel, 'nothing was chosen').toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(selected).toHaveCount(1)

  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(reply(page)).toBeFocused()
  const button = page.getByRole('button', { name: 'Saved replies (/)' })
  await button.click()
  await panel.getByRole('button', { name: 'Manage replies' }).focus()
  await page.keyboard.press('Escape')
  await expect(panel, 'wherever the focus is').toHaveCount(0)
  await button.click()
  await page.getByText('Note', { exact: true }).click()
  await expect(panel, 'a note has no saved replies').toHaveCount(0)
  await page.getByText('Reply', { exact: true }).click()

  await reply(page).press('/')
  await page.keyboard.type('from the panel')
  await expect(selected).toHaveText(/^Panel reply/)
  await page.keyboard.press('Enter')
  await expect(reply(page)).toHaveValue('From the panel')
  await call('DELETE', `/admin/replies/${saved._id as string}`)
})

test('inbox: a reminder that is due stands next to the status @thorough', async ({ logIn, newCustomer }) => {
  const { page, call } = await logIn('staff@example.com')
  const customer = await newCustomer()
  // An unread message would be marked as read, and its event replaces what is faked below.
  await call('POST', '/support-chat/message', { userId: customer.id, message: 'A due answer' })
  await call('PATCH', `/admin/support/${customer.id}`, { status: 'open' })
  await page.route(`**/api/admin/support/${customer.id}`, async (route) => {
    const response = await route.fetch()
    const { data, ...rest } = await response.json()
    const conversation = { ...data.conversation, remindAt: data.conversation.waitingSince }
    await route.fulfill({ response, json: { ...rest, data: { ...data, conversation } } })
  })
  await page.goto(`/admin/support/${customer.id}?q=no+such+thing`)
  const header = page.locator('.inbox-thread header')
  await expect(header.getByText('Open', { exact: true })).toBeVisible()
  await expect(header.getByText(/^Reminder, Due since/)).toBeVisible()
  await expect(header.getByText(/^Waiting/), 'nobody is said to wait').toHaveCount(0)
})

for (const [name, size] of [
  ['a phone on its side', { width: 844, height: 390 }],
  ['a phone with its keyboard open', { width: 390, height: 450 }],
] as const) {
  test(`inbox: on ${name}, the last message and what sends an answer are in view @thorough`, async ({
    logIn,
    newCustomer,
  }) => {
    const [{ page }, customer] = [await logIn('staff@example.com'), await newCustomer()]
    const { items } = await findItems(page, 'limit=1')
    await markPaid(customer, await createOrder(customer, items[0]!), 'CEFT-91')
    await customer.call('POST', '/support-chat/message', { message: 'Has my money arrived?' })
    for (const [{ page: at }, path] of [
      [{ page }, `/admin/support/${customer.id}`],
      [customer, '/support'],
    ] as const) {
      await at.setViewportSize(size)
      await at.goto(path)
      await expect(at.locator('.chat-row').last().locator('.bubble')).toBeInViewport({ ratio: 1 })
      await expect(at.getByRole('button', { name: 'Send', exact: true })).toBeInViewport({ ratio: 1 })
    }
    await expect(page.getByRole('button', { name: /to verify/ })).toBeInViewport({ ratio: 1 })
    await reply(page).fill('One\nTwo\nThree\nFour\nFive')
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeInViewport({ ratio: 1 })
    await page.getByRole('radio', { name: 'Note' }).check({ force: true })
    await expect(page.getByRole('button', { name: 'Save the note' })).toBeInViewport({ ratio: 1 })
  })
}
