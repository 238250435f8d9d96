import { createElement, type SVGProps } from 'react'

/** An icon's elements, as lucide-react describes them. */
type IconData = { node: readonly (readonly [tag: string, attributes: Record<string, string>])[] }
type IconProps = SVGProps<SVGSVGElement> & { size?: number | string }

/**
 * Takes the place of lucide-react's function of this name (see vite.config.ts): icons here have a size, a stroke width
 * and a class, and its support for more would be in the first view of every page.
 */
export default function createLucideIcon({ node }: IconData) {
  const children = node.map(([tag, attributes]) => createElement(tag, attributes))
  return ({ size = 24, className, ...rest }: IconProps) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        className: className ? `lucide ${className}` : 'lucide',
        ...rest,
      },
      ...children,
    )
}
