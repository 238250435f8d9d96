import { useEffect, useEffectEvent, useState } from 'react'
import { useInputBeforeHydration } from '../ui/use-input-before-hydration.ts'

const debounceMs = 250

type Options = {
  /** The current value, shown unless the user is typing. */
  value: string
  /** Texts with an equal result are the same value, so typing one doesn't replace the other. */
  normalize: (text: string) => unknown
  /** Called after a pause in typing; `isFirst` for the first change since the field got the focus. */
  onCommit: (text: string, isFirst: boolean) => void
}

/** A text field that commits after a pause in typing and follows changes of its value made elsewhere. */
export function useDebouncedInput({ value, normalize, onCommit }: Options) {
  const [text, setText] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  const [isFirst, setIsFirst] = useState(true)
  const [isTyping, setIsTyping] = useState(false)

  if (value !== lastValue) {
    setLastValue(value)
    if (!isTyping && normalize(text) !== normalize(value)) setText(value)
  }

  const commit = useEffectEvent(() => {
    setIsTyping(false)
    if (normalize(text) === normalize(value)) return
    setIsFirst(false)
    onCommit(text, isFirst)
  })
  useEffect(() => {
    if (!isTyping) return
    const timer = setTimeout(commit, debounceMs)
    return () => clearTimeout(timer)
  }, [text, isTyping])

  const onChange = ({ target }: { target: { value: string } }) => {
    setText(target.value)
    setIsTyping(true)
  }
  const ref = useInputBeforeHydration<HTMLInputElement>(text, (target) => onChange({ target }))

  return {
    text,
    /** For fields that are rendered on the server. */
    ref,
    field: {
      value: text,
      onChange,
      onFocus: () => setIsFirst(true),
    },
  }
}
