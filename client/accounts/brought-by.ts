const key = 'ref'

/** Keeps, for as long as the tab is open, whose referral code the address was given with: `?ref=CODE`. */
export function rememberReferrer(search: string) {
  const code = new URLSearchParams(search).get(key)
  if (code) attempt(() => sessionStorage.setItem(key, code.slice(0, 32)))
}

export const referrerCode = () => attempt(() => sessionStorage.getItem(key)) ?? ''
export const forgetReferrer = () => attempt(() => sessionStorage.removeItem(key))

/** Browsers may forbid it, and on the server there is none. */
function attempt<T>(reach: () => T): T | undefined {
  try {
    return reach()
  } catch {
    return undefined
  }
}
