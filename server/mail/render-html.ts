import { type Block, cleanText, type EmailContent, type Tone } from './content.ts'

/** The store's colours (client/ui/styles/tokens.css), for light and dark. */
const colours = {
  paper: ['#f6f2ea', '#161511'],
  card: ['#fffdf9', '#1f1e19'],
  sunken: ['#efe9dd', '#100f0c'],
  ink: ['#1d1b17', '#f0eadf'],
  muted: ['#635c50', '#b0a798'],
  line: ['#e0d8c9', '#38362e'],
  accent: ['#0f5239', '#70c398'],
  accentInk: ['#fdfbf5', '#0a2116'],
  good: ['#1d6a34', '#8bd092'],
  goodSoft: ['#e4f1df', '#1b321d'],
  waiting: ['#7b4a00', '#ecbc66'],
  waitingSoft: ['#fbeed0', '#36290f'],
  bad: ['#a32b20', '#f59e8e'],
  badSoft: ['#fbe8e2', '#3e1f18'],
  slate: ['#525458', '#c0bcb3'],
  slateSoft: ['#ebe8e1', '#2d2b27'],
} as const
type Colour = keyof typeof colours
const backgrounds = [
  'paper',
  'card',
  'sunken',
  'accent',
  'goodSoft',
  'waitingSoft',
  'badSoft',
  'slateSoft',
] as const satisfies Colour[]
const inks = ['ink', 'muted', 'accentInk', 'good', 'waiting', 'bad', 'slate'] as const satisfies Colour[]
const edges = ['line', 'accent'] as const satisfies Colour[]
type Paint = { bg?: (typeof backgrounds)[number]; ink?: (typeof inks)[number]; edge?: (typeof edges)[number] }

const headingFont = "'Bricolage Grotesque','Segoe UI',system-ui,-apple-system,Helvetica,Arial,sans-serif"
const textFont = "Inter,system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** Mail clients read inline styles; those that know the dark scheme override them by class. */
const darkRule = (prefix: string, property: string) => (name: Colour) =>
  `.${prefix}-${name}{${property}:${colours[name][1]} !important}`
const darkRules = [
  ...backgrounds.map(darkRule('bg', 'background-color')),
  ...inks.map(darkRule('ink', 'color')),
  ...edges.map(darkRule('edge', 'border-color')),
].join('')
const styleSheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){${darkRules}}
@media (max-width:480px){.card{padding:24px 20px 4px !important}.button{display:block !important}}`

/** Colours of an element: inline for light, and the classes that override them in the dark. */
function paint(style: string, { bg, ink, edge }: Paint, ...classes: string[]) {
  const names = [bg && `bg-${bg}`, ink && `ink-${ink}`, edge && `edge-${edge}`, ...classes].filter(Boolean)
  const inline = [
    style,
    bg && `background-color:${colours[bg][0]}`,
    ink && `color:${colours[ink][0]}`,
    edge && `border-color:${colours[edge][0]}`,
  ].filter(Boolean)
  return `class="${names.join(' ')}" style="${inline.join(';')}"`
}

/** The HTML part of an email: tables and inline styles, no pictures and nothing loaded from elsewhere. */
export function renderHtml(content: EmailContent, publicUrl: string): string {
  const { subject, heading, label, blocks } = content
  const preview = blocks.find((block) => block.type === 'text')?.text ?? heading
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title><style>${styleSheet}</style></head>
<body ${paint(`margin:0;padding:0;font-family:${textFont};font-size:16px;line-height:1.6`, { bg: 'paper', ink: 'ink' })}>
<div aria-hidden="true" style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<div role="main"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" ${paint('', { bg: 'paper' })}><tr><td align="center" style="padding:28px 12px 40px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;text-align:left"><tr><td style="padding:0 8px 18px">
${logo(publicUrl)}
</td></tr><tr><td ${paint('padding:36px 40px 14px;border-width:1px;border-style:solid;border-radius:10px', { bg: 'card', edge: 'line' }, 'card')}>
${label ? `<p ${paint('margin:0 0 6px;font-size:14px;letter-spacing:.02em', { ink: 'muted' })}>${escapeHtml(label)}</p>` : ''}
<h1 ${paint(`margin:0 0 20px;font-family:${headingFont};font-size:26px;line-height:1.22;font-weight:700;overflow-wrap:anywhere`, { ink: 'ink' })}>${escapeHtml(heading)}</h1>
${blocks.map((block, index) => renderBlock(block, blocks.slice(0, index).some(isButton))).join('\n')}
</td></tr><tr><td ${paint('padding:18px 8px 0;font-size:13px;line-height:1.5', { ink: 'muted' })}>
${footer(content, publicUrl)}
</td></tr></table></td></tr></table></div></body></html>
`
}

/** The mark is drawn with a table cell, because many clients block pictures. */
const logo = (publicUrl: string) =>
  `<a href="${escapeHtml(publicUrl)}" ${paint(`text-decoration:none;font-family:${headingFont};font-size:20px;font-weight:700`, { ink: 'ink' })}><span ${paint('display:inline-block;width:22px;height:24px;line-height:23px;border-radius:3px 3px 0 0;text-align:center;font-size:14px;font-weight:700;margin-right:9px', { bg: 'accent', ink: 'accentInk' })}>&#10003;</span>Kade</a>`

