import { EditorContent, useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { useMemo } from 'react'
import { cleanPaste } from './clean-paste.ts'
import { RichTextToolbar } from './rich-text-toolbar.tsx'
import './rich-text.css'

export interface RichTextProps {
  /** Read once; give another `key` to begin with another text. */
  html: string
  labelledBy: string
  describedBy: string | undefined
  invalid: boolean
  onChange: (html: string) => void
}

/** Text with headings, lists and links: what a description may have, and nothing besides. */
export default function RichText({ html, labelledBy, describedBy, invalid, onChange }: RichTextProps) {
  const editorProps = useMemo(
    () => ({
      transformPastedHTML: cleanPaste,
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelledBy,
        'aria-invalid': String(invalid),
        ...(describedBy && { 'aria-describedby': describedBy }),
        class: 'prose',
      },
    }),
    [labelledBy, describedBy, invalid],
  )
  const editor = useEditor({
    extensions,
    content: html,
    // Its styles are in rich-text.css: the pages' policy takes none that a script puts in.
    injectCSS: false,
    editorProps,
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
  })

  return (
    <div className="rich-text">
      <RichTextToolbar editor={editor} />
      <EditorContent editor={editor} />
    </div>
  )
}

/** Links lead elsewhere over https alone; the store's own cleaning drops the rest as well. */
const isAllowedUri = (url: string) => /^https:\/\/[^\s"<>]+$/i.test(url)

const extensions = [
  StarterKit.configure({
    heading: { levels: [3, 4] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      protocols: ['https'],
      isAllowedUri,
      shouldAutoLink: isAllowedUri,
      HTMLAttributes: { rel: 'nofollow noopener', target: null },
    },
    blockquote: false,
    code: false,
    codeBlock: false,
    dropcursor: false,
    gapcursor: false,
    horizontalRule: false,
    strike: false,
    trailingNode: false,
    underline: false,
  }),
]
