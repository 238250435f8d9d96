import type { Env } from '../env.ts'
import { safeHeaders } from '../http/listener.ts'

/** What a page of the store may do, as the browser enforces it. */
export function policyHeaders(env: Env, live: boolean): Record<string, string> {
  const google = env.captcha === 'recaptcha' ? ' https://www.google.com https://www.gstatic.com' : ''
  // While developing, Vite puts scripts and styles of its own into the page.
  const inline = live ? '' : " 'unsafe-inline'"
  const policy = [
    "default-src 'none'",
    `script-src 'self'${inline}${google}`,
    `style-src 'self'${inline}`,
    `style-src-attr ${live ? "'none'" : "'unsafe-inline'"}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${socketsOf(env.publicUrl)}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    ...(google ? [`frame-src${google}`] : []),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')
  return {
    'content-security-policy': policy,
    // `no-store` among them: the page is of this visitor's currency and theme, and of this moment.
    ...safeHeaders(env),
  }
}

/** Older browsers don't take 'self' for the socket's address. */
const socketsOf = (publicUrl: string) => new URL(publicUrl).origin.replace(/^http/, 'ws')