function footer({ footer, unsubscribeUrl }: EmailContent, publicUrl: string) {
  const host = new URL(publicUrl).host
  const link = (url: string, text: string) =>
    `<a href="${escapeHtml(url)}" ${paint('text-decoration:underline', { ink: 'muted' })}>${escapeHtml(text)}</a>`
  return [
    `<p style="margin:0 0 8px">${escapeHtml(footer ?? 'You get this email because it concerns your account.')}</p>`,
    `<p style="margin:0">Kade · ${link(publicUrl, host)} · ${link(`${publicUrl}/support`, 'Support')}${
      unsubscribeUrl ? ` · ${link(unsubscribeUrl, 'Unsubscribe')}` : ''
    }</p>`,
  ].join('\n')
}

const paragraph = (text: string, margin = '0 0 18px') =>
  `<p dir="auto" style="margin:${margin};overflow-wrap:anywhere">${escapeLines(text)}</p>`

const isButton = ({ type }: Block) => type === 'button'

/** `isAfterButton`: the first button is what the email asks for, further ones step back. */
function renderBlock(block: Block, isAfterButton: boolean): string {
  switch (block.type) {
    case 'text':
      return paragraph(block.text)
    case 'quote':
      return `<div ${paint('margin:0 0 20px;padding:12px 16px;border-left-width:3px;border-left-style:solid', { bg: 'sunken', edge: 'line' })}><p ${paint('margin:0 0 2px;font-size:13px', { ink: 'muted' })}>${escapeHtml(block.label)}</p>${paragraph(block.text, '0')}</div>`
    case 'details':
      return details(block)
    case 'receipt':
      return receipt(block)
    case 'note':
      return note(block.tone, block.title, block.text)
    case 'button':
      return button(block, isAfterButton)
  }
}

const table = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"'
const rowLine = 'border-bottom-width:1px;border-bottom-style:solid'

/** The first row of details with a title is the amount to send. */
const amountFont = `font-family:${headingFont};font-size:24px;line-height:1.3;font-weight:700`

function details({ title, rows }: Extract<Block, { type: 'details' }>) {
  const heading = title
    ? `<h2 ${paint(`margin:0 0 4px;font-family:${headingFont};font-size:18px;line-height:1.4`, { ink: 'ink' })}>${escapeHtml(title)}</h2>`
    : ''
  const cells = rows.map(
    ([label, value], index) => `<tr><td ${paint(`padding:9px 0;${rowLine}`, { edge: 'line' })}>
<span ${paint('display:block;font-size:13px;line-height:1.4', { ink: 'muted' })}>${escapeHtml(label)}</span>
<span style="${title && index === 0 ? amountFont : 'font-weight:600'};font-variant-numeric:tabular-nums;overflow-wrap:anywhere;word-break:break-word">${escapeHtml(value)}</span></td></tr>`,
  )
  return `${heading}<table ${table} style="margin:0 0 22px;table-layout:fixed">${cells.join('')}</table>`
}

function receipt({ lines, totals }: Extract<Block, { type: 'receipt' }>) {
  const amount = 'text-align:right;vertical-align:top;white-space:nowrap;font-variant-numeric:tabular-nums'
  const items = lines.map(
    ({ name, detail, amount: price }) => `<tr><td ${paint(`padding:9px 12px 9px 0;${rowLine}`, { edge: 'line' })}>
<span dir="auto" style="display:block;overflow-wrap:anywhere;word-break:break-word">${escapeHtml(name)}</span><span ${paint('display:block;font-size:13px', { ink: 'muted' })}>${escapeHtml(detail)}</span></td><td width="110" ${paint(`padding:9px 0;${amount};${rowLine}`, { edge: 'line' })}>${escapeHtml(price)}</td></tr>`,
  )
  const sums = totals.map(([label, price], index) => {
    const isLast = index === totals.length - 1
    const weight = isLast ? 'font-weight:700' : 'font-weight:400'
    return `<tr><td style="padding:8px 12px 0 0;${weight}">${escapeHtml(label)}</td><td width="110" style="padding:8px 0 0;${amount};${weight}">${escapeHtml(price)}</td></tr>`
  })
  return `<table ${table} style="margin:0 0 24px;table-layout:fixed">${[...items, ...sums].join('')}</table>`
}

const note = (tone: Tone, title: string, text: string) =>
  `<div ${paint('margin:0 0 22px;padding:12px 16px;border-radius:6px', { bg: `${tone}Soft` })}><p ${paint('margin:0;font-weight:600', { ink: tone })}>${escapeHtml(title)}</p>${paragraph(text, '0')}</div>`

/** The address is written out as well, for clients that don't follow links. */
const button = ({ label, url }: Extract<Block, { type: 'button' }>, isSecondary: boolean) =>
  `<p style="margin:4px 0 12px"><a href="${escapeHtml(url)}" ${paint('display:inline-block;padding:11px 22px;border-radius:6px;border-width:1px;border-style:solid;font-weight:600;text-decoration:none;text-align:center', isSecondary ? { bg: 'card', ink: 'ink', edge: 'line' } : { bg: 'accent', ink: 'accentInk', edge: 'accent' }, 'button')}>${escapeHtml(label)}</a></p>
<p ${paint('margin:0 0 22px;font-size:12px;line-height:1.5;overflow-wrap:anywhere;word-break:break-all', { ink: 'muted' })}>${escapeHtml(url)}</p>`

const escapeLines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')

function escapeHtml(text: string): string {
  return cleanText(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
