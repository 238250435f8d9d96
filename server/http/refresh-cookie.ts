/** The `__Host-` prefix makes browsers require Secure, Path=/ and no Domain. */
export const refreshCookie = '__Host-refresh'

const lifetimeSeconds = 30 * 24 * 3600

/** The `Set-Cookie` value that stores a refresh token. */
export const storeRefreshToken = (token: string) => formatCookie(token, lifetimeSeconds)

/** The `Set-Cookie` value that deletes the refresh token. */
export const clearRefreshToken = () => formatCookie('', 0)

const formatCookie = (value: string, maxAgeSeconds: number) =>
  `${refreshCookie}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; Secure; SameSite=Strict`
