const key = 'ref'

/** Stores the referral code of a URL (`?ref=CODE`) for as long as the tab is open. */
export function rememberReferrer(search: string) {
  const code = new URLSearchParams(search).get(key)
  if (code) ifAvailable(() => sessionStorage.setItem(key, code.slice(0, 32)))
}

export const referrerCode = () => ifAvailable(() => sessionStorage.getItem(key)) ?? ''
export const clearReferrer = () => ifAvailable(() => sessionStorage.removeItem(key))

/** Session storage may be forbidden, and doesn't exist on the server. */
function ifAvailable<T>(access: () => T): T | undefined {
  try {
    return access()
  } catch {
    return undefined
  }
}
