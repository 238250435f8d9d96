import { Children, isValidElement, type ReactNode } from 'react'

/** The text of plain elements (not of components with content of their own), a space between paragraphs. */
export function textOf(node: ReactNode): string {
  return Children.toArray(node)
    .map((child) => {
      if (!isValidElement<{ children?: ReactNode }>(child)) return typeof child === 'object' ? '' : String(child)
      const text = textOf(child.props.children)
      return child.type === 'p' ? `${text} ` : text
    })
    .join('')
    .trim()
}
