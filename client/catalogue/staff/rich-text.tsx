import { EditorContent, useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { useMemo } from 'react'
import { cleanPaste } from './clean-paste.ts'
import { RichTextToolbar } from './rich-text-toolbar.tsx'
import './rich-text.css'

export interface RichTextProps {
  /** The initial text; a new `key` resets the editor to it. */
  html: string
  labelledBy: string
  describedBy: string | undefined
  invalid: boolean
  onChange: (html: string) => void
}

/** An editor for the markup that descriptions allow: headings, bold, italic, lists and links. */
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
    // The styles are in rich-text.css, because the content security policy blocks injected ones.
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

/** Only https links; the server's sanitiser drops any other, too. */
const isAllowedUri = (url: string) => /^https:\/\/[^\s"<>]+$/i.test(url)

const extensions = [
  StarterKit.configure({
    heading: { levels: [3, 4] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
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
