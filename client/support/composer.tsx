import { Paperclip, SendHorizontal, X } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'
import { IconButton } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'

/** What others may do with the field. */
export type ComposerHandle = {
  focus: () => void
}

export interface ComposerProps {
  /** Names the field, and stands in it while it is empty. */
  label: string
  sendLabel: string
  text: string
  onText: (text: string) => void
  onSend: () => void
  onBlur?: () => void
  onAttach?: () => void
  /** What goes along, drawn, and how to take it away. */
  attached?: ReactNode
  onDetach?: () => void
  /** More buttons, at the left. */
  tools?: ReactNode
  /** '/' in the empty field. */
  onSlash?: () => void
  /** Written for colleagues: it has to look so. */
  isNote?: boolean
  longest: number
  ref?: Ref<ComposerHandle>
}

/** Enter sends, Shift+Enter begins a new line; the field grows with what is written. */
export function Composer({ ref, ...props }: ComposerProps) {
  const { label, sendLabel, text, onText, onSend, onBlur, onAttach, attached, onDetach, tools, isNote, longest } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const hintId = useId()
  useImperativeHandle(ref, () => ({ focus: () => focusAtEnd(field.current) }), [])
  useLayoutEffect(() => grow(field.current), [text])

  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === 'Escape') event.currentTarget.blur()
    if (event.key === '/' && text === '' && props.onSlash) {
      event.preventDefault()
      return props.onSlash()
    }
    // While a word is being composed (Japanese, Chinese, …), Enter chooses it.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229) return
    event.preventDefault()
    send()
  }

  function send() {
    if (text.trim() === '') return
    onSend()
    field.current?.focus()
  }

  return (
    <form
      className={classNames('composer', isNote && 'composer-note')}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {attached && (
        <div className="flex items-center gap-1 p-2 pb-0">
          <div className="min-w-0 max-w-76 flex-1">{attached}</div>
          <IconButton icon={X} size="small" label="Remove the attachment" onClick={onDetach} />
        </div>
      )}
      <textarea
        ref={field}
        rows={1}
        aria-label={label}
        aria-describedby={hintId}
        placeholder={label}
        className="composer-field"
        value={text}
        maxLength={longest}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={press}
        onBlur={onBlur}
      />
      <div className="flex items-center gap-0.5 p-1.5 pt-0">
        {onAttach && <IconButton icon={Paperclip} size="small" label="Attach an item or an order" onClick={onAttach} />}
        {tools}
        <span id={hintId} className="ml-auto px-2 text-xs text-muted max-wide:hidden">
          {text.length > longest - 200 ? `${longest - text.length} characters left` : 'Shift+Enter for a new line'}
        </span>
        <IconButton
          type="submit"
          icon={SendHorizontal}
          size="small"
          variant="primary"
          label={sendLabel}
          disabled={text.trim() === ''}
          className="max-wide:ml-auto"
          // On a phone the keyboard stays open.
          onPointerDown={(event) => event.preventDefault()}
        />
      </div>
    </form>
  )
}

function focusAtEnd(field: HTMLTextAreaElement | null) {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}

/** Where the style sheet cannot make it grow. */
function grow(field: HTMLTextAreaElement | null) {
  if (!field || CSS.supports('field-sizing: content')) return
  field.style.height = 'auto'
  field.style.height = `${field.scrollHeight}px`
}
