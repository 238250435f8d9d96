import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { keyNameOf } from '../../lib/key-name.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { lazyPart } from '../../layout/lazy-part.tsx'
import { PageError } from '../../layout/page-error.tsx'
import { OPEN_PALETTE } from './open.ts'

const PaletteDialog = lazyPart(() => import('./palette-dialog.tsx'))

const isModalOpen = () => document.querySelector('dialog:modal') !== null

/** Opens the command palette on Ctrl+K or Cmd+K, on every page that contains this; its code is there once the page is idle. */
export default function CommandPalette() {
  const [state, setState] = useState<'closed' | 'open' | 'failed'>('closed')
  const [text, setText] = useState('')
  const close = () => setState('closed')

  const open = useEffectEvent(() => {
    // A question that staff have to answer stays in front.
    if (state === 'open' || isModalOpen()) return
    setText('')
    setState('open')
    PaletteDialog.load().catch(() => setState('failed'))
  })
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
    if (!isCommand || keyNameOf(event) !== 'k' || event.defaultPrevented) return
    event.preventDefault()
    if (state === 'open') close()
    else open()
  })
  /** What is typed before the code has arrived belongs to the palette, not to the page's shortcuts. */
  const typeAhead = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event
    if (state !== 'open' || ctrlKey || metaKey || altKey || isModalOpen()) return
    if (key === 'Escape') close()
    else if (key === 'Backspace') setText((typed) => typed.slice(0, -1))
    else if (key.length === 1) setText((typed) => typed + key)
    else if (key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
  })

  useEffect(() => whenIdle(() => void PaletteDialog.load().catch(() => undefined)), [])

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => handleKey(event)
    const onKeyFirst = (event: KeyboardEvent) => typeAhead(event)
    const onOpen = () => open()
    document.addEventListener('keydown', onKey)
    document.addEventListener('keydown', onKeyFirst, { capture: true })
    document.addEventListener(OPEN_PALETTE, onOpen)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('keydown', onKeyFirst, { capture: true })
      document.removeEventListener(OPEN_PALETTE, onOpen)
    }
  }, [])

  if (state === 'closed') return null
  return (
    <PageError>
      <Suspense fallback={null}>
        <PaletteDialog text={text} onTextChange={setText} onClose={close} />
      </Suspense>
    </PageError>
  )
}
