import { expect, it } from 'vitest'
import { removePasswordFromUrl } from '../../../client/accounts/remove-password-from-url.ts'

/** @returns the address to which the page's own is changed; null if it stays */
function removeFrom(pathname: string, search: string) {
  let replaced: string | null = null
  const history = { state: null, replaceState: (_: unknown, __: string, url: string) => void (replaced = url) }
  removePasswordFromUrl({ location: { pathname, search }, history } as unknown as Window)
  return replaced
}

it.each([
  ['/auth', '?email=a%40b.example&password=secret123', '/auth'],
  ['/profile', '?newPassword=secret123', '/profile'],
  ['/auth', '?from=%2Fprofile', null],
  ['/items', '?q=password', null],
  ['/', '', null],
])('changes %s%s to %j', (pathname, search, expected) => {
  expect(removeFrom(pathname, search)).toBe(expected)
})
