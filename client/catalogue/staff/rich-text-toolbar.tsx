import { type Editor, useEditorState } from '@tiptap/react'
import { Bold, Heading3, Heading4, Italic, Link, List, ListOrdered, Redo2, Undo2 } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { Icon } from '../../ui/icon.ts'
import { LinkField } from './link-field.tsx'

type Tool = {
  label: string
  keys?: string
  icon: Icon
  isOn?: (editor: Editor) => boolean
  run: (editor: Editor) => void
}

const chain = (editor: Editor) => editor.chain().focus()
const tools: readonly (readonly Tool[])[] = [
  [
    {
      label: 'Heading',
      icon: Heading3,
      isOn: (editor) => editor.isActive('heading', { level: 3 }),
      run: (editor) => chain(editor).toggleHeading({ level: 3 }).run(),
    },
    {
      label: 'Small heading',
      icon: Heading4,
      isOn: (editor) => editor.isActive('heading', { level: 4 }),
      run: (editor) => chain(editor).toggleHeading({ level: 4 }).run(),
    },
  ],
  [
    {
      label: 'Bold',
      keys: 'Ctrl+B',
      icon: Bold,
      isOn: (editor) => editor.isActive('bold'),
      run: (editor) => chain(editor).toggleBold().run(),
    },
    {
      label: 'Italic',
      keys: 'Ctrl+I',
      icon: Italic,
      isOn: (editor) => editor.isActive('italic'),
      run: (editor) => chain(editor).toggleItalic().run(),
    },
  ],
  [
    {
      label: 'List',
      icon: List,
      isOn: (editor) => editor.isActive('bulletList'),
      run: (editor) => chain(editor).toggleBulletList().run(),
    },
    {
      label: 'Numbered list',
      icon: ListOrdered,
      isOn: (editor) => editor.isActive('orderedList'),
      run: (editor) => chain(editor).toggleOrderedList().run(),
    },
  ],
]
const historyTools: readonly Tool[] = [
  { label: 'Undo', keys: 'Ctrl+Z', icon: Undo2, run: (editor) => chain(editor).undo().run() },
  { label: 'Redo', keys: 'Ctrl+Shift+Z', icon: Redo2, run: (editor) => chain(editor).redo().run() },
]

/** A toolbar with one tab stop; the arrow keys move between its tools. */
export function RichTextToolbar({ editor }: { editor: Editor }) {
  const [isLinking, setLinking] = useState(false)
  const [current, setCurrent] = useState(0)
  const bar = useRef<HTMLDivElement>(null)
  const groups: readonly (readonly Tool[])[] = [
    ...tools,
    [{ label: 'Link', icon: Link, isOn: (linkEditor) => linkEditor.isActive('link'), run: () => setLinking(true) }],
    historyTools,
  ]
  const isOn = useEditorState({
    editor,
    selector: (state) => groups.flat().map((tool) => tool.isOn?.(state.editor) ?? null),
    equalityFn: (a, b) => String(a) === String(b),
  })

  function handleKey(event: KeyboardEvent) {
    const buttons = [...(bar.current?.querySelectorAll('button') ?? [])]
    const target = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: -1 }[event.key]
    if (target === undefined) return
    event.preventDefault()
    const next = (target + buttons.length) % buttons.length
    setCurrent(next)
    buttons[next]?.focus()
  }

  return (
    <>
      <div ref={bar} role="toolbar" aria-label="Formatting" className="rich-text-bar" onKeyDown={handleKey}>
        {groups.map((group) => (
          <span key={group[0]!.label} className="rich-text-group">
            {group.map((tool) => {
              const index = groups.flat().indexOf(tool)
              const { label, keys, icon: Icon, run } = tool
              return (
                <button
                  key={label}
                  type="button"
                  aria-label={label}
                  title={keys ? `${label} (${keys})` : label}
                  aria-pressed={isOn[index] ?? undefined}
                  tabIndex={index === current ? 0 : -1}
                  className="rich-text-tool"
                  // Keeps the selection in the editor.
                  onMouseDown={(event) => event.preventDefault()}
                  onFocus={() => setCurrent(index)}
                  onClick={() => run(editor)}
                >
                  <Icon size={16} />
                </button>
              )
            })}
          </span>
        ))}
      </div>
      {isLinking && <LinkField editor={editor} onClose={() => setLinking(false)} />}
    </>
  )
}
