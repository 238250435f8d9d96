import { open, toast } from './shop.ts'
import { expect, password, test } from './store.ts'

test.use({ settings: { CAPTCHA_PROVIDER: 'altcha' } })

const words = 'Please complete the reCAPTCHA'

test('§5 captcha — nobody registers or logs in before it is completed, and a solution is good once', async ({
  browse,
}) => {
  const page = await browse()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })
  await open(page, '/auth')
  const form = page.locator('form')
  const submit = (name: string) => form.getByRole('button', { name, exact: true }).click()
  const solve = async () => {
    await form.getByText(/not a robot/i).click()
    await expect(form.getByText(/verified/i)).toBeVisible({ timeout: 20_000 })
  }
  const email = `captcha-${Date.now()}@example.com`

  await form.getByRole('button', { name: 'Create an account' }).click()
  await form.getByLabel('First name').fill('Nila')
  await form.getByLabel('Last name').fill('Fernando')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password', { exact: true }).fill(password)
  await form.getByLabel('Confirm password').fill(password)
  await submit('Register')
  await expect(toast(page, words)).toBeVisible()
  await expect(form.getByText(words), 'beside the box as well').toBeVisible()
  await solve()
  await expect(form.getByText(words)).toHaveCount(0)
  expect(sent, 'nothing was sent without it').toEqual([])
  await submit('Register')
  await expect(toast(page, 'Registered successfully')).toBeVisible()
  await expect(page).toHaveURL('/items')

  const visitor = await browse()
  await open(visitor, '/auth')
  const login = visitor.locator('form')
  await login.getByLabel('Email').fill(email)
  await login.getByLabel('Password', { exact: true }).fill('not-the-password')
  await login.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(toast(visitor, words)).toBeVisible()
  await login.getByText(/not a robot/i).click()
  await expect(login.getByText(/verified/i)).toBeVisible({ timeout: 20_000 })
  await login.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(toast(visitor, 'Invalid email or password')).toBeVisible()
  // Another solution is found without another click.
  await expect(login.getByText(/verified/i)).toBeVisible({ timeout: 20_000 })
  await login.getByLabel('Password', { exact: true }).fill(password)
  await login.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(toast(visitor, 'Logged in successfully')).toBeVisible()
})
