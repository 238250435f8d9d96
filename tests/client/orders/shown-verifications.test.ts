import { expect, it } from 'vitest'
import { claimVerification } from '../../../client/orders/shown-verifications.ts'
import { clearUserData } from '../../../client/local-data.ts'
import { openBrowser } from '../browser.ts'

it('lets one tab of a device show a verification, for each user and order', () => {
  const { localStorage } = openBrowser().openTab()
  expect(claimVerification(localStorage, 'ada', 'o1')).toBe(true)
  expect(claimVerification(localStorage, 'ada', 'o1')).toBe(false)
  expect(claimVerification(localStorage, 'ada', 'o2')).toBe(true)
  expect(claimVerification(localStorage, 'sam', 'o1')).toBe(true)
})

it('remembers the last 50 orders, and none of a user who logs out', () => {
  const { localStorage } = openBrowser().openTab()
  for (let order = 0; order < 60; order++) claimVerification(localStorage, 'ada', `o${order}`)
  expect(claimVerification(localStorage, 'ada', 'o59')).toBe(false)
  expect(localStorage.getItem('verifications-shown:ada')!.split(' ')).toHaveLength(50)
  clearUserData(localStorage, 'ada')
  expect(localStorage.length).toBe(0)
})

it('shows it in each tab where storage is forbidden', () => {
  expect(claimVerification(null, 'ada', 'o1')).toBe(true)
  expect(claimVerification(null, 'ada', 'o1')).toBe(true)
})
