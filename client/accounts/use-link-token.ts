import { useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'

/** What the link in a letter carried; gone from the address, and so from the browser's history, once it is read. */
export function useLinkToken(): string {
  const [path, navigate] = useLocation()
  const [params] = useSearchParams()
  const [token] = useState(() => params.get('token') ?? '')
  const isShown = params.has('token')
  useEffect(() => {
    if (isShown) navigate(path, { replace: true })
  }, [isShown, path, navigate])
  return token
}
