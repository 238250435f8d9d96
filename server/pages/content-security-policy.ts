import type { Env } from '../env.ts'
import { securityHeaders } from '../http/listener.ts'
import type { VisitorTemplate } from './visitor-template.ts'

/**
 * The response headers of a page, with its Content-Security-Policy.
 * @param inlined allows the `<style>` and `<script>` of the visitors' template
 */
export function pageHeaders(
  env: Env,
  isBuilt: boolean,
  inlined: VisitorTemplate | null = null,
): Record<string, string> {
  const google = env.captchaProvider === 'recaptcha' ? ' https://www.google.com https://www.gstatic.com' : ''
  // The development server inlines its own scripts and styles.
  const inline = isBuilt ? '' : " 'unsafe-inline'"
  const policy = [
    "default-src 'none'",
    `script-src 'self'${inline}${inlined ? ` ${inlined.scriptSource}` : ''}${google}`,
    `style-src 'self'${inline}${inlined ? ` ${inlined.styleSource}` : ''}`,
    `style-src-attr ${isBuilt ? "'none'" : "'unsafe-inline'"}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${socketOrigin(env.publicUrl)}`,
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
    ...securityHeaders(env),
  }
}

/** In older browsers, 'self' doesn't include WebSockets. */
const socketOrigin = (publicUrl: string) => new URL(publicUrl).origin.replace(/^http/, 'ws')
