import { type Block, cleanText, type EmailContent } from './content.ts'

/** The plain-text part of an email. */
export function renderText({ blocks, footer, unsubscribeUrl }: EmailContent): string {
  const parts = ['Hello,', ...blocks.map(renderBlock), 'Kade']
  if (footer) parts.push(`-- \n${cleanText(footer)}`)
  if (unsubscribeUrl) parts.push(`Stop emails of this kind:\n${unsubscribeUrl}`)
  return `${parts.join('\n\n')}\n`
}

function renderBlock(block: Block): string {
  switch (block.type) {
    case 'text':
      return cleanText(block.text)
    case 'quote':
      return `${block.label}:\n${indent(cleanText(block.text))}`
    case 'details':
      return [...(block.title ? [block.title] : []), ...block.rows.map(renderRow)].join('\n')
    case 'receipt':
      return [
        ...block.lines.map(({ name, detail, amount }) => `${oneLine(name)}, ${detail}: ${amount}`),
        ...block.totals.map(renderRow),
      ].join('\n')
    case 'note':
      return `${block.title}\n${cleanText(block.text)}`
    case 'button':
      return block.isUnlabelled ? block.url : `${block.label}:\n${block.url}`
  }
}

const renderRow = ([label, value]: [string, string]) => `${label}: ${oneLine(value)}`
const oneLine = (text: string) => cleanText(text).replaceAll('\n', ' ')
const indent = (text: string) => text.replace(/^/gm, '> ')
