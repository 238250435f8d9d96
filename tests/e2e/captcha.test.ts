import { openHydrated, toast } from './page-actions.ts'
import { expect, password, test } from './fixtures.ts'

test.use({ env: { CAPTCHA_PROVIDER: 'altcha' } })

const message = 'Please complete the reCAPTCHA'

test('captcha: required to register and log in, and each solution works once', async ({ newVisitor }) => {
  const page = await newVisitor()
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname)
  })
  await openHydrated(page, '/auth')
  const form = page.locator('form')
  const submit = (name: string) => form.getByRole('button', { name, exact: true }).click()
  const solve = async () => {
    await form.getByText(/not a robot/i).click()
    await expect(form.getByText(/verified/i)).toBeVisible()
  }
  const email = `captcha-${Date.now()}@example.com`

  await form.getByRole('button', { name: 'Create an account' }).click()
  await form.getByLabel('First name').fill('Nila')
  await form.getByLabel('Last name').fill('Fernando')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password', { exact: true }).fill(password)
  await form.getByLabel('Confirm password').fill(password)
  await submit('Register')
  await expect(toast(page, message)).toBeVisible()
  await expect(form.getByText(message), 'also next to the captcha').toBeVisible()
  await solve()
  await expect(form.getByText(message)).toHaveCount(0)
  expect(posts, 'nothing is sent without a solution').toEqual([])
  await submit('Register')
  await expect(toast(page, 'Registered successfully')).toBeVisible()
  await expect(page).toHaveURL('/items')

  const visitor = await newVisitor()
  await openHydrated(visitor, '/auth')
  const login = visitor.locator('form')
  await login.getByLabel('Email').fill(email)
  await login.getByLabel('Password', { exact: true }).fill('not-the-password')
  await login.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(toast(visitor, message)).toBeVisible()
  await login.getByText(/not a robot/i).click()
  await expect(login.getByText(/verified/i)).toBeVisible()
  await login.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(toast(visitor, 'Invalid email or password')).toBeVisible()
  // The next solution is computed without another click.
  await expect(login.getByText(/verified/i)).toBeVisible()
  await login.getByLabel('Password', { exact: true }).fill(password)
  await login.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(toast(visitor, 'Logged in successfully')).toBeVisible()
})
