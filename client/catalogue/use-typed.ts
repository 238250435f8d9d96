import { useEffect, useEffectEvent, useState } from 'react'

/** How long somebody who types is waited for, in milliseconds. */
const pause = 250

type Typed = {
  /** What the field shows when nobody types. */
  shown: string
  /** What a text comes to: texts that come to the same are left as they were typed. */
  means: (text: string) => unknown
  /** Takes the text over; `first` since the field has the focus. */
  take: (text: string, first: boolean) => void
}

/** A field whose text is taken over a little after the last key, and that follows what is changed elsewhere. */
export function useTyped({ shown, means, take }: Typed) {
  const [text, setText] = useState(shown)
  const [known, setKnown] = useState(shown)
  const [first, setFirst] = useState(true)
  const [waiting, setWaiting] = useState(false)

  if (shown !== known) {
    setKnown(shown)
    if (!waiting && means(text) !== means(shown)) setText(shown)
  }

  const settle = useEffectEvent(() => {
    setWaiting(false)
    if (means(text) === means(shown)) return
    setFirst(false)
    take(text, first)
  })
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(settle, pause)
    return () => clearTimeout(timer)
  }, [text, waiting])

  return {
    text,
    field: {
      value: text,
      onChange: (event: { target: { value: string } }) => {
        setText(event.target.value)
        setWaiting(true)
      },
      onFocus: () => setFirst(true),
    },
  }
}
