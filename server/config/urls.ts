/** Whether a URL leads to this machine. */
export const isLocal = (url: string) =>
  URL.canParse(url) && /^(localhost|127(\.\d{1,3}){3}|\[::1\]|)$/.test(new URL(url).hostname)

/** Whether nobody on the network can read the connection to the database. */
export const isEncrypted = (databaseUrl: string) =>
  databaseUrl === '' ||
  databaseUrl.startsWith('file:') ||
  isLocal(databaseUrl) ||
  /[?&]sslmode=(verify-full|verify-ca|require)\b/.test(databaseUrl)
