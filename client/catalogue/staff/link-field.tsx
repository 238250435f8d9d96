import type { Editor } from '@tiptap/react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { TextInput } from '../ui/input.tsx'

/** Where the selected words lead. */
export function LinkField({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [address, setAddress] = useState(() => String(editor.getAttributes('link').href ?? 'https://'))
  const [fault, setFault] = useState('')
  const wasLink = editor.isActive('link')
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => frame.current?.querySelector('input')?.focus(), [])

  function close() {
    onClose()
    editor.commands.focus()
  }

  function set() {
    const href = address.trim()
    const isAddress = URL.canParse(href) && new URL(href).protocol === 'https:' && !/[\s"<>]/.test(href)
    if (!isAddress) return setFault('An address that begins with https://')
    const link = editor.chain().focus().extendMarkRange('link')
    if (editor.state.selection.empty && !wasLink) {
      link.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
    } else link.setLink({ href }).run()
    onClose()
  }

  function press(event: KeyboardEvent) {
    if (event.key === 'Escape') close()
    if (event.key !== 'Enter') return
    // Enter is for the link, not for the form around it.
    event.preventDefault()
    set()
  }

  return (
    <div ref={frame} role="group" aria-label="Link" className="rich-text-link">
      <Field label="Link to" error={fault} className="min-w-0 flex-1">
        <TextInput
          type="url"
          inputMode="url"
          value={address}
          onKeyDown={press}
          onChange={(event) => {
            setAddress(event.target.value)
            setFault('')
          }}
        />
      </Field>
      <span className="flex gap-2">
        <Button size="small" variant="primary" onClick={set}>
          Set link
        </Button>
        {wasLink && (
          <Button
            size="small"
            onClick={() => {
              editor.chain().focus().extendMarkRange('link').unsetLink().run()
              onClose()
            }}
          >
            Remove link
          </Button>
        )}
        <Button size="small" variant="plain" onClick={close}>
          Cancel
        </Button>
      </span>
    </div>
  )
}
