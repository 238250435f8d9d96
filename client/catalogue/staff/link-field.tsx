import type { Editor } from '@tiptap/react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/input.tsx'

/** Adds, changes or removes the link of the selected text. */
export function LinkField({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [url, setUrl] = useState(() => String(editor.getAttributes('link').href ?? 'https://'))
  const [error, setError] = useState('')
  const isLink = editor.isActive('link')
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => frame.current?.querySelector('input')?.focus(), [])

  function close() {
    onClose()
    editor.commands.focus()
  }

  function apply() {
    const href = url.trim()
    const isValid = URL.canParse(href) && new URL(href).protocol === 'https:' && !/[\s"<>]/.test(href)
    if (!isValid) return setError('Enter a URL that starts with https://')
    const link = editor.chain().focus().extendMarkRange('link')
    if (editor.state.selection.empty && !isLink) {
      link.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
    } else link.setLink({ href }).run()
    onClose()
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Escape') close()
    if (event.key !== 'Enter') return
    // Enter must not submit the form around the field.
    event.preventDefault()
    apply()
  }

  return (
    <div ref={frame} role="group" aria-label="Link" className="rich-text-link">
      <Field label="Link URL" error={error} className="min-w-0 flex-1">
        <TextInput
          type="url"
          inputMode="url"
          value={url}
          onKeyDown={handleKey}
          onChange={(event) => {
            setUrl(event.target.value)
            setError('')
          }}
        />
      </Field>
      <span className="flex gap-2">
        <Button size="small" variant="primary" onClick={apply}>
          Set link
        </Button>
        {isLink && (
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
