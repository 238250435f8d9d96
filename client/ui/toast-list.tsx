import { type FocusEvent, useCallback, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'wouter'
import { LAYER_CHANGE } from './layer-change.ts'
import { ToastItem } from './toast-item.tsx'
import type { Toast } from './toast.tsx'

export type ToastListProps = {
  toasts: Toast[]
  onDismiss: (isOver: (toast: Toast) => boolean) => void
  onGone: (id: number) => void
}

/** The toasts on screen: errors interrupt a screen reader, others wait. */
export default function ToastList({ toasts, onDismiss, onGone }: ToastListProps) {
  const region = useTopRegion()
  const [paused, setPaused] = useState(false)
  // The toast under the pointer or focus may be one that leaves.
  const leaving = toasts.filter((toast) => toast.leaving).length
  useEffect(() => setPaused(false), [leaving])

  const dismiss = useCallback((id: number) => onDismiss((toast) => toast.id === id), [onDismiss])
  // A toast that links to a page has served its purpose once that page is open.
  const [path] = useLocation()
  useEffect(
    () => onDismiss(({ action }) => action !== undefined && 'href' in action && action.href === path),
    [path, onDismiss],
  )

  const list = (isError: boolean) =>
    toasts
      .filter(({ type }) => (type === 'error') === isError)
      .map((toast) => <ToastItem key={toast.id} toast={toast} paused={paused} onDismiss={dismiss} onGone={onGone} />)
  const pauseHandlers = {
    onPointerEnter: () => setPaused(true),
    onPointerLeave: () => setPaused(false),
    onFocus: () => setPaused(true),
    onBlur: (event: FocusEvent) => setPaused(event.currentTarget.contains(event.relatedTarget)),
  }
  if (!region) return null
  return createPortal(
    <>
      <div aria-live="assertive" {...pauseHandlers}>
        {list(true)}
      </div>
      <div aria-live="polite" {...pauseHandlers}>
        {list(false)}
      </div>
    </>,
    region,
  )
}

/** An element in the top layer, moved into an open dialog, because everything outside of it is inert. */
function useTopRegion() {
  const [region, setRegion] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const element = document.createElement('section')
    element.className = 'toasts'
    element.popover = 'manual'
    element.setAttribute('aria-label', 'Messages')
    const raise = () => {
      // What is moved would enter again.
      for (const toast of element.querySelectorAll<HTMLElement>('.toast')) toast.dataset.entered = ''
      const dialogs = document.querySelectorAll<HTMLElement>('dialog:modal')
      ;(dialogs[dialogs.length - 1] ?? document.body).append(element)
      element.showPopover?.()
    }
    raise()
    setRegion(element)
    document.addEventListener(LAYER_CHANGE, raise)
    return () => {
      document.removeEventListener(LAYER_CHANGE, raise)
      element.remove()
    }
  }, [])
  return region
}
