import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Kbd } from '../../ui/kbd.tsx'

/** Opens the next conversation. Takes the focus when it appears, unless the user writes. */
export function NextConversation({ onOpen }: { onOpen: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!document.activeElement?.matches('input, textarea, select, dialog *')) button.current?.focus()
  }, [])
  return (
    <Button ref={button} variant="primary" size="small" onClick={onOpen}>
      Next conversation
      <span className="max-wide:hidden">
        <Kbd>Enter</Kbd>
      </span>
    </Button>
  )
}
