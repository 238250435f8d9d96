import { useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'

/** The token of a link from an email. It is removed from the URL, and so from the browser's history. */
export function useLinkToken(): string {
  const [path, navigate] = useLocation()
  const [params] = useSearchParams()
  const [token] = useState(() => params.get('token') ?? '')
  const isInUrl = params.has('token')
  useEffect(() => {
    if (isInUrl) navigate(path, { replace: true })
  }, [isInUrl, path, navigate])
  return token
}
